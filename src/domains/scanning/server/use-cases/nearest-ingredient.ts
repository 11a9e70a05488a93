/** A photo a member confirmed, as the model sees it. */
export interface Example {
  ingredientId: string
  /** Encoded by `packFeatures`. */
  features: string
}

/** Encodes features as one byte each, in base64: small to store, and no picture can be restored from them. */
export function packFeatures(features: Float32Array): string {
  const length = Math.hypot(...features) || 1
  const bytes = Int8Array.from(features, (value) => Math.round((value / length) * 127 * scale(features.length)))
  return Buffer.from(bytes.buffer).toString('base64')
}

/** Components of a long unit vector are small: scales them to the byte range and clips the rest. */
const scale = (count: number) => Math.sqrt(count) / 4

function unpack(features: string): Int8Array {
  const bytes = Buffer.from(features, 'base64')
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Returns the cosine similarity, −1 to 1; −1 if the features aren't comparable. */
function similarity(a: Int8Array, b: Int8Array): number {
  if (a.length !== b.length) return -1
  let [dot, aa, bb] = [0, 0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0]
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? -1 : dot / Math.sqrt(aa * bb)
}

// Measured on the validation photos, each against all others: the nearest shows the same variety in 45 of 47 cases from 0.8 on, and in 122
// of 131 from 0.7 on. A household has fewer examples and may lack the right one, so the values are rounded down and nothing below 0.7
// counts.
const steps: readonly (readonly [similarity: number, p: number])[] = [
  [0.9, 0.97],
  [0.8, 0.93],
  [0.75, 0.85],
  [0.7, 0.75],
]

/** Returns the ingredient of the most similar example and the probability that it is the same; null if none is similar enough. */
export function nearestExample(features: string, examples: readonly Example[]): { ingredientId: string; p: number } | null {
  const target = unpack(features)
  let best: { ingredientId: string; similarity: number } | null = null
  for (const { ingredientId, features: other } of examples) {
    const score = similarity(target, unpack(other))
    if (!best || score > best.similarity) best = { ingredientId, similarity: score }
  }
  const near = best
  const step = near && steps.find(([min]) => near.similarity >= min)
  return near && step ? { ingredientId: near.ingredientId, p: step[1] } : null
}

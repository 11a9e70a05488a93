/** How often one aisle came before another, less how often after. */
export interface Step {
  first: string
  second: string
  /** Above zero: `first` comes first. */
  net: number
}

/** So many trips are remembered: after the shop was rebuilt, as many the other way turn the order. */
export const longestMemory = 5
/** One trip may have been out of the way; two are the way. */
const sure = 2

/** A pair of aisles as it is kept: in a fixed order, so that both directions count in one place. */
export const pairOf = (a: string, b: string): { first: string; second: string; sign: 1 | -1 } =>
  a < b ? { first: a, second: b, sign: 1 } : { first: b, second: a, sign: -1 }

/** The count after `sign` more. */
export const counted = (net: number, sign: 1 | -1): number => Math.min(longestMemory, Math.max(-longestMemory, net + sign))

/**
 * The aisles as they are walked through: `usual` (the household's own order, or the built-in one) with those aisles moved among
 * themselves whose order was learned. Always the same aisles, each once.
 */
export function learnedOrder(usual: readonly string[], steps: readonly Step[]): string[] {
  const order = [...new Set(usual)]
  const place = new Map(order.map((category, at) => [category, at]))
  const known = steps.filter(({ first, second, net }) => Math.abs(net) >= sure && place.has(first) && place.has(second))
  // Won less lost against each other: exact where all were compared, and an answer even where three run in a circle.
  const score = new Map<string, number>()
  const add = (category: string, points: number) => score.set(category, (score.get(category) ?? 0) + points)
  for (const { first, second, net } of known) {
    add(first, Math.sign(net))
    add(second, -Math.sign(net))
  }
  const walked = order.filter((category) => score.has(category))
  const sorted = walked.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || (place.get(a) ?? 0) - (place.get(b) ?? 0))
  // Aisles nobody walked to keep their places; the others share out theirs.
  return order.map((category) => (score.has(category) ? (sorted.shift() ?? category) : category))
}

/** The order with categories it does not know put before the last one, `Other`, or at the end. */
export function withCategories(order: readonly string[], categories: Iterable<string>): string[] {
  const known = new Set(order)
  const more = [...new Set(categories)].filter((category) => !known.has(category)).toSorted()
  const last = order.at(-1) === 'Other' ? order.length - 1 : order.length
  return [...order.slice(0, last), ...more, ...order.slice(last)]
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Tensor } from 'onnxruntime-node'
import type { ColorPicture } from '#platform/server/security/safe-image.ts'
import { once } from '#platform/shared/once.ts'
import type { LabelProbability } from '../../rules/rank-candidates.ts'
import type { Classified } from './classifier.ts'
import { loadOnnxModel } from './load-onnx-model.ts'

/** Returns the weights of a triangle filter for each output pixel, as Pillow's BILINEAR computes them. */
function weigh(length: number, side: number): { start: number; shares: Float64Array }[] {
  const scale = length / side
  const reach = Math.max(scale, 1)
  return Array.from({ length: side }, (_, at) => {
    const middle = (at + 0.5) * scale
    const start = Math.max(0, Math.trunc(middle - reach + 0.5))
    const end = Math.min(length, Math.trunc(middle + reach + 0.5))
    const shares = Float64Array.from({ length: end - start }, (_, step) => Math.max(0, 1 - Math.abs((start + step - middle + 0.5) / reach)))
    const sum = shares.reduce((total, share) => total + share, 0)
    return { start, shares: shares.map((share) => share / sum) }
  })
}

/**
 * Returns the center square of a picture, `side` pixels wide, as the network was trained: red, green and blue planes, 0 to 1. Rounds to
 * whole brightness steps after each direction like Pillow, and differs from it by at most one step.
 */
export function middleSquare({ data, width, height }: ColorPicture, side: number): Float32Array {
  const square = Math.min(width, height)
  const left = Math.floor((width - square) / 2)
  const top = Math.floor((height - square) / 2)
  const weights = weigh(square, side)
  const rows = new Uint8ClampedArray(square * side * 3)
  for (let y = 0; y < square; y += 1) {
    const from = ((top + y) * width + left) * 3
    for (const [x, { start, shares }] of weights.entries()) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0
        for (let step = 0; step < shares.length; step += 1) sum += (data[from + (start + step) * 3 + channel] ?? 0) * (shares[step] ?? 0)
        rows[(y * side + x) * 3 + channel] = Math.floor(sum + 0.5)
      }
    }
  }
  const view = new Float32Array(3 * side * side)
  for (const [y, { start, shares }] of weights.entries()) {
    for (let x = 0; x < side; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0
        for (let step = 0; step < shares.length; step += 1)
          sum += (rows[((start + step) * side + x) * 3 + channel] ?? 0) * (shares[step] ?? 0)
        view[(channel * side + y) * side + x] = Math.floor(sum + 0.5) / 255
      }
    }
  }
  return view
}

const small = 56
/** Bins: hue weighted by saturation, saturation, value, and hue by saturation; the last again for the center. */
const [hues, saturations, values, both] = [18, 8, 8, 48]
const length = hues + saturations + values + 2 * both
/** The whole picture, and nine windows of two thirds of its side. */
const windows = [{ top: 0, left: 0, width: small }, ...[0, 9, 18].flatMap((top) => [0, 9, 18].map((left) => ({ top, left, width: 37 })))]
const colorShape = [windows.length, length]

const bin = (share: number, bins: number) => Math.min(Math.floor(share * bins), bins - 1)

/** Averages each channel over squares, rounded to whole brightness steps. */
function shrink(view: Float32Array, side: number): Uint8Array {
  const step = side / small
  const means = new Uint8Array(3 * small * small)
  for (let at = 0; at < means.length; at += 1) {
    const [channel, y, x] = [Math.floor(at / small / small), Math.floor(at / small) % small, at % small]
    let sum = 0
    for (let dy = 0; dy < step; dy += 1) {
      for (let dx = 0; dx < step; dx += 1) sum += Math.round((view[(channel * side + y * step + dy) * side + x * step + dx] ?? 0) * 255)
    }
    means[at] = Math.round(sum / step ** 2)
  }
  return means
}

/** Returns hue, saturation and value, each 0 to 1. */
function hsv(r: number, g: number, b: number): { hue: number; saturation: number; value: number } {
  const value = Math.max(r, g, b)
  const spread = value - Math.min(r, g, b)
  if (spread === 0) return { hue: 0, saturation: 0, value: value / 255 }
  const sixth = value === r ? (g - b) / spread : value === g ? 2 + (b - r) / spread : 4 + (r - g) / spread
  const hue = sixth / 6
  return { hue: hue < 0 ? hue + 1 : hue, saturation: spread / value, value: value / 255 }
}

/**
 * Returns the color histograms the network was trained with: square roots of shares, 130 numbers for the whole picture and each window in
 * turn. `view`: red, green and blue planes of a square picture, 0 to 1; `side` is a multiple of 56.
 */
export function colorHistograms(view: Float32Array, side: number): Float32Array {
  const pixels = shrink(view, side)
  const plane = small * small
  const colors = Array.from({ length: plane }, (_, at) => hsv(pixels[at] ?? 0, pixels[plane + at] ?? 0, pixels[2 * plane + at] ?? 0))
  const counts = new Float64Array(windows.length * length)
  const add = (at: number, by: number) => {
    counts[at] = (counts[at] ?? 0) + by
  }
  for (const [window, { top, left, width }] of windows.entries()) {
    for (let at = 0; at < plane; at += 1) {
      const [y, x] = [Math.floor(at / small), at % small]
      const color = colors[(top + Math.floor((y * width) / small)) * small + left + Math.floor((x * width) / small)]
      if (!color) continue
      const start = window * length
      const joint = bin(color.hue, 12) * 4 + bin(color.saturation, 4)
      add(start + bin(color.hue, hues), color.saturation)
      add(start + hues + bin(color.saturation, saturations), 1)
      add(start + hues + saturations + bin(color.value, values), 1)
      add(start + hues + saturations + values + joint, 1)
      if (y >= 14 && y < 42 && x >= 14 && x < 42) add(start + hues + saturations + values + both + joint, 4)
    }
  }
  return Float32Array.from(counts, (count) => Math.sqrt(count / plane))
}

interface Card {
  side: number
  temperature: number
  /** In the order of the network's scores; an entry without a kind is "nothing". */
  foods: { fine: string; coarse: string | null }[]
}

const modelFile = (name: string) => new URL(`../../model/${name}`, import.meta.url)
const card: Card = JSON.parse(readFileSync(modelFile('groceries.json'), 'utf8'))

const openNetwork = once(() => loadOnnxModel(fileURLToPath(modelFile('groceries.onnx'))))

const best = (guesses: LabelProbability[]) => guesses.toSorted((a, b) => b.p - a.p || (a.label < b.label ? -1 : 1))

/** Converts scores to probabilities, scaled by the card's temperature. */
export function toProbabilities(scores: ArrayLike<number>, { temperature, foods }: Card = card): Omit<Classified, 'features'> {
  const warm = foods.map((_, at) => (scores[at] ?? Number.NEGATIVE_INFINITY) / temperature)
  const top = Math.max(...warm)
  const shares = warm.map((score) => Math.exp(score - top))
  const sum = shares.reduce((total, share) => total + share, 0)
  const fine: LabelProbability[] = []
  const kinds = new Map<string, number>()
  for (const [at, { fine: label, coarse }] of foods.entries()) {
    if (coarse === null) continue
    const p = (shares[at] ?? 0) / sum
    fine.push({ label, p })
    kinds.set(coarse, (kinds.get(coarse) ?? 0) + p)
  }
  return { fine: best(fine), coarse: best([...kinds].map(([label, p]) => ({ label, p }))) }
}

/**
 * Classifies the center square of a picture. Loads the model on the first call (about 30 MB stay) and computes on one core, so run it in a
 * separate process. Throws what onnxruntime throws.
 */
export async function classify(picture: ColorPicture): Promise<Classified> {
  const session = await openNetwork()
  const view = middleSquare(picture, card.side)
  const { scores, features } = await session.run({
    picture: new Tensor('float32', view, [1, 3, card.side, card.side]),
    colours: new Tensor('float32', colorHistograms(view, card.side), colorShape),
  })
  if (!(scores?.data instanceof Float32Array) || !(features?.data instanceof Float32Array))
    throw new Error('The model returned unexpected outputs.')
  return { ...toProbabilities(scores.data), features: features.data }
}

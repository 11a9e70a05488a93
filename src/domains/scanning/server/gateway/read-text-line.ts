import { readFileSync } from 'node:fs'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { ColourPicture } from '#platform/server/security/safe-image.ts'
import type { Slanted } from './read-text-find.ts'

interface Reading {
  text: string
  /** 0 to 1, the mean over its signs. */
  confidence: number
}

/** The model reads lines of this height. */
const lineHeight = 48
const shortest = 16
const longest = 1280
/** A line steeper than this may run up or down, and one that makes no sense may stand on its head: these are read both ways. */
const steep = Math.PI / 3
const makesSense = 0.75

/** Reads one line at a time. `signs`: the file of what the model can say, one a line. */
export function lineReader(model: InferenceSession, signs: string) {
  const alphabet = ['', ...readFileSync(signs, 'utf8').split(/\r?\n/).filter(Boolean), ' ']
  const [input = 'x', output = ''] = [model.inputNames[0], model.outputNames[0]]

  async function oneWay(picture: ColourPicture, line: Slanted): Promise<Reading> {
    const width = Math.min(longest, Math.max(shortest, Math.round((lineHeight * line.width) / line.height)))
    const answer = await model.run({ [input]: new Tensor('float32', cut(picture, line, width), [1, 3, lineHeight, width]) })
    const { data, dims } = answer[output] ?? { data: null, dims: [] }
    return data instanceof Float32Array ? spell(data, dims[2] ?? 1, alphabet) : { text: '', confidence: 0 }
  }

  return async (picture: ColourPicture, line: Slanted): Promise<Reading> => {
    const reading = await oneWay(picture, line)
    if (Math.abs(line.angle) < steep && reading.confidence >= makesSense) return reading
    const turned = await oneWay(picture, { ...line, angle: line.angle + Math.PI })
    return turned.confidence > reading.confidence ? turned : reading
  }
}

/** The line, made level and `lineHeight` high, as the model takes it: one plane per channel, blue first, −1 to 1. */
function cut({ data, width, height }: ColourPicture, line: Slanted, across: number): Float32Array {
  const area = across * lineHeight
  const floats = new Float32Array(3 * area)
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)]
  // A line much higher than needed is sampled several times a pixel and averaged.
  const finer = Math.min(4, Math.max(1, Math.round(line.height / lineHeight)))
  const weight = 2 / (255 * finer * finer)
  for (let row = 0; row < lineHeight * finer; row += 1) {
    const v = ((row + 0.5) / (lineHeight * finer) - 0.5) * line.height
    for (let column = 0; column < across * finer; column += 1) {
      const u = ((column + 0.5) / (across * finer) - 0.5) * line.width
      const x = Math.min(width - 1, Math.max(0, line.x + u * cos - v * sin - 0.5))
      const y = Math.min(height - 1, Math.max(0, line.y + u * sin + v * cos - 0.5))
      const [x0, y0] = [Math.floor(x), Math.floor(y)]
      const [fx, fy] = [x - x0, y - y0]
      const right = x0 < width - 1 ? 3 : 0
      const below = y0 < height - 1 ? width * 3 : 0
      const from = (y0 * width + x0) * 3
      const to = Math.floor(row / finer) * across + Math.floor(column / finer)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = from + 2 - channel
        const upper = (data[at] ?? 0) * (1 - fx) + (data[at + right] ?? 0) * fx
        const lower = (data[at + below] ?? 0) * (1 - fx) + (data[at + below + right] ?? 0) * fx
        const place = channel * area + to
        floats[place] = (floats[place] ?? 0) + (upper * (1 - fy) + lower * fy) * weight
      }
    }
  }
  for (let at = 0; at < floats.length; at += 1) floats[at] = (floats[at] ?? 0) - 1
  return floats
}

/** What the likelihoods say, column by column: the likeliest sign of each, repeats taken once, the first sign being none. */
function spell(likely: Float32Array, signs: number, alphabet: readonly string[]): Reading {
  let text = ''
  let [sum, count, before] = [0, 0, 0]
  for (let from = 0; from + signs <= likely.length; from += signs) {
    let best = 0
    for (let sign = 1; sign < signs; sign += 1) if ((likely[from + sign] ?? 0) > (likely[from + best] ?? 0)) best = sign
    if (best !== 0 && best !== before) {
      text += alphabet[best] ?? ''
      sum += likely[from + best] ?? 0
      count += 1
    }
    before = best
  }
  return { text: text.normalize('NFKC').trim(), confidence: count === 0 ? 0 : sum / count }
}

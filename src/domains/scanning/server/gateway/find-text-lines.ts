import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { ColorPicture } from '#platform/server/security/safe-image.ts'
import type { Box } from './barcode-readers.ts'

/** A line of print: center, length, height, and clockwise direction in radians. */
export interface Slanted {
  x: number
  y: number
  width: number
  height: number
  angle: number
}

/** The model's input sides are multiples of this. */
const step = 32
// Input normalization the model was trained with, per channel.
const mean = [0.485, 0.456, 0.406] as const
const spread = [0.229, 0.224, 0.225] as const
/** A pixel at least this likely belongs to print. */
const isPrint = 0.3
/** Minimum average likelihood of a patch. */
const minLikely = 0.5
const smallestSide = 3
/** The model marks the core of a line; its box is larger by area over perimeter, times this. */
const growth = 1.5

const toStep = (side: number) => Math.ceil(side / step) * step

/** Returns where print is, in pixels of the picture. */
export async function findLines(model: InferenceSession, picture: ColorPicture): Promise<Slanted[]> {
  const width = toStep(picture.width)
  const height = toStep(picture.height)
  const [input = 'x', output = ''] = [model.inputNames[0], model.outputNames[0]]
  const answer = await model.run({ [input]: new Tensor('float32', planes(picture, width, height), [1, 3, height, width]) })
  const likely = answer[output]?.data
  if (!(likely instanceof Float32Array)) return []
  return patches(likely, width, height)
}

/** Returns one plane per channel, blue first, padded with gray. */
function planes({ data, width, height }: ColorPicture, across: number, down: number): Float32Array {
  const area = across * down
  const floats = new Float32Array(3 * area)
  for (let channel = 0; channel < 3; channel += 1) {
    const [less, over] = [mean[channel] ?? 0, spread[channel] ?? 1]
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        floats[channel * area + y * across + x] = ((data[(y * width + x) * 3 + 2 - channel] ?? 0) / 255 - less) / over
      }
    }
  }
  return floats
}

function patches(likely: Float32Array, width: number, height: number): Slanted[] {
  const seen = new Uint8Array(width * height)
  const lines: Slanted[] = []
  for (let start = 0; start < likely.length; start += 1) {
    if (seen[start] || (likely[start] ?? 0) < isPrint) continue
    const members = patchAt(start, likely, seen, width, height)
    const sum = members.reduce((total, at) => total + (likely[at] ?? 0), 0)
    if (sum / members.length < minLikely) continue
    const line = rectangleOf(members, width)
    if (Math.min(line.width, line.height) < smallestSide) continue
    const grow = (line.width * line.height * growth) / (line.width + line.height)
    lines.push({ ...line, width: line.width + grow, height: line.height + grow })
  }
  return lines
}

function patchAt(start: number, likely: Float32Array, seen: Uint8Array, width: number, height: number): number[] {
  const members = [start]
  seen[start] = 1
  for (let next = 0; next < members.length; next += 1) {
    const at = members[next] ?? start
    const x = at % width
    const y = Math.floor(at / width)
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
        const there = ny * width + nx
        if (seen[there] || (likely[there] ?? 0) < isPrint) continue
        seen[there] = 1
        members.push(there)
      }
    }
  }
  return members
}

/** Returns the rectangle along the patch's longer axis; a nearly square patch counts as level. */
function rectangleOf(members: readonly number[], across: number): Slanted {
  const count = members.length
  let [mx, my] = [0, 0]
  for (const at of members) {
    mx += at % across
    my += Math.floor(at / across)
  }
  mx /= count
  my /= count
  let [xx, yy, xy] = [0, 0, 0]
  for (const at of members) {
    const dx = (at % across) - mx
    const dy = Math.floor(at / across) - my
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  const elongated = Math.hypot(xx - yy, 2 * xy) / Math.max(1, xx + yy) > 0.6
  const angle = elongated ? Math.atan2(2 * xy, xx - yy) / 2 : 0
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const at of members) {
    const dx = (at % across) - mx
    const dy = Math.floor(at / across) - my
    const along = dx * cos + dy * sin
    const crossways = dy * cos - dx * sin
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, crossways)
    bottom = Math.max(bottom, crossways)
  }
  const [a, b] = [(left + right) / 2, (top + bottom) / 2]
  return { x: mx + a * cos - b * sin + 0.5, y: my + a * sin + b * cos + 0.5, width: right - left + 1, height: bottom - top + 1, angle }
}

/** Returns the bounding box of a slanted line, clipped to the picture. */
export function toBoundingBox({ x, y, width, height, angle }: Slanted, picture: { width: number; height: number }): Box {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const across = (width * cos + height * sin) / 2
  const down = (width * sin + height * cos) / 2
  return {
    left: Math.max(0, Math.round(x - across)),
    top: Math.max(0, Math.round(y - down)),
    right: Math.min(picture.width, Math.round(x + across)),
    bottom: Math.min(picture.height, Math.round(y + down)),
  }
}

import sharp, { type Sharp } from 'sharp'
import type { GrayPicture } from '#platform/server/security/safe-image.ts'
import type { Box } from './barcode-readers.ts'

const toSharp = ({ data, width, height }: GrayPicture) => sharp(data, { raw: { width, height, channels: 1 } })

async function toGray(picture: Sharp): Promise<GrayPicture> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

export const longerSide = (picture: GrayPicture) => Math.max(picture.width, picture.height)
export const shorterSide = (picture: GrayPicture) => Math.min(picture.width, picture.height)

/** Scales by `times`, limiting the longer side to `maxSide` pixels. */
export function enlarge(picture: GrayPicture, times: number, maxSide: number): Promise<GrayPicture> {
  const by = Math.min(times, maxSide / longerSide(picture))
  return resize(picture, by, by)
}

export async function resize(picture: GrayPicture, across: number, down: number): Promise<GrayPicture> {
  const width = Math.max(1, Math.round(picture.width * across))
  const height = Math.max(1, Math.round(picture.height * down))
  return width === picture.width && height === picture.height ? picture : toGray(toSharp(picture).resize(width, height, { fit: 'fill' }))
}

/** Halves width and height by averaging four pixels. Many times faster than `resize` for phone pictures. */
export function halve({ data, width, height }: GrayPicture): GrayPicture {
  const [across, down] = [width >> 1, height >> 1]
  const half = new Uint8Array(across * down)
  for (let y = 0; y < down; y += 1) {
    let upper = 2 * y * width
    let lower = upper + width
    for (let at = y * across; at < (y + 1) * across; at += 1) {
      half[at] = ((data[upper] ?? 0) + (data[upper + 1] ?? 0) + (data[lower] ?? 0) + (data[lower + 1] ?? 0) + 2) >> 2
      upper += 2
      lower += 2
    }
  }
  return { data: half, width: across, height: down }
}

export const rotate = (picture: GrayPicture, degrees: number) => toGray(toSharp(picture).rotate(degrees, { background: '#fff' }))

export const sharpen = (picture: GrayPicture, sigma: number, flat: number, edges: number) =>
  toGray(toSharp(picture).sharpen({ sigma, m1: flat, m2: edges }))

/** Returns the part within `box`, plus `margin` pixels as far as the picture goes. */
export async function crop(picture: GrayPicture, box: Box, margin: number): Promise<GrayPicture> {
  const left = Math.min(picture.width - 1, Math.max(0, Math.floor(box.left - margin)))
  const top = Math.min(picture.height - 1, Math.max(0, Math.floor(box.top - margin)))
  const width = Math.max(1, Math.min(picture.width, Math.ceil(box.right + margin)) - left)
  const height = Math.max(1, Math.min(picture.height, Math.ceil(box.bottom + margin)) - top)
  return toGray(toSharp(picture).extract({ left, top, width, height }))
}

/** Averages blurred bars along their length and sharpens their edges; at most `maxWidth` pixels wide. */
export async function averageAlongBars(picture: GrayPicture, maxWidth = 2400): Promise<GrayPicture> {
  const across = Math.min(3, maxWidth / picture.width)
  return resize(await sharpen(await resize(picture, across, across / 12), 3.5, 3, 4), 1, 4)
}

/** Sharpens upright bars out of focus as zxing reads them best. */
export const sharpenBars = (picture: GrayPicture) => sharpen(picture, 2, 0, 4)

/** Averages upright bars out of focus along their length and sharpens them, as zbar reads them best. */
export const averageBars = async (picture: GrayPicture) => resize(await sharpen(await resize(picture, 2, 1 / 12), 3, 3, 5), 1, 6)

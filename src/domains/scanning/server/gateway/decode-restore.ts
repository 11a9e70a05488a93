import sharp, { type Sharp } from 'sharp'
import type { GreyPicture } from '#platform/server/security/safe-image.ts'
import type { Box } from './decode-readers.ts'

const pixels = ({ data, width, height }: GreyPicture) => sharp(data, { raw: { width, height, channels: 1 } })

async function grey(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

export const longer = (picture: GreyPicture) => Math.max(picture.width, picture.height)
export const shorter = (picture: GreyPicture) => Math.min(picture.width, picture.height)

/** `times` as large, but the longer side at most `longest` pixels. */
export function enlarged(picture: GreyPicture, times: number, longest: number): Promise<GreyPicture> {
  const by = Math.min(times, longest / longer(picture))
  return stretched(picture, by, by)
}

export async function stretched(picture: GreyPicture, across: number, down: number): Promise<GreyPicture> {
  const width = Math.max(1, Math.round(picture.width * across))
  const height = Math.max(1, Math.round(picture.height * down))
  return width === picture.width && height === picture.height ? picture : grey(pixels(picture).resize(width, height, { fit: 'fill' }))
}

/** Half as wide and high: each pixel the mean of four. Many times faster than `stretched`, for phone pictures. */
export function halved({ data, width, height }: GreyPicture): GreyPicture {
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

export const turned = (picture: GreyPicture, degrees: number) => grey(pixels(picture).rotate(degrees, { background: '#fff' }))

export const sharpened = (picture: GreyPicture, sigma: number, flat: number, edges: number) =>
  grey(pixels(picture).sharpen({ sigma, m1: flat, m2: edges }))

/** The part of the picture within `box`, with `margin` pixels around it as far as the picture goes. */
export async function part(picture: GreyPicture, box: Box, margin: number): Promise<GreyPicture> {
  const left = Math.min(picture.width - 1, Math.max(0, Math.floor(box.left - margin)))
  const top = Math.min(picture.height - 1, Math.max(0, Math.floor(box.top - margin)))
  const width = Math.max(1, Math.min(picture.width, Math.ceil(box.right + margin)) - left)
  const height = Math.max(1, Math.min(picture.height, Math.ceil(box.bottom + margin)) - top)
  return grey(pixels(picture).extract({ left, top, width, height }))
}

/** Out of focus bars summed up along their length, their edges then drawn hard; at most `widest` pixels wide. */
export async function alongBars(picture: GreyPicture, widest = 2400): Promise<GreyPicture> {
  const across = Math.min(3, widest / picture.width)
  return stretched(await sharpened(await stretched(picture, across, across / 12), 3.5, 3, 4), 1, 4)
}

/** Bars that stand upright, out of focus, as zxing reads them best: their edges drawn hard. */
export const hardened = (picture: GreyPicture) => sharpened(picture, 2, 0, 4)

/** The same as zbar reads them best: summed up along their length, and drawn hard then. */
export const summedUp = async (picture: GreyPicture) => stretched(await sharpened(await stretched(picture, 2, 1 / 12), 3, 3, 5), 1, 6)

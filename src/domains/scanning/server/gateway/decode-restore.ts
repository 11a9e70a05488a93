import sharp, { type Sharp } from 'sharp'
import type { GreyPicture } from '#platform/server/safe-image.ts'
import type { Box } from './decode-readers.ts'

const pixels = ({ data, width, height }: GreyPicture) => sharp(data, { raw: { width, height, channels: 1 } })

async function grey(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

const longer = (picture: GreyPicture) => Math.max(picture.width, picture.height)

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

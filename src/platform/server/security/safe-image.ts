import { Problem } from '#platform/shared/problem.ts'
import { semaphore } from '../workers/semaphore.ts'

/** A picture of this many bytes is too large. */
export const pictureTooLargeBytes = 10 * 1024 * 1024
/** Decoding takes much memory: 700 MB for 196 megapixels, which fit in a 600 KB file. */
export const maxPixels = 40_000_000
export const maxStoredBytes = 1_000_000

type PictureFormat = 'jpeg' | 'png' | 'webp'

/** One brightness byte per pixel, row by row. */
export interface GrayPicture {
  data: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** Three bytes per pixel (red, green, blue), row by row. */
export interface ColorPicture {
  data: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** A part of a picture, from 0 (left, top) to 1 (right, bottom). */
export interface Region {
  left: number
  top: number
  right: number
  bottom: number
}

/** A picture with a checked header. Pixels are decoded on demand, which may throw 422 `image_unreadable`. */
export interface SafePicture {
  readonly format: PictureFormat
  /** Upright. */
  readonly width: number
  readonly height: number
  /**
   * For codes: upright, with a white background, the longer side at most `longest` pixels. The red channel, because codes are printed for
   * red scanner light; faster than computing gray.
   */
  toGray(longest?: number): Promise<GrayPicture>
  /** For other recognition: like `toGray`, in color, optionally of a part. */
  toColor(longest: number, part?: Region): Promise<ColorPicture>
  /** For storage: a new JPEG of at most `maxStoredBytes`, upright, without metadata. */
  toStored(longest?: number): Promise<{ bytes: Buffer; type: 'image/jpeg'; width: number; height: number }>
}

const wrongType = () => new Problem(415, 'image_type', 'Please select a valid image file (JPEG, PNG, or WebP)')
const unreadable = () => new Problem(422, 'image_unreadable', 'That photo is damaged. Take another one.')
export const pictureTooLarge = () => new Problem(413, 'image_too_large', 'File size must be less than 10MB')

/** Detects the format from the first bytes. */
function sniff(bytes: Uint8Array): PictureFormat | null {
  const starts = (at: number, ...expected: number[]) => expected.every((byte, index) => bytes[at + index] === byte)
  if (starts(0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return 'webp'
  return null
}

/** Limits decoding, which needs the picture in memory. */
const decodeSemaphore = semaphore(2, 100)

/** Loaded with the first picture, to save 25 MB of memory and startup time. */
const loadSharp = async () => (await import('sharp')).default

/** Reads one frame and fails at the first error. */
async function open(bytes: Uint8Array) {
  return (await loadSharp())(bytes, {
    limitInputPixels: maxPixels,
    sequentialRead: true,
    failOn: 'error',
    pages: 1,
    animated: false,
  }).autoOrient()
}

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  return decodeSemaphore(async () => {
    try {
      return await work()
    } catch {
      throw unreadable()
    }
  })
}

async function encodeForStorage(bytes: Uint8Array, longest: number) {
  for (const [side, quality] of [
    [longest, 82],
    [longest, 65],
    [Math.round(longest / 2), 60],
  ] as const) {
    const { data, info } = await (await open(bytes))
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= maxStoredBytes) return { bytes: data, type: 'image/jpeg' as const, width: info.width, height: info.height }
  }
  throw unreadable()
}

function pixelsOf(part: Region, { width, height }: { width: number; height: number }) {
  const within = (share: number, length: number) => Math.min(length - 1, Math.max(0, Math.round(share * length)))
  const [left, top] = [within(part.left, width), within(part.top, height)]
  return { left, top, width: within(part.right, width) - left + 1, height: within(part.bottom, height) - top + 1 }
}

/**
 * Checks a picture sent by a user by its content, without decoding pixels. All uploaded pictures go through it.
 * Throws 415 `image_type` (not JPEG, PNG or WebP), 413 `image_too_large` (10 MiB or more), 422 `image_too_many_pixels` (over 40
 * megapixels), 422 `image_unreadable` (damaged or truncated).
 */
export async function safeImage(bytes: Uint8Array): Promise<SafePicture> {
  if (bytes.length >= pictureTooLargeBytes) throw pictureTooLarge()
  const format = sniff(bytes)
  if (!format) throw wrongType()
  const header = await (await loadSharp())(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw unreadable()
    })
  if (header.format !== format) throw wrongType()
  if (header.width * header.height > maxPixels) {
    throw new Problem(422, 'image_too_many_pixels', 'That photo is too large. Use one of 40 megapixels or less.')
  }
  return {
    format,
    width: header.autoOrient.width,
    height: header.autoOrient.height,
    toColor: (longest, part) =>
      decoded(async () => {
        const upright = (await open(bytes)).flatten({ background: '#fff' })
        const cut = part ? upright.extract(pixelsOf(part, header.autoOrient)) : upright
        const sized = cut.resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
        const { data, info } = await sized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
        return { data: new Uint8Array(data), width: info.width, height: info.height }
      }),
    toGray: (longest = Number.POSITIVE_INFINITY) =>
      decoded(async () => {
        const upright = (await open(bytes)).flatten({ background: '#fff' })
        const sized = Number.isFinite(longest) ? upright.resize(longest, longest, { fit: 'inside', withoutEnlargement: true }) : upright
        const { data, info } = await sized.toColourspace('srgb').extractChannel('red').raw().toBuffer({ resolveWithObject: true })
        return { data: new Uint8Array(data), width: info.width, height: info.height }
      }),
    toStored: (longest = 1600) => decoded(() => encodeForStorage(bytes, longest)),
  }
}

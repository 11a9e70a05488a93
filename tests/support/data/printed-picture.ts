import bwipjs from 'bwip-js/node'
import sharp from 'sharp'

interface Options {
  /** Degrees, clockwise. */
  rotate?: number
  /** Height of the letters: 10 is small print, 30 a brand. */
  size?: number
}

/**
 * A pack with print on it (JPEG), one line under the other. The letters come with the barcode drawer, so that they look the same on a machine
 * without fonts; only ASCII.
 */
export async function printedPicture(lines: readonly string[], { rotate = 0, size = 14 }: Options = {}): Promise<Buffer> {
  const drawn = await Promise.all(
    lines.map((text) =>
      // A code of no height: what stays is the writing under it.
      bwipjs.toBuffer({ bcid: 'code128', text: '1', alttext: text, includetext: true, scale: 3, height: 0.1, textsize: size, padding: 4 }),
    ),
  )
  const sizes = await Promise.all(drawn.map(async (line) => sharp(line).metadata()))
  const gap = size
  const width = Math.max(...sizes.map((each) => each.width)) + 80
  const height = sizes.reduce((sum, each) => sum + each.height + gap, 80)
  let top = 40
  const placed = drawn.map((input, at) => {
    const layer = { input, left: 40, top }
    top += (sizes[at]?.height ?? 0) + gap
    return layer
  })
  const flat = await sharp({ create: { width, height, channels: 3, background: '#f4efe2' } })
    .composite(placed)
    .png()
    .toBuffer()
  return sharp(flat).rotate(rotate, { background: '#8a7f6a' }).jpeg({ quality: 88 }).toBuffer()
}

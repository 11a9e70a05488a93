import bwipjs from 'bwip-js/node'
import sharp from 'sharp'

/** Returns a generator of reproducible numbers in [0, 1). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Symbology = 'ean13' | 'ean8' | 'upca' | 'upce'
export const gs1Symbologies = ['gs1datamatrix', 'gs1qrcode', 'qrcode', 'databarexpanded', 'databarexpandedstacked', 'gs1-128'] as const
const byLength: Record<number, Symbology> = { 8: 'ean8', 12: 'upca', 13: 'ean13' }

interface Options {
  /** By default chosen from the number of digits. Eight digits are EAN-8; pass `upce` for UPC-E. */
  symbology?: Symbology | (typeof gs1Symbologies)[number]
  /** Clockwise, in degrees. */
  rotate?: number
  /** Sigma of a Gaussian, in pixels. */
  blur?: number
  /** Pixels per module (the thinnest bar). */
  scale?: number
  /** Draws a shelf (boxes, stripes, text) instead of white, reproducible by seed. */
  background?: { seed: number; width: number; height: number }
}

const isSquare = (symbology: string) => /qrcode|datamatrix|stacked/.test(symbology)

/** Draws a barcode as a phone would upload it (JPEG). The check digit must be right. */
export async function barcodePicture(code: string, options: Options = {}): Promise<Buffer> {
  const { symbology = byLength[code.length], rotate = 0, blur = 0, scale = 3, background } = options
  if (!symbology) throw new Error(`No retail barcode has ${code.length} digits`)
  const drawn = await bwipjs.toBuffer({
    bcid: symbology,
    text: code,
    scale,
    includetext: true,
    ...(isSquare(symbology) ? {} : { height: 18 }),
    padding: 10,
    backgroundcolor: 'FFFFFF',
  })
  const label = await sharp(drawn)
    .flatten({ background: '#fff' })
    .rotate(rotate, { background: background ? '#0000' : '#fff' })
    .png()
    .toBuffer()
  const { width, height } = await sharp(label).metadata()
  const canvas = background
    ? sharp(await busyScene(background.seed, background.width, background.height))
    : sharp({ create: { width: width + 120, height: height + 120, channels: 3, background: '#fff' } })
  const placed = await canvas
    .composite([{ input: label, gravity: 'centre' }])
    .png()
    .toBuffer()
  return (blur > 0 ? sharp(placed).blur(blur) : sharp(placed)).jpeg({ quality: 88 }).toBuffer()
}

/** Draws a shelf without a code (PNG): stripes like bars, boxes, round objects and text. */
export async function busyScene(seed: number, width = 800, height = 600): Promise<Buffer> {
  const random = seededRandom(seed)
  const upTo = (max: number) => Math.round(random() * max)
  const gray = () => `rgb(${upTo(255)},${upTo(255)},${upTo(255)})`
  const shapes: string[] = []
  for (let count = 0; count < 25; count += 1) {
    shapes.push(
      `<rect x="${upTo(width)}" y="${upTo(height)}" width="${20 + upTo(200)}" height="${20 + upTo(160)}" fill="${gray()}" transform="rotate(${upTo(90)} ${upTo(width)} ${upTo(height)})"/>`,
    )
    shapes.push(`<circle cx="${upTo(width)}" cy="${upTo(height)}" r="${5 + upTo(60)}" fill="${gray()}"/>`)
    shapes.push(
      `<text x="${upTo(width)}" y="${upTo(height)}" font-size="${10 + upTo(40)}" font-family="sans-serif" fill="${gray()}">${upTo(9_999_999)} Best before ${upTo(28)}/${upTo(12)}</text>`,
    )
  }
  for (let fence = 0; fence < 3; fence += 1) {
    const [left, top, tall] = [upTo(width), upTo(height), 40 + upTo(120)]
    let x = left
    for (let bar = 0; bar < 40; bar += 1) {
      const thick = 1 + upTo(5)
      shapes.push(`<rect x="${x}" y="${top}" width="${thick}" height="${tall}" fill="${bar % 2 ? '#fff' : '#111'}"/>`)
      x += thick
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${gray()}"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

interface Options {
  /** Clockwise, in degrees. */
  rotate?: number
  /** Letter height: 10 is small print, 30 a brand. */
  size?: number
}

/**
 * Draws a package with lines of print (JPEG), ASCII only. The letters are the barcode library's, so they look the same on a machine without
 * fonts.
 */
export async function printedPicture(lines: readonly string[], { rotate = 0, size = 14 }: Options = {}): Promise<Buffer> {
  const drawn = await Promise.all(
    lines.map((text) =>
      // A barcode of zero height leaves only the text below it.
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

/** Draws a shelf with up to six pictures on it, far apart. */
export async function shelfPicture(pictures: readonly Buffer[]): Promise<Buffer> {
  const placed = pictures.map(async (picture, at) => ({
    input: await sharp(picture).resize(620, 620, { fit: 'inside' }).toBuffer(),
    left: 90 + (at % 3) * 800,
    top: 110 + Math.floor(at / 3) * 900,
  }))
  return sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#d8d4cc' } })
    .composite(await Promise.all(placed))
    .jpeg()
    .toBuffer()
}

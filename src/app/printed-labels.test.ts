import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { type LabelSizeName, labelAlphabet, labelCodeLength, labelSizeNames } from '#domains/labels/contract.ts'
import { drawLabels } from '#domains/labels/rules/draw-labels.ts'
import { labelSizes } from '#domains/labels/rules/label-size.ts'
import { pagesToPdf } from '#domains/labels/rules/pages-to-pdf.ts'
import { readLabelLink } from '#domains/scanning/rules/label-link.ts'
import { startDecoder } from '#domains/scanning/server/gateway/barcode-decoder.ts'
import { safeImage } from '#platform/server/security/safe-image.ts'
import { type Random, randomFrom } from '#tests/support/data/random.ts'

// A generous limit, so that a busy machine reads the same.
const budgetMs = 60_000
const decoder = startDecoder()
afterAll(() => decoder.close())
const seed = 31
const labelsOfEach = 4
/** Of a printer. */
const dotsPerInch = 300
const dotsPerMillimeter = dotsPerInch / 25.4
const pointsPerInch = 72

/** Returns a command of `pagesToPdf` as SVG. */
function toSvg(command: string): string {
  const words = command.split(' ')
  const [first, second, third, fourth] = words
  switch (words.at(-1)) {
    case 'cm':
      return `<g transform="matrix(${words.slice(1, 7).join(' ')})">`
    case 're':
      return `<rect x="${first}" y="${second}" width="${third}" height="${fourth}"/>`
    case 'Q':
      return '</g>'
    case 'S':
      return `<path d="M${words[4]} ${words[5]}L${words[7]} ${words[8]}" stroke="#bbb" stroke-width="${third}"/>`
    case 'ET':
      return `<text transform="matrix(1 0 0 -1 ${words[4]} ${words[5]})" font-family="monospace" font-weight="bold" font-size="${third}">${words[7]?.slice(1, -1)}</text>`
    default:
      throw new Error(`unknown command: ${command}`)
  }
}

/** Draws the first page of a PDF as a printer does: without shades. Reads the commands that `pagesToPdf` writes only. */
function printed(pdf: string): Promise<Buffer> {
  const [, width = '', height = ''] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  const [, commands = ''] = /stream\n([\s\S]*?)\nendstream/.exec(pdf) ?? []
  const inDots = (points: string) => (Number(points) * dotsPerInch) / pointsPerInch
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${inDots(width)}" height="${inDots(height)}">
        <rect width="${width}" height="${height}" fill="#fff"/>
        <g transform="matrix(1 0 0 -1 0 ${height})">${commands.split('\n').map(toSvg).join('')}</g>
      </svg>`,
    ),
  )
    .threshold(160)
    .png()
    .toBuffer()
}

/** Photographs the first label of a page: turned, slanted, a little out of focus, in dim light, as JPEG. */
async function photographed(page: Buffer, name: LabelSizeName, random: Random): Promise<Buffer> {
  const { label, margin } = labelSizes[name]
  const inDots = (millimeters: number) => Math.floor(millimeters * dotsPerMillimeter)
  const cut = { left: inDots(margin.left), top: inDots(margin.top), width: inDots(label.width), height: inDots(label.height) }
  const [turn, slant, flat] = [(random.share() - 0.5) * 0.5, (random.share() - 0.5) * 0.4, 0.75 + random.share() * 0.25]
  const light = 0.45 + random.share() * 0.4
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const held = await sharp(await sharp(page).extract(cut).toBuffer())
    .affine([cos, -sin + slant, sin * flat, cos * flat], { background: '#8a7f70' })
    .resize({ width: 900, height: 900, fit: 'inside' })
    .blur(1 + random.share() * 1.5)
    .toBuffer()
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a7f70' } })
    .composite([{ input: held, left: 300 + random.below(80), top: 120 + random.below(60) }])
    .linear(light, 20)
    .jpeg({ quality: 80 })
    .toBuffer()
}

describe('a printed label', () => {
  it('is read from a photo', { timeout: 600_000 }, async () => {
    const random = randomFrom(seed)
    const code = () => Array.from({ length: labelCodeLength }, () => labelAlphabet[random.below(labelAlphabet.length)]).join('')
    const missed: string[] = []
    for (const name of labelSizeNames) {
      for (let at = 0; at < labelsOfEach; at++) {
        const label = code()
        const pdf = new TextDecoder('latin1').decode(pagesToPdf(drawLabels([label], name, 'https://larder.example.org')))
        const photo = await safeImage(await photographed(await printed(pdf), name, random))
        const { gs1Texts } = await decoder.search(await photo.toGray(), budgetMs)
        if (gs1Texts.map(readLabelLink).join() !== label) missed.push(`${name} ${at}`)
      }
    }
    const count = labelSizeNames.length * labelsOfEach
    process.stdout.write(`labels: ${count - missed.length} of ${count} photos read\n`)
    expect(missed).toEqual([])
  })
})

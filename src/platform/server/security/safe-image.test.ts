import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { imageTooLargeBytes, tooLargeSentence, wrongTypeSentence } from '#domains/scanning/contract.ts'
import { maxStoredBytes, pictureTooLargeBytes, safeImage } from './safe-image.ts'

const plain = (width: number, height: number, background = '#c33') => sharp({ create: { width, height, channels: 3, background } })
const jpeg = (width = 60, height = 40) => plain(width, height).jpeg().toBuffer()
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
/** Returns a gray PNG with zero pixels, with additional chunks before them. */
function blankPng(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
async function grownBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  await work()
  return process.memoryUsage.rss() - before
}

const wrongType = { status: 415, code: 'image_type', message: wrongTypeSentence }
const tooLarge = { status: 413, code: 'image_too_large', message: tooLargeSentence }
const unreadable = { status: 422, code: 'image_unreadable' }
const isobmff = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}mif1`), Buffer.alloc(200)])

describe('a picture', () => {
  it('is accepted as JPEG, PNG or WebP, by content', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const picture = await safeImage(await plain(60, 40).toFormat(format).toBuffer())
      expect([picture.format, picture.width, picture.height]).toEqual([format, 60, 40])
      const gray = await picture.toGray()
      expect([gray.width, gray.height, gray.data.length]).toEqual([60, 40, 2400])
    }
  })

  it.each([
    ['I-20: SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['I-20: SVG behind an XML line', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['I-21: HTML, whatever its name', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['I-22: GIF that is also a script', Buffer.from('GIF89a=1;alert(1)//')],
    ['I-22: PDF that contains a JPEG', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0xff, 0xd8, 0xff, 0xe0])])],
    ['I-25: animated GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5000)])],
    ['I-29: HEIC', isobmff('heic')],
    ['I-29: AVIF', isobmff('avif')],
    ['I-29: TIFF, little-endian', Buffer.from([0x49, 0x49, 0x2a, 0x00, 8, 0, 0, 0])],
    ['I-29: TIFF, big-endian', Buffer.from([0x4d, 0x4d, 0x00, 0x2a, 0, 0, 0, 8])],
    ['I-29: PDF', Buffer.from('%PDF-1.4')],
    ['I-29: MVG', Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://example.com/"')],
    ['I-29: RIFF other than WebP', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is refused with the spec’s message', async (_what, bytes) => {
    await expect(safeImage(bytes)).rejects.toMatchObject(wrongType)
  })

  it('I-25: is too large with 10 MiB, but not with a byte less', async () => {
    expect(pictureTooLargeBytes).toBe(imageTooLargeBytes)
    const small = await jpeg()
    const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)])
    await expect(safeImage(padded(pictureTooLargeBytes))).rejects.toMatchObject(tooLarge)
    await expect(safeImage(padded(pictureTooLargeBytes - 1))).resolves.toMatchObject({ format: 'jpeg', width: 60 })
  })

  it('I-24: is refused by its header with 14,000 × 14,000 pixels, before decoding', async () => {
    const bomb = blankPng(14_000, 14_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    const grown = await grownBy(() => expect(safeImage(bomb)).rejects.toMatchObject({ status: 422, code: 'image_too_many_pixels' }))
    expect(grown).toBeLessThan(150 * 1024 * 1024)
  })

  it('I-24: may have 40 megapixels', async () => {
    await expect(safeImage(blankPng(8000, 5000))).resolves.toMatchObject({ width: 8000, height: 5000 })
    await expect(safeImage(blankPng(8001, 5000))).rejects.toMatchObject({ code: 'image_too_many_pixels' })
  })

  it('I-25: isn’t expanded by a color profile of 60 MB', async () => {
    const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(Buffer.alloc(60 * 1024 * 1024))]))
    const grown = await grownBy(async () => {
      const picture = await safeImage(blankPng(8, 8, profile)).catch((error: unknown) => error)
      if (picture instanceof Error) expect(picture).toMatchObject(unreadable)
      else expect(await (await safeImage(blankPng(8, 8, profile))).toStored()).toMatchObject({ width: 8, height: 8 })
    })
    expect(grown).toBeLessThan(150 * 1024 * 1024)
  })

  it('I-25: is decoded for its first frame only', async () => {
    const frames = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        plain(40, 30, at === 0 ? '#fff' : '#000')
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    const gray = await (await safeImage(animation)).toGray()
    expect([gray.width, gray.height]).toEqual([40, 30])
    expect(Math.min(...gray.data)).toBeGreaterThan(240)
  })
})

describe('I-27: damaged pictures', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('a truncated %s is refused when decoded', async (format) => {
    const whole = await noise(300, 200).toFormat(format).toBuffer()
    const decode = async (bytes: Buffer) => (await safeImage(bytes)).toGray()
    await expect(decode(whole)).resolves.toMatchObject({ width: 300 })
    await expect(decode(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(unreadable)
    await expect(decode(whole.subarray(0, 40))).rejects.toMatchObject(unreadable)
  })

  it('garbage after a valid signature is refused', async () => {
    for (const start of [
      [0xff, 0xd8, 0xff, 0xe0],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ]) {
      await expect(safeImage(Buffer.concat([Buffer.from(start), Buffer.from('garbage, and more of it')]))).rejects.toMatchObject(unreadable)
    }
  })
})

describe('a stored picture', () => {
  it('I-27: is upright and has no location, camera or comment', async () => {
    const original = await plain(80, 40)
      .withExif({ IFD0: { Make: 'CameraMaker', ImageDescription: 'at home' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(original.includes('CameraMaker')).toBe(true)
    const picture = await safeImage(original)
    expect([picture.width, picture.height]).toEqual([40, 80])
    const kept = await picture.toStored()
    expect([kept.type, kept.width, kept.height]).toEqual(['image/jpeg', 40, 80])
    const after = await sharp(kept.bytes).metadata()
    expect([after.exif, after.icc, after.xmp, after.orientation, kept.bytes.includes('CameraMaker')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      false,
    ])
    expect(await picture.toGray()).toMatchObject({ width: 40, height: 80 })
  })

  it('I-22: contains nothing from comments or after the picture', async () => {
    const page = '<script>alert(document.domain)</script>'
    const small = await jpeg()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), Buffer.from(page)])
    const archive = Buffer.from('PK\u0003\u0004 hidden archive')
    const polyglots = [
      Buffer.concat([small, Buffer.from(page)]),
      Buffer.concat([small.subarray(0, 2), comment, small.subarray(2)]),
      Buffer.concat([await plain(20, 20).png().toBuffer(), archive]),
    ]
    for (const polyglot of polyglots) {
      const { bytes } = await (await safeImage(polyglot)).toStored()
      expect([bytes.includes('script'), bytes.includes('hidden archive')]).toEqual([false, false])
    }
  })

  it('has at most 1 MB and 1600 pixels on its longer side', async () => {
    const { bytes, width, height } = await (await safeImage(await noise(2400, 1800).jpeg({ quality: 80 }).toBuffer())).toStored()
    expect(bytes.length).toBeLessThanOrEqual(maxStoredBytes)
    expect(Math.max(width, height)).toBeLessThanOrEqual(1600)
  })

  it('is white where the original was transparent', async () => {
    const clear = await sharp({ create: { width: 10, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const gray = await (await safeImage(clear)).toGray()
    expect([...new Set(gray.data)]).toEqual([255])
  })
})

it('pictures for recognition are scaled down, never up', async () => {
  const picture = await safeImage(await jpeg(300, 150))
  expect(await picture.toGray(100)).toMatchObject({ width: 100, height: 50 })
  expect(await picture.toGray(4000)).toMatchObject({ width: 300, height: 150 })
})

it('a part of a picture is cut out at its edges, also if they are beyond it', async () => {
  const blue = await plain(30, 20, '#00f').png().toBuffer()
  const halves = await plain(60, 20, '#f00')
    .composite([{ input: blue, left: 30, top: 0 }])
    .png()
    .toBuffer()
  const picture = await safeImage(halves)
  const part = async (left: number, right: number, top = 0, bottom = 1) => {
    const { data, width, height } = await picture.toColor(100, { left, top, right, bottom })
    return { width, height, first: [...data.slice(0, 3)], last: [...data.slice(-3)] }
  }
  const [red, blueColor] = [
    [255, 0, 0],
    [0, 0, 255],
  ]
  expect(await part(0.25, 0.75)).toEqual({ width: 31, height: 20, first: red, last: blueColor })
  expect(await part(0.6, 1.5, 0.5, 2)).toEqual({ width: 24, height: 10, first: blueColor, last: blueColor })
  expect(await part(-1, 0.3)).toEqual({ width: 19, height: 20, first: red, last: red })
})

it('many concurrent pictures are all decoded, even if some are damaged', async () => {
  const good = await jpeg(200, 100)
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, async (_, at) => (await safeImage(at % 3 ? good : good.subarray(0, good.length - 300))).toGray()),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
})

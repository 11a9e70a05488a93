import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { safeImage } from '#platform/server/security/safe-image.ts'
import { barcodePicture, busyScene, gs1Symbologies } from '#tests/support/data/pictures.ts'
import { readPackageCode } from '../../rules/package-code.ts'
import { startDecoder } from './barcode-decoder.ts'
import { zbar } from './barcode-readers.ts'

// A generous limit, so that a busy machine reads the same.
const budgetMs = 60_000
const decoder = startDecoder()
afterAll(() => decoder.close())
const read = async (picture: Buffer) => decoder.decode(await (await safeImage(picture)).toGray(), budgetMs)

describe('reading codes', () => {
  it.each([
    ['EAN-13', '4006381333931', '4006381333931', {}],
    ['EAN-8', '96385074', '96385074', {}],
    ['UPC-A, with a leading zero', '036000291452', '0036000291452', {}],
    ['UPC-E, expanded', '01234565', '0012345000065', { symbology: 'upce' as const }],
  ])('reads %s in normalized form with both decoders', async (_name, printed, normal, options) => {
    const codes = await read(await barcodePicture(printed, options))
    expect(codes).toMatchObject([{ code: normal, kind: 'product', by: ['zxing', 'zbar'], rivals: [] }])
  })

  it('finds the code on a crowded shelf', async () => {
    const picture = await barcodePicture('4006381333931', { rotate: 12, scale: 2, background: { seed: 7, width: 1600, height: 1200 } })
    expect((await read(picture)).map(({ code }) => code)).toContain('4006381333931')
  })

  it('finds a small, blurred code in a phone picture by cropping likely spots', async () => {
    const picture = await barcodePicture('4006381333931', {
      rotate: 180,
      blur: 2,
      scale: 3,
      background: { seed: 2, width: 4000, height: 3000 },
    })
    expect((await read(picture)).map(({ code }) => code)).toEqual(['4006381333931'])
  })

  it('finds all codes in a phone picture, even one half as long as another', async () => {
    const picture = sharp({ create: { width: 2600, height: 1950, channels: 3, background: '#cfc8b8' } }).composite([
      { input: await barcodePicture('4006381333931', { scale: 6 }), left: 200, top: 300 },
      { input: await barcodePicture('3017620422003', { scale: 3, rotate: 20 }), left: 1500, top: 1200 },
    ])
    const codes = await read(await picture.jpeg().toBuffer())
    expect(codes.map(({ code, by }) => `${code} ${by.length}`)).toEqual(['4006381333931 2', '3017620422003 2'])
  })

  it('reads green bars on red of equal brightness', async () => {
    const picture = sharp(await barcodePicture('4006381333931')).linear([1, -0.2, 0.08], [0, 110, 40])
    expect((await read(await picture.jpeg().toBuffer())).map(({ code }) => code)).toEqual(['4006381333931'])
  })

  it('never combines half a code with half a code of the previous picture', async () => {
    const slanted = async (code: string, rotate: number) => (await safeImage(await barcodePicture(code, { rotate, blur: 1 }))).toGray()
    await zbar(await slanted('4006381333931', 45))
    const codes = await zbar(await slanted('8413000065504', 40))
    expect(codes.map(({ code }) => code)).toEqual(['8413000065504'])
  })

  it.each(gs1Symbologies)('reads what a %s code says', async (symbology) => {
    const text = symbology === 'qrcode' ? 'https://id.gs1.org/01/90012345678908?3103=001750' : '(01)90012345678908(3103)001750'
    for (const rotate of [0, 12, 180]) {
      const picture = await (await safeImage(await barcodePicture(text, { symbology, rotate, blur: 1 }))).toGray()
      const { codes, gs1Texts } = await decoder.search(picture, budgetMs)
      expect(codes).toEqual([])
      expect(gs1Texts.map((found) => readPackageCode(found, '2026-11-26')?.amount)).toEqual([{ quantity: 1.75, unit: 'kg' }])
    }
  })

  it('reads a square code next to the product’s bars', async () => {
    const square = await barcodePicture('(01)04006381333931(17)270805', { symbology: 'gs1datamatrix' })
    const picture = sharp({ create: { width: 1200, height: 700, channels: 3, background: '#fff' } }).composite([
      { input: await barcodePicture('4006381333931'), left: 100, top: 100 },
      { input: square, left: 700, top: 200 },
    ])
    const { codes, gs1Texts } = await decoder.search(await (await safeImage(await picture.jpeg().toBuffer())).toGray(), budgetMs)
    expect([codes.map(({ code }) => code), gs1Texts]).toEqual([['4006381333931'], ['010400638133393117270805']])
  })

  it('ignores a QR code that is only a web address or text', async () => {
    for (const text of ['https://example.com/menu', 'WIFI:S:kitchen;P:secret;;']) {
      const picture = await (await safeImage(await barcodePicture(text, { symbology: 'qrcode' }))).toGray()
      const { codes, gs1Texts } = await decoder.search(picture, budgetMs)
      expect([codes, gs1Texts.map((found) => readPackageCode(found, '2026-11-26')).filter(Boolean)]).toEqual([[], []])
    }
  })

  it('handles pictures of one pixel, one row and one column', async () => {
    const speck = { data: new Uint8Array([7]), width: 1, height: 1 }
    const row = { data: new Uint8Array(5000), width: 5000, height: 1 }
    const column = { data: new Uint8Array(5000), width: 1, height: 5000 }
    const troubles: string[] = []
    const watched = startDecoder({ onTrouble: (what) => troubles.push(what) })
    for (const picture of [speck, row, column]) expect(await watched.decode(picture, budgetMs)).toEqual([])
    await watched.close()
    expect(troubles).toEqual([])
  })
})

describe('decoder threads', () => {
  const speck = () => ({ data: new Uint8Array([7]), width: 1, height: 1 })
  const threadOf = (body: string) =>
    new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${body}`)}`)
  const countingWorker = threadOf(
    `let turn = 0; parentPort.on('message', () => setTimeout(() => parentPort.postMessage({ result: { codes: [{ code: String(++turn) }], bars: [] } }), 20))`,
  )

  it('start with the first picture and end when idle', async () => {
    const pool = startDecoder({ worker: countingWorker, idleMs: 1 })
    expect(pool.threads).toBe(0)
    await pool.decode(speck())
    await expect.poll(() => pool.threads).toBe(0)
    expect(await pool.decode(speck())).toHaveLength(1)
    await pool.close()
  })

  it('respond in order of arrival and reject more than the queue limit', async () => {
    const pool = startDecoder({ worker: countingWorker, maxWorkers: 1, maxWaiting: 3 })
    const order: string[] = []
    const four = [1, 2, 3, 4].map(() => pool.decode(speck()).then(([found]) => order.push(found?.code ?? '')))
    await expect(pool.decode(speck())).rejects.toMatchObject({ status: 503, code: 'scanner_busy' })
    await Promise.all(four)
    expect(order).toEqual(['1', '2', '3', '4'])
    await pool.close()
  })

  it('are replaced when one hangs, fails or exits; its picture counts as unread', async () => {
    const troubles: string[] = []
    for (const body of ['for (;;);', 'throw new Error("boom")', 'process.exit(3)']) {
      const pool = startDecoder({
        worker: threadOf(`parentPort.on('message', () => { ${body} })`),
        maxWorkers: 1,
        graceMs: 500,
        onTrouble: (what) => troubles.push(what),
      })
      expect(await Promise.all([pool.decode(speck(), 1), pool.decode(speck(), 1)])).toEqual([[], []])
      await pool.close()
    }
    expect(troubles).toHaveLength(6)
    expect(troubles[0]).toBe('a task took too long')
  })

  it('start no further pass once the time is up', async () => {
    const picture = await (await safeImage(await busyScene(3))).toGray()
    expect(await decoder.decode(picture, -1)).toEqual([])
  })
})

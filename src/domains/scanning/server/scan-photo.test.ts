import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { addIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { barcodePicture, busyScene, printedPicture } from '#tests/support/data/pictures.ts'
import { digestOf } from '#tests/support/database/digest.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'
import { labelLink } from '../rules/label-link.ts'

const testApp = useTestApp()
/** Tests without the database run with one engine only. */
const isSqlite = process.env['LARDER_TEST_ENGINE'] === 'sqlite'
const boundary = 'larder-test-boundary'
const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
const form = (bytes: Buffer) => Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])

async function createMember(): Promise<Person> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}
const headersOf = (person: Person) => ({
  authorization: `Bearer ${person.token}`,
  'x-household-id': person.home ?? '',
  'content-type': `multipart/form-data; boundary=${boundary}`,
})
const scan = (person: Person, bytes: Buffer, more: Record<string, string> = {}) =>
  testApp().inject({ method: 'POST', url: contract.scanPhoto.path, headers: { ...headersOf(person), ...more }, payload: form(bytes) })
async function photo(person: Person, bytes: Buffer, more: Record<string, string> = {}): Promise<contract.ScanResult> {
  const answer = await scan(person, bytes, more)
  expect(answer.status).toBe(200)
  return contract.ScanResult.parse(answer.body)
}
/** Large enough that print isn't read when there is a code. */
const background = { seed: 4, width: 1800, height: 1300 }
/** Draws a round object of one color on a background: enough for a photo to learn from. */
const drawObject = (color: string, cloth: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="100%" height="100%" fill="${cloth}"/><circle cx="190" cy="210" r="130" fill="${color}"/><circle cx="150" cy="170" r="30" fill="#fff8"/></svg>`,
    ),
  )
    .jpeg()
    .toBuffer()

/** Reading stops after five seconds, so a busy machine may need several attempts. */
const busy = { timeout: 240_000, interval: 100 }

describe('a photo of a package', () => {
  it('names the label whose code it shows, and nothing else', async () => {
    const ana = await createMember()
    const picture = await barcodePicture(labelLink('https://larder.example', 'K7M4XQPD'), { symbology: 'qrcode', background })
    await expect.poll(() => photo(ana, picture), busy).toMatchObject({ success: true, label: 'K7M4XQPD', ingredient: null, barcode: null })
  })

  it('suggests the household’s ingredient printed on it, with the printed date', async () => {
    const ana = await createMember()
    const ingredient = await ana.must(addIngredient, { body: { name: 'Haferdrink', aliases: ['oat drink'] } })
    const picture = await printedPicture(['OAT DRINK', 'Best before 04/03/2027'], { size: 18 })
    await expect
      .poll(() => photo(ana, picture), busy)
      .toMatchObject({
        success: true,
        needsConfirmation: true,
        method: 'photo_recognition',
        ingredient: { id: ingredient.id, name: 'Haferdrink' },
        expirationDate: '2027-03-04',
        barcode: null,
      })
  })

  it('suggests a built-in ingredient, and reads dates as the reader’s country writes them', async () => {
    const ana = await createMember()
    const picture = await printedPicture(['Peanut butter', 'EXP 04/03/2027'], { size: 18 })
    const read = async () => {
      const { alternatives, ...answer } = await photo(ana, picture, { 'accept-language': 'en-US,en;q=0.9' })
      return { ...answer, first: alternatives[0] }
    }
    await expect.poll(read, busy).toMatchObject({
      success: true,
      needsConfirmation: true,
      ingredient: null,
      expirationDate: '2027-04-03',
      first: { id: null, name: 'Peanut butter' },
    })
  })
})

if (isSqlite)
  describe('a picture without food', () => {
    it.each([1, 2])('%i returns no ingredient', async (seed) => {
      const ana = await createMember()
      await ana.must(addIngredient, { body: { name: 'Milk' } })
      expect(await photo(ana, await busyScene(seed, 400, 300))).toMatchObject({
        success: false,
        ingredient: null,
        alternatives: [],
        barcode: null,
      })
    })
  })

describe('a confirmed photo', () => {
  it('is recognized again in its household, and in no other', async () => {
    const [ana, ben] = [await createMember(), await createMember()]
    const quince = await ana.must(addIngredient, { body: { name: 'Quince' } })
    const picture = await drawObject('#c9b71d', '#31465a')
    const first = await photo(ana, picture)
    expect(first.ingredient).toBeNull()
    const scanId = first.scanId ?? ''
    for (const _twice of [1, 2])
      expect(await ana.must(contract.confirmScan, { body: { scanId, ingredientId: quince.id } })).toEqual({ learned: true })
    expect(await photo(ana, picture)).toMatchObject({ success: true, ingredient: { id: quince.id, name: 'Quince' } })
    expect((await photo(ben, picture)).ingredient).toBeNull()
  })

  it('is ignored for another household’s scan, an invalid scan or a foreign ingredient', async () => {
    const [ana, ben] = [await createMember(), await createMember()]
    const [quince, plum] = [
      await ana.must(addIngredient, { body: { name: 'Quince' } }),
      await ben.must(addIngredient, { body: { name: 'Plum' } }),
    ]
    const { scanId } = await photo(ana, await drawObject('#5b2a6e', '#d9d2c0'))
    expect(await ben.must(contract.confirmScan, { body: { scanId: scanId ?? '', ingredientId: plum.id } })).toEqual({ learned: false })
    expect(await ana.must(contract.confirmScan, { body: { scanId: 'made-up', ingredientId: quince.id } })).toEqual({ learned: false })
    expect(await ana.call(contract.confirmScan, { body: { scanId: scanId ?? '', ingredientId: plum.id } })).toMatchObject({ status: 404 })
  })
})

describe('concurrent uploads', () => {
  it('are answered in order of arrival, even if a later one is faster', async () => {
    const members = [await createMember(), await createMember()]
    const [slow, fast] = [await busyScene(1, 400, 300), await barcodePicture('4006381333931', { background })]
    // The first database connection takes longer than a fast picture.
    await Promise.all([...members, ...members].map((member) => member.must(listIngredients, { query: {} })))
    const order: string[] = []
    const pictures = [slow, fast, fast, fast]
    await Promise.all(
      pictures.map(async (picture, at) => {
        // Requests at the same moment may arrive in any order.
        await sleep(at * 150)
        const { barcode } = await photo(members[at % 2] as Person, picture)
        order.push(`${at} ${barcode !== null}`)
      }),
    )
    expect(order).toEqual(pictures.map((picture, at) => `${at} ${picture === fast}`))
  })
})

describe('F-13: interrupted uploads', () => {
  it('leave nothing behind after 200 uploads cut off at 1, 50 and 99%', async () => {
    const ana = await createMember()
    const server = testApp().server
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const address = server.app.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const body = form(await printedPicture(['Oats']))
    const request = Object.entries({ ...headersOf(ana), host: 'localhost', 'content-length': String(body.length) })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    const rows = await digestOf(server.database)
    const filesIn = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted()
    const files = filesIn(testApp().config.dataDir)
    const workers = () => process.getActiveResourcesInfo().filter((name) => /Worker|Process/.test(name)).length
    const before = workers()
    const breakOff = (share: number) =>
      new Promise<void>((done) => {
        const socket = connect(address.port, '127.0.0.1', () => {
          socket.write(`POST ${contract.scanPhoto.path} HTTP/1.1\r\n${request}\r\n`)
          socket.write(body.subarray(0, Math.floor(body.length * share)), () => socket.destroy())
        })
        socket.on('close', () => done())
        socket.on('error', () => done())
      })
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, at) => breakOff([0.01, 0.5, 0.99][at % 3] ?? 0.5)))
    const open = () => new Promise<number>((done) => server.app.server.getConnections((_error, count) => done(count)))
    await expect.poll(open, { timeout: 20_000 }).toBe(0)
    expect(await digestOf(server.database)).toEqual(rows)
    await expect.poll(() => filesIn(testApp().config.dataDir)).toEqual(files)
    expect(workers()).toBeLessThanOrEqual(before)
    // A handler may settle shortly after its connection closed; until then it counts toward the upload limit.
    await expect.poll(async () => (await scan(ana, await printedPicture(['Oats']))).status, { timeout: 20_000 }).toBe(200)
    expect((await photo(ana, await printedPicture(['Oats']))).extractedText).toContain('Oats')
  })
})

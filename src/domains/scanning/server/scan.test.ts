import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { barcodePicture, busyScene } from '#tests/support/data/pictures.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { answers, startFoodFacts } from '#tests/support/fakes/open-food-facts.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const service = await startFoodFacts()
afterAll(() => service.close())
// Print and photos are tested elsewhere.
const testApp = useTestApp({ LARDER_OPENFOODFACTS_URL: service.url, LARDER_PHOTO_RECOGNITION: 'off' })
beforeEach(async () => {
  service.requestedCodes.length = 0
  service.behave(answers.unknown)
})

const code = '4006381333931'
const boundary = 'larder-test-boundary'
type Part = { name: string; filename?: string; type?: string; bytes: Buffer | string }
const form = (parts: Part[]) =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, type, bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
      ),
      Buffer.from(type ? `Content-Type: ${type}\r\n\r\n` : '\r\n'),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

async function createMember(): Promise<Person> {
  const ana = await testApp().person('Ana')
  await testApp().household(ana)
  return ana
}
/** Sends a form as is, with any content type. */
function send(person: Person, payload: Buffer, type = `multipart/form-data; boundary=${boundary}`) {
  return testApp().inject({
    method: 'POST',
    url: contract.scanPhoto.path,
    headers: { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '', 'content-type': type },
    payload,
  })
}
const photo = (person: Person, bytes: Buffer | string, more: Partial<Part> = {}) =>
  send(person, form([{ name: 'image', filename: 'code.jpg', type: 'image/jpeg', bytes, ...more }]))
const scan = (person: Person, text: string) => person.must(contract.scanBarcode, { body: { code: text } })
const addWithCodes = (person: Person, name: string, ...codes: string[]) =>
  person.must(addIngredient, { body: { name, barcodes: codes.map((each) => ({ code: each })) } })

const unknownCode = {
  success: false,
  error: contract.notRecognizedSentence,
  method: 'barcode_lookup',
  ingredient: null,
  alternatives: [],
  expirationDate: null,
  dateKind: null,
  quantity: null,
  unit: null,
  price: null,
  lotNumber: null,
  label: null,
  scanId: null,
}

describe('a scanned picture', () => {
  it('returns an unknown code to be named', async () => {
    const ana = await createMember()
    const { status, body } = await photo(ana, await barcodePicture(code))
    expect(status).toBe(200)
    expect(body).toEqual({
      ...unknownCode,
      needsConfirmation: false,
      confidence: 0.99,
      extractedText: code,
      barcode: code,
      barcodes: [code],
    })
  })

  it('returns the household’s ingredient for its code, without confirmation or external requests', async () => {
    const ana = await createMember()
    const ingredient = await addWithCodes(ana, 'Highlighter soup', code)
    const { body } = await photo(ana, await barcodePicture(code))
    expect(body).toMatchObject({
      success: true,
      needsConfirmation: false,
      error: null,
      ingredient: { id: ingredient.id, name: 'Highlighter soup' },
      barcode: code,
    })
    expect(service.requestedCodes).toEqual([])
  })

  it('reveals nothing of another household that has the code', async () => {
    const [ana, ben] = [await createMember(), await createMember()]
    await addWithCodes(ben, 'Ben’s secret soup', '8413000065504')
    const { text, body } = await photo(ana, await barcodePicture('8413000065504'))
    expect(body).toMatchObject({ success: false, barcode: '8413000065504' })
    expect(text).not.toContain('secret')
  })

  it('returns what a GS1 code says about the package', async () => {
    const ana = await createMember()
    const ingredient = await addWithCodes(ana, 'Mountain cheese', '9506000134352')
    const text = '(01)09506000134352(17)270805(10)AB-1(3103)000195(3922)0299'
    const { body } = await photo(ana, await barcodePicture(text, { symbology: 'gs1datamatrix' }))
    const said = { expirationDate: '2027-08-05', dateKind: 'use_by', quantity: 195, unit: 'g', price: 2.99, lotNumber: 'AB-1' }
    expect(body).toMatchObject({
      success: true,
      needsConfirmation: false,
      barcode: '9506000134352',
      ingredient: { id: ingredient.id },
      ...said,
    })
    expect(await scan(ana, text)).toMatchObject({ success: true, barcode: '9506000134352', ...said })
    expect(await scan(ana, 'https://id.gs1.org/01/09506000134352?15=270800')).toMatchObject({
      expirationDate: '2027-08-31',
      dateKind: 'best_before',
      price: null,
    })
  })

  it('reports that nothing was recognized', async () => {
    const ana = await createMember()
    const { status, body } = await photo(ana, await busyScene(5, 320, 240))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: false,
      error: contract.notRecognizedSentence,
      method: 'photo_recognition',
      confidence: 0,
      barcode: null,
      barcodes: [],
      ingredient: null,
      alternatives: [],
    })
  })

  it.each([
    ['I-20: SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['I-21: HTML named .jpg', '<!doctype html><script>alert(1)</script>'],
    ['I-29: a type by header only', 'no picture'],
  ])('rejects %s with 415 and the spec’s sentence', async (_what, bytes) => {
    expect(await photo(await createMember(), bytes)).toMatchObject({
      status: 415,
      body: { code: 'image_type', detail: contract.wrongTypeSentence },
    })
  })

  it('I-25: rejects 10 MiB or more with 413 and accepts one byte less', async () => {
    const ana = await createMember()
    const picture = await barcodePicture(code)
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)])
    for (const size of [contract.imageTooLargeBytes, contract.imageTooLargeBytes + 1, contract.imageTooLargeBytes + 1_000_000]) {
      expect(await photo(ana, padded(size))).toMatchObject({
        status: 413,
        body: { code: 'image_too_large', detail: contract.tooLargeSentence },
      })
    }
    expect(await photo(ana, padded(contract.imageTooLargeBytes - 1))).toMatchObject({ status: 200, body: { barcode: code } })
  })

  it.each(['../../x', 'C:\\x', 'a'.repeat(5000), 'con', '\u202egpj.exe', ''])('I-26: accepts a file named %j', async (filename) => {
    expect(await photo(await createMember(), await barcodePicture(code), { filename, type: 'text/html' })).toMatchObject({
      status: 200,
      body: { barcode: code },
    })
  })

  it('I-24: rejects a small file of 49 megapixels with 422, by its header', async () => {
    const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#fff' } })
      .toColourspace('b-w')
      .png({ compressionLevel: 3 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await photo(await createMember(), bomb)).toMatchObject({ status: 422, body: { code: 'image_too_many_pixels' } })
  })

  it('I-24, I-27: rejects a false header of 100 megapixels with 422, and 10 MB of garbage with 415', async () => {
    const ana = await createMember()
    const claims = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    claims.writeUInt32BE(10_000, 16)
    claims.writeUInt32BE(10_000, 20)
    expect((await photo(ana, claims)).status).toBe(422)
    expect(await photo(ana, Buffer.alloc(contract.imageTooLargeBytes - 1, 'x'))).toMatchObject({
      status: 415,
      body: { code: 'image_type' },
    })
  })

  it('I-22: reads a picture followed by a page or an archive', async () => {
    const behind = Buffer.concat([await barcodePicture(code), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
    expect(await photo(await createMember(), behind, { filename: 'page.html', type: 'text/html' })).toMatchObject({
      status: 200,
      body: { barcode: code },
    })
  })

  it('I-27: rejects a truncated picture with 422', async () => {
    const picture = await barcodePicture(code)
    expect(await photo(await createMember(), picture.subarray(0, picture.length / 2))).toMatchObject({
      status: 422,
      body: { code: 'image_unreadable' },
    })
  })
})

// Forms are parsed before any database access.
if (process.env['LARDER_TEST_ENGINE'] === 'sqlite')
  describe('I-28: an invalid form', () => {
    const picture = () => barcodePicture(code)
    it.each<[string, () => Promise<Part[]>]>([
      ['no part', async () => []],
      ['another field', async () => [{ name: 'photo', filename: 'a.jpg', bytes: await picture() }]],
      ['two files', async () => [1, 2].map(() => ({ name: 'image', filename: 'a.jpg', bytes: 'x' }))],
      ['a text field named image', async () => [{ name: 'image', bytes: 'x' }]],
      [
        'a field after the file',
        async () => [
          { name: 'image', filename: 'a.jpg', bytes: await picture() },
          { name: 'household', bytes: 'other' },
        ],
      ],
      ['a thousand parts', async () => Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, bytes: 'x' }))],
      ['a nested form', async () => [{ name: 'image', type: 'multipart/mixed; boundary=inner', bytes: '--inner\r\n\r\nx\r\n--inner--' }]],
      ['a field of the language', async () => [{ name: '__proto__', filename: 'a.jpg', bytes: 'x' }]],
    ])('rejects %s', async (_what, parts) => {
      const { status, headers } = await send(await createMember(), form(await parts()))
      expect([400, 413]).toContain(status)
      expect(headers['content-type']).toContain('application/problem+json')
    })

    it('rejects a form without a boundary, a truncated form and other content types', async () => {
      const ana = await createMember()
      const complete = form([{ name: 'image', filename: 'a.jpg', bytes: await picture() }])
      expect((await send(ana, complete, 'multipart/form-data')).status).toBe(400)
      expect((await send(ana, complete.subarray(0, complete.length - 40))).status).toBe(400)
      expect((await send(ana, Buffer.from('{}'), 'application/json')).status).toBe(415)
      expect((await send(ana, complete, 'image/jpeg')).status).toBe(415)
    })
  })

it('rejects a picture and a code from a VIEWER', async () => {
  const [ana, vera] = [await testApp().person('Ana'), await testApp().person('Vera')]
  await testApp().household(ana, vera)
  await testApp().role(ana, vera, 'VIEWER')
  expect(await photo(vera, await barcodePicture(code))).toMatchObject({ status: 403, body: { code: 'role_denied' } })
  expect(await vera.call(contract.scanBarcode, { body: { code } })).toMatchObject({ status: 403 })
})

describe('a typed code', () => {
  it('is looked up in normalized form', async () => {
    const ana = await createMember()
    const ingredient = await addWithCodes(ana, 'Tissues', '0036000291452')
    for (const text of ['036000291452', '0036000291452', ' 0 36000 29145 2 '])
      expect((await scan(ana, text)).ingredient).toEqual({ id: ingredient.id, name: 'Tissues' })
  })

  it.each(['4006381333930', '1'.repeat(64), '../', 'https://example.com/01/4006381333931', '', '123', 'abc'])(
    'I-65: rejects %j with 422',
    async (text) => {
      expect(await (await createMember()).call(contract.scanBarcode, { body: { code: text } })).toMatchObject({ status: 422 })
      expect(service.requestedCodes).toEqual([])
    },
  )

  it('I-65: rejects 10,000 digits with 422', async () => {
    expect((await (await createMember()).call(contract.scanBarcode, { body: { code: '4'.repeat(10_000) } })).status).toBe(422)
  })
})

describe('a code known to Open Food Facts', () => {
  // Answers are cached for all households, so each test uses its own code.
  it('returns its name to be confirmed', async () => {
    service.behave(answers.product({ product_name: 'Hazel <b>cream</b>' }))
    expect(await scan(await createMember(), '3017620422003')).toEqual({
      success: true,
      needsConfirmation: true,
      error: null,
      method: 'barcode_lookup',
      confidence: 0.84,
      extractedText: 'Hazel cream',
      ingredient: null,
      barcode: '3017620422003',
      barcodes: ['3017620422003'],
      alternatives: [{ id: null, name: 'Hazel cream', confidence: 0.84 }],
      expirationDate: null,
      dateKind: null,
      quantity: null,
      unit: null,
      price: null,
      lotNumber: null,
      label: null,
      scanId: null,
    })
  })

  it('returns the household’s ingredient of that name to be confirmed', async () => {
    service.behave(answers.product({ product_name: 'Brand X Oat Drink 1 l', generic_name: 'Oat drink' }))
    const ana = await createMember()
    const ingredient = await addWithCodes(ana, 'Oat Drink')
    expect(await scan(ana, '5411188110835')).toMatchObject({
      success: true,
      needsConfirmation: true,
      ingredient: { id: ingredient.id, name: 'Oat Drink' },
    })
  })

  it('is requested once in 30 days, and an unknown code once a day, for all households', async () => {
    service.behave(answers.product({ product_name: 'Rice' }))
    const [ana, ben] = [await createMember(), await createMember()]
    for (const person of [ana, ben, ana]) expect((await scan(person, '8076800195057')).extractedText).toBe('Rice')
    service.behave(answers.unknown)
    for (const person of [ana, ben]) expect((await scan(person, '8710398501684')).success).toBe(false)
    expect(service.requestedCodes).toEqual(['8076800195057', '8710398501684'])
    const cached = await asOwner<{ code: string; expires_at: string }>(
      testApp().server.database,
      `select code, expires_at from lookups order by code`,
    )
    const days = (of: string) => Math.round((Date.parse(cached.find((row) => row.code === of)?.expires_at ?? '') - Date.now()) / 86_400_000)
    expect([days('8076800195057'), days('8710398501684')]).toEqual([30, 1])
  })

  it('is requested again after a failed request, without an error', async () => {
    service.behave(answers.gone)
    const ana = await createMember()
    expect(await scan(ana, '7622210449283')).toMatchObject({
      success: false,
      error: contract.notRecognizedSentence,
      extractedText: '7622210449283',
      barcode: '7622210449283',
      needsConfirmation: true,
    })
    service.behave(answers.product({ product_name: 'Biscuits' }))
    expect(await scan(ana, '7622210449283')).toMatchObject({ success: true, extractedText: 'Biscuits' })
  })

  it.each(['2012345000018', '9780306406157'])('%s is not requested: books and in-store labels aren’t in the catalog', async (text) => {
    expect((await scan(await createMember(), text)).success).toBe(false)
    expect(service.requestedCodes).toEqual([])
  })
})

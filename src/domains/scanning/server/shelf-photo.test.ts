import { beforeAll, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { barcodePicture, printedPicture, shelfPicture } from '#tests/support/data/pictures.ts'
import { digestOf } from '#tests/support/database/digest.ts'
import { sendPicture } from '#tests/support/server/send-picture.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { readShelfPhoto, type ShelfReading } from '../contract.ts'

const testApp = useTestApp()
let ana: Person
let [rice, milk] = ['', '']
beforeAll(async () => {
  ana = await testApp().person('Ana')
  await testApp().household(ana)
  rice = (await ana.must(addIngredient, { body: { name: 'Rice' } })).id
  milk = (await ana.must(addIngredient, { body: { name: 'Milk', barcodes: [{ code: '4006381333931' }] } })).id
})

async function read(picture: Buffer) {
  const { status, body } = await sendPicture(testApp(), ana, readShelfPhoto.path, picture)
  return { status, body: body as ShelfReading }
}

it('says which of the household’s foods a photo shows, and by what', async () => {
  const picture = await shelfPicture([
    await printedPicture(['RICE', 'long grain'], { size: 24 }),
    await barcodePicture('4006381333931'),
    await barcodePicture('3017620422003'),
  ])
  const before = await digestOf(testApp().server.database)
  // Reading stops after some seconds, so a busy machine may need several attempts.
  await expect
    .poll(async () => (await read(picture)).body.seen.map(({ ingredientId, evidence }) => [ingredientId, evidence]), {
      timeout: 240_000,
      interval: 100,
    })
    .toEqual([
      [milk, 'barcode'],
      [rice, 'print'],
    ])
  const { body } = await read(picture)
  expect(body.unknownBarcodes).toEqual(['3017620422003'])
  expect(body.seen[0]?.confidence).toBeGreaterThan(0.85)
  expect(body.seen[1]?.confidence).toBeLessThan(0.8)
  expect(await digestOf(testApp().server.database)).toEqual(before)
})

it('rejects a file that is not a picture', async () => {
  expect((await read(Buffer.from('GIF89a'))).status).toBe(415)
})

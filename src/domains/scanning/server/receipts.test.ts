import { beforeAll, describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { printedPicture } from '#tests/support/data/pictures.ts'
import { sendPicture } from '#tests/support/server/send-picture.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { learnReceiptNames, type ReceiptReading, readReceiptPhoto } from '../contract.ts'
import { learnedNames } from './store/index.ts'

const testApp = useTestApp()
let ana: Person
let milk: string
beforeAll(async () => {
  ana = await testApp().person('Ana')
  await testApp().household(ana)
  milk = (await ana.must(addIngredient, { body: { name: 'Milk' } })).id
})

async function read(person: Person, picture: Buffer) {
  const { status, body } = await sendPicture(testApp(), person, readReceiptPhoto.path, picture)
  return { status, body: body as ReceiptReading }
}

describe('a photo of a receipt', () => {
  it('returns draft lines, adds nothing, and learns names for this household only', async () => {
    const receipt = await printedPicture(['CORNER SHOP', 'MILK 3.49', 'BTTR 250G 2.35', 'TOTAL 5.84', 'CASH 10.00'], { size: 20 })
    const before = await read(ana, receipt)
    expect(before.body).toMatchObject({
      lines: [
        { name: 'Milk', ingredientId: milk, learned: false, quantity: 1, unit: 'each', price: 3.49 },
        { ingredientId: null, learned: false, quantity: 250, unit: 'g', price: 2.35 },
      ],
    })
    const butter = (await ana.must(addIngredient, { body: { name: 'Butter' } })).id
    const names = [{ text: before.body.lines[1]?.text ?? '', ingredientId: butter }]
    expect(await ana.must(learnReceiptNames, { body: { names } })).toEqual({ learned: 1 })
    expect(await ana.must(learnReceiptNames, { body: { names } })).toEqual({ learned: 0 })
    expect((await read(ana, receipt)).body.lines[1]).toMatchObject({ name: 'Butter', ingredientId: butter, learned: true, price: 2.35 })

    const ben = await createPerson(testApp(), 'Ben')
    const { id } = await testApp().household(ben)
    expect(await testApp().server.database.read(id as never, (q) => learnedNames(q, id as never))).toEqual(new Map())
    expect((await ben.call(learnReceiptNames, { body: { names } })).status).toBe(404)
  })

  it('rejects a file that is not a picture', async () => {
    expect((await read(ana, Buffer.from('GIF89a'))).status).toBe(415)
  })
})

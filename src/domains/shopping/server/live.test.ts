import { expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { openStream, type ReceivedFrame } from '#tests/support/server/event-stream.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { httpPerson } from '#tests/support/server/http-client.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const testApp = useTestApp()

it('sends changed rows to every member in the order of the changes', async () => {
  const [ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  const { id: home } = await testApp().household(ana, ben)
  const stream = await openStream(httpPerson(`http://127.0.0.1:${await portOf(testApp().server.app)}`, ben.userId, ben.token, home))
  const bread = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Bread' } })
  const params = { id: bread.id }
  await ana.must(contract.changeShoppingItem, { params, body: { isChecked: true } })
  const cleared = await ana.call(contract.clearChecked)
  await ana.must(undoChange, { params: { seq: Number(cleared.headers['x-change-seq']) } })
  for (let i = 0; i < 120; i++) await ana.must(addIngredient, { body: { name: `Food ${i}`, parLevel: 1 } })
  const { items } = await ana.must(contract.generateList)
  expect([cleared.body.cleared, items.length]).toEqual([1, 121])

  await stream.next(({ event }) => event === 'list.generated')
  stream.close()
  const isOurs = ({ channel }: ReceivedFrame) => channel === `shopping:${home}`
  const changes = stream.frames.filter(isOurs).map(({ event, payload }) => ({ event, ...contract.ShoppingChange.parse(payload) }))
  expect(changes.map(({ event, type, userId, data }) => [event, type, userId === ana.userId, data?.id])).toEqual([
    ['shopping_change', 'INSERT', true, bread.id],
    ['shopping_change', 'UPDATE', true, bread.id],
    ['shopping_change', 'DELETE', true, bread.id],
    ['shopping_change', 'INSERT', true, bread.id],
    ['shopping_change', 'RELOAD', true, undefined],
  ])
})

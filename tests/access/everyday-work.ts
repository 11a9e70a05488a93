import { listHistory } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, discardLot, getLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { addShoppingItem, changeShoppingItem, generateList, getShoppingList } from '#domains/shopping/contract/index.ts'
import type { Home } from '#tests/support/data/seeded-households.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { httpPerson } from '#tests/support/server/http-client.ts'
import type { TestApp } from '#tests/support/server/test-app.ts'

/** Does what a household does every day, with a live stream open, and waits for the background work behind it. */
export async function doEverydayWork({ server }: TestApp, { id: household, people }: Home): Promise<void> {
  const owner = people.OWNER
  const stream = await openStream(httpPerson(`http://127.0.0.1:${await portOf(server.app)}`, owner.userId, owner.token, household))
  let writes = 0
  const once = () => ({ headers: { 'idempotency-key': `everyday-${++writes}` } })
  const body = { ingredient: { name: 'Oats' }, quantity: 3, unit: 'each', location: 'Shelf', expirationDate: '2020-01-02' } as const
  const params = { id: (await owner.must(addLot, { ...once(), body })).id }
  // Expired lots are notified before they are discarded.
  await server.jobs.settle()
  const { id } = await owner.must(addShoppingItem, { ...once(), body: { ingredientName: 'Salt' } })
  await owner.must(addIngredient, { ...once(), body: { name: 'Rye' } })
  await owner.must(changeLot, { ...once(), params, body: { location: 'Cellar' } })
  await owner.must(useLot, { ...once(), params, body: { quantity: 1 } })
  await owner.must(generateList, once())
  await owner.must(changeShoppingItem, { ...once(), params: { id }, body: { isChecked: true } })
  await owner.must(discardLot, { ...once(), params, body: { reason: 'spoiled' } })
  await owner.must(listLots)
  await owner.must(listLots, { query: { search: 'o', sort: 'name', limit: 5 } })
  await owner.must(getLot, { params })
  await owner.must(getShoppingList)
  await owner.must(listHistory, { query: {} })
  await server.jobs.settle()
  await stream.next(({ event }) => event === 'inventory_change')
  stream.close()
}

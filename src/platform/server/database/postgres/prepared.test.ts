import { expect, it } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { tablesOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { openKitchen } from '#tests/support/server/test-app.ts'

it('goes on answering while another process adds a column to every table', async () => {
  const { kitchen, close } = await openKitchen()
  try {
    const ana = await kitchen.person('Ana')
    await kitchen.household(ana)
    const cook = async () => {
      await ana.must(addLot, { body: { ingredient: { name: 'Quince' }, quantity: 1, unit: 'each' } })
      await Promise.all([ana.must(listLots), ana.must(listIngredients)])
    }
    // Often enough for everything to be prepared, on every connection that is in use.
    for (let turn = 0; turn < 8; turn += 1) await cook()
    for (const table of await tablesOf(kitchen.larder.database))
      await asOwner(kitchen.larder.database, `alter table ${table} add column later_${table} text`)
    await cook()
    expect(await ana.must(listLots)).toHaveLength(9)
  } finally {
    await close()
  }
})

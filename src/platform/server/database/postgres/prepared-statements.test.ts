import { expect, it } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { tablesOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { openTestApp } from '#tests/support/server/test-app.ts'

it('keeps answering while another process adds a column to every table', async () => {
  const { testApp, close } = await openTestApp()
  try {
    const ana = await testApp.person('Ana')
    await testApp.household(ana)
    const cook = async () => {
      await ana.must(addLot, { body: { ingredient: { name: 'Quince' }, quantity: 1, unit: 'each' } })
      await Promise.all([ana.must(listLots), ana.must(listIngredients)])
    }
    // Enough runs for everything to be prepared on every connection in use.
    for (let turn = 0; turn < 8; turn += 1) await cook()
    for (const table of await tablesOf(testApp.server.database))
      await asOwner(testApp.server.database, `alter table ${table} add column later_${table} text`)
    await cook()
    expect(await ana.must(listLots)).toHaveLength(9)
  } finally {
    await close()
  }
})

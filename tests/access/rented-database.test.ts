import { expect, it } from 'vitest'
import { createCircle, listCircles } from '#domains/circles/contract.ts'
import { listHistory } from '#domains/households/contract.ts'
import { listLots, useLot } from '#domains/inventory/contract.ts'
import { generateList } from '#domains/shopping/contract.ts'
import { appRole } from '#platform/server/postgres/role.ts'
import { engine } from '#tests/support/crew.ts'
import { openKitchen, someFood } from '#tests/support/kitchen.ts'
import { sharedCluster } from '#tests/support/postgres.ts'

it('Larder works for a database whose owner is a plain role, and the walls stand there too', async () => {
  const { kitchen, close } = await openKitchen(engine === 'postgres' ? { DATABASE_URL: await sharedCluster().createOwned() } : {})
  try {
    const [ana, ben, cleo] = [await kitchen.person('Ana'), await kitchen.person('Ben'), await kitchen.person('Cleo')]
    await kitchen.household(ana, ben)
    await kitchen.household(cleo)
    const lot = await someFood(ana)
    await ben.must(useLot, { params: { id: lot.id }, body: { quantity: 0.5 } })
    expect(await ana.must(listLots)).toMatchObject([{ id: lot.id, quantity: 1.5 }])
    expect((await ana.must(listHistory, { query: {} })).length).toBeGreaterThan(1)
    await ana.must(generateList)
    await ana.must(createCircle, { body: { name: 'The street' } })
    expect(await ana.must(listCircles)).toHaveLength(1)
    expect(await cleo.must(listCircles)).toEqual([])
    expect((await cleo.call(listLots, { household: ana.home })).status).toBe(404)
    const unscoped = await kitchen.larder.database.identity.withTables<{ lots: { id: string } }>().selectFrom('lots').select('id').execute()
    expect(unscoped).toHaveLength(engine === 'postgres' ? 0 : 1)
  } finally {
    await close()
  }
})

if (engine === 'postgres') {
  it('processes that start in the same instant, on one database and on others beside it, all get their role', async () => {
    const databases = await Promise.all(Array.from({ length: 3 }, () => sharedCluster().createMigrated()))
    const roles = await Promise.all(Array.from({ length: 24 }, (_, i) => appRole(databases[i % 3] ?? '')))
    expect(new Set(roles)).toEqual(new Set(['larder_app']))
  })
}

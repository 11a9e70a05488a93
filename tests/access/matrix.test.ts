import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signOut } from '#domains/account/contract.ts'
import { useKitchen } from '#tests/support/kitchen.ts'
import { crowd, openSession } from '#tests/support/people.ts'
import { seedWorld, type World } from '#tests/support/world.ts'
import * as columns from './columns.ts'
import { inspect, type Site } from './inspector.ts'

const kitchen = useKitchen()
let world: World
let site: Site
const counted: [string, number][] = []
beforeAll(async () => {
  world = await seedWorld(kitchen())
  site = { app: kitchen().larder.app, kitchen: kitchen(), world }
})
afterAll(() => {
  const total = counted.reduce((sum, [, cells]) => sum + cells, 0)
  console.log(`access matrix: ${total} cells on ${kitchen().larder.routes.length} routes (${counted.map((pair) => pair.join(' ')).join(', ')})`)
})

const rows = () => kitchen().larder.routes.map(({ endpoint }) => endpoint)

async function go(name: string, column: columns.Column): Promise<string[]> {
  const inspector = inspect(site)
  await column(inspector, rows())
  counted.push([name, inspector.cells()])
  expect(inspector.cells()).toBeGreaterThan(0)
  return inspector.findings
}

describe('the access matrix, every route by every actor', () => {
  it('0–3: who is not signed in hears one and the same 401', async () => {
    const { database } = kitchen().larder
    const { userId } = world.a.people.OWNER
    const signedOut = await openSession(database, userId)
    await kitchen().inject({ method: 'POST', url: signOut.path, headers: { authorization: `Bearer ${signedOut}` } })
    const [deleted] = await crowd(kitchen(), 1)
    await database.identity.withTables<{ users: { id: string } }>().deleteFrom('users').where('id', '=', deleted?.userId ?? '').execute()
    const tokens = {
      '2 expired': await openSession(database, userId, -1000),
      '3 signed out': signedOut,
      '3 account deleted': deleted?.token ?? '',
    }
    expect(await go('0–3', columns.strangers(tokens))).toEqual([])
  })
  it('4: a household route without exactly one household is refused, never guessed', async () => {
    expect(await go('4', columns.withoutHousehold)).toEqual([])
  })
  it('5: ids of another household are ids that nobody has', async () => {
    expect(await go('5', columns.foreignIds)).toEqual([])
  })
  it('6 and 7: another household is one that nobody has, also for who was in it', async () => {
    expect(await go('6–7', columns.outsiders)).toEqual([])
  })
  it('9–12: each role may do what the row says and nothing more', async () => {
    expect(await go('9–12', columns.members)).toEqual([])
  })
  it('public rows ask nobody who they are', async () => {
    expect(await go('public', columns.everybody)).toEqual([])
  })
})

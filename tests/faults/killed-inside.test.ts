import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createCircle, inviteToCircle, joinCircle, linkHousehold } from '#domains/circles/contract.ts'
import { createHousehold, joinHousehold } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addRecipe, cookRecipe } from '#domains/recipes/contract/index.ts'
import { askToBorrow, changeBorrow } from '#domains/sharing/contract/index.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { engine, newStore, type Store } from '#tests/support/server/server-processes.ts'

// `LARDER_KILL_POINTS=all` kills at every point of every act; otherwise one random act at one point.

const preload = join(import.meta.dirname, 'support', 'kill-inside.ts')
const points = ['before it is logged', 'once it is logged', 'before the commit', 'after the commit, before the answer'] as const
const isAll = process.env['LARDER_KILL_POINTS'] === 'all'
const seed = Number(process.env['LARDER_FUZZ_SEED'] ?? Date.now() % 1e9)

let store: Store | undefined
afterEach(async () => {
  await store?.remove()
  store = undefined
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Rows that the acts write, without background work. */
type Counts = Record<'ledger' | 'members' | 'promised', number>
const count = (data: Store) =>
  data.look(async (database) => {
    expect(await brokenInvariants(database)).toEqual([])
    const [row] = await asOwner<Counts>(
      database,
      `select (select count(*) from ledger) as ledger, (select count(*) from members) as members,
       (select count(*) from reservations where kind = 'borrow') as promised`,
    )
    return { ledger: Number(row?.ledger), members: Number(row?.members), promised: Number(row?.promised) }
  })
const more = (counts: Counts, plus: Partial<Counts>): Counts => ({
  ledger: counts.ledger + (plus.ledger ?? 0),
  members: counts.members + (plus.members ?? 0),
  promised: counts.promised + (plus.promised ?? 0),
})

interface Act {
  name: string
  /** The rows of a complete act. */
  leaves: Partial<Counts>
  /** Prepares the act and returns a function that sends its request with a key, possibly again. */
  prepare(url: string): Promise<(url: string, key: string) => Promise<number>>
}

async function actsOf(url: string): Promise<Act[]> {
  const [ana, ben, cem] = [await signUp(url, 'Ana'), await signUp(url, 'Ben'), await signUp(url, 'Cem')] as const
  await shareHousehold(ana)
  await shareHousehold(ben)
  const { id } = await ana.must(createCircle, { body: { name: 'Neighbours' } })
  const { code } = await ana.must(inviteToCircle, { params: { id }, body: {} })
  await ben.must(joinCircle, { body: { code } })
  for (const person of [ana, ben]) await person.must(linkHousehold, { params: { id, householdId: person.home ?? '' } })
  const ingredient = (url: string, person: HttpPerson, name: string, quantity: number, unit: 'g' | 'each') =>
    person.must(addLot, { url, body: { ingredient: { name }, quantity, unit, isShared: true } })
  return [
    {
      name: 'cook',
      leaves: { ledger: 2 },
      async prepare(url) {
        await ingredient(url, ana, 'Oats', 500, 'g')
        await ingredient(url, ana, 'Dates', 500, 'g')
        const body = { name: 'Porridge', servings: 1, ingredients: ['100 g oats', '50 g dates'] }
        const params = { id: (await ana.must(addRecipe, { url, body })).id }
        return async (url, key) => (await ana.call(cookRecipe, { url, params, body: {}, headers: { 'idempotency-key': key } })).status
      },
    },
    {
      name: 'accept',
      leaves: { promised: 1 },
      async prepare(url) {
        const lot = await ingredient(url, ana, 'Eggs', 10, 'each')
        const body = { inventoryItemId: lot.id, quantity: 1, unit: 'each' as const, expiresAt: inDays(3) }
        const params = { id: (await ben.must(askToBorrow, { url, body })).id }
        const accepted = { status: 'ACCEPTED' as const }
        return async (url, key) =>
          (await ana.call(changeBorrow, { url, params, body: accepted, headers: { 'idempotency-key': key } })).status
      },
    },
    {
      name: 'join',
      leaves: { members: 1 },
      async prepare(url) {
        const household = await ana.must(createHousehold, { url, body: { name: 'Another' } })
        const body = { inviteCode: household.inviteCode ?? '' }
        return async (url, key) => (await cem.call(joinHousehold, { url, body, headers: { 'idempotency-key': key } })).status
      },
    },
  ]
}

it(
  'F-03 a process killed during cooking, accepting or joining leaves all of it or nothing, and a retry with the same key completes it once',
  async () => {
    const data = await newStore()
    store = data
    const { pick } = randomFrom(seed)
    let server = await data.start()
    const acts = await actsOf(server.url)
    const chosen = pick(acts)
    const rounds: { what: string; act: Act; point: string; send: Awaited<ReturnType<Act['prepare']>> }[] = []
    for (const act of isAll ? acts : acts.filter((one) => one === chosen))
      for (const point of isAll ? points : [pick(points) ?? points[0]])
        rounds.push({ what: `seed ${seed}: ${act.name}, ${point}`, act, point, send: await act.prepare(server.url) })
    await server.stop()
    let before = await count(data)
    for (const { what, act, point, send } of rounds) {
      const key = randomUUID()
      const killed = await data.start({ NODE_OPTIONS: `--import ${preload}`, LARDER_TEST_KILL_AT: point })
      process.kill(killed.pid, 'SIGUSR2')
      await expect.poll(() => killed.output()).toContain('armed')
      expect(await send(killed.url, key).catch(() => 'killed'), what).toBe('killed')
      await killed.kill()
      const complete = more(before, act.leaves)
      expect(await count(data), what).toEqual(point.startsWith('after') ? complete : before)
      server = await data.start()
      for (let again = 0; again < 2; again++) expect(await send(server.url, key), what).toBeLessThan(300)
      await server.stop()
      before = await count(data)
      expect(before, what).toEqual(complete)
    }
    console.log(`${engine}: killed inside an act ${rounds.length} times, each whole or not at all`)
  },
  300_000 * timeoutFactor,
)

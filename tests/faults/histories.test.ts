import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { correctLot, getLot, useLot } from '#domains/inventory/contract.ts'
import { chanceOf } from '#tests/support/chance.ts'
import { brokenInvariants } from '#tests/support/invariants.ts'
import { someFood, useKitchen } from '#tests/support/kitchen.ts'
import { type Act, unexplained } from '#tests/support/linearizable.ts'
import { patience } from '#tests/support/patience.ts'
import { useSecond } from './support/second.ts'

// Eight people do anything to a few lots at once, half of them, on PostgreSQL, at another process. `npm run test:races` makes it long.

const seeds = Number(process.env['LARDER_HISTORY_SEEDS'] ?? 2)
const firstSeed = Number(process.env['LARDER_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const clients = 8
const actsEach = Number(process.env['LARDER_HISTORY_ACTS'] ?? 60)
const lots = 4
const start = 8000
vi.setConfig({ testTimeout: Math.max(120_000, seeds * actsEach * 500) * patience })
const kitchen = useKitchen()
const { there } = useSecond(kitchen)
let acts = 0
afterAll(() => console.log(`histories: ${acts} acts of ${clients} clients from seed ${firstSeed}, ${seeds} seeds`))

async function oneHistory(seed: number): Promise<void> {
  const { below } = chanceOf(seed)
  const ana = await kitchen().person()
  await kitchen().household(ana)
  const anaThere = there(ana)
  const ids: string[] = []
  for (let i = 0; i < lots; i++) ids.push((await someFood(ana, { quantity: start / 1000 })).id)
  const histories = new Map<string, Act[]>(ids.map((id) => [id, []]))
  async function client(number: number): Promise<void> {
    const person = number % 2 ? anaThere : ana
    let last = 0
    for (let i = 0; i < actsEach; i++) {
      const id = ids[below(lots)] as string
      const kind = (['take', 'take', 'set', 'read'] as const)[below(4)] as Act['kind']
      let milli = (1 + below(kind === 'set' ? 12 : 3)) * 500
      const params = { id }
      if (below(4) === 0) await pause(below(3))
      // Even a coarse clock tells one's own acts apart.
      const begun = Math.max(performance.now(), last + 1e-6)
      const answer =
        kind === 'take'
          ? await person.call(useLot, { params, body: { quantity: milli / 1000 } })
          : kind === 'set'
            ? await person.call(correctLot, { params, body: { quantity: milli / 1000 } })
            : await person.call(getLot, { params })
      const returned = Math.max(performance.now(), begun)
      last = returned
      expect([200, 409], answer.text).toContain(answer.status)
      if (kind === 'read') milli = Math.round(answer.body.quantity * 1000)
      histories.get(id)?.push({ client: number, begun, returned, kind, milli, done: answer.status === 200 })
      acts++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  for (const [id, history] of histories) expect(unexplained(start, history), `seed ${seed}, lot ${id}`).toBeNull()
  expect(await brokenInvariants(kitchen().larder.database)).toEqual([])
}

describe('C-22: eight people at once, through every process there is', () => {
  it('hear only what some order of their acts explains, and stock is the sum of its ledger', async () => {
    for (let i = 0; i < seeds; i++) await oneHistory(firstSeed + i)
  })

  it('and the judge finds what no order explains (twin)', () => {
    const act = (client: number, begun: number, returned: number, kind: Act['kind'], milli: number, done = true): Act => ({
      client,
      begun,
      returned,
      kind,
      milli,
      done,
    })
    const fine = [act(0, 0, 5, 'take', 1000), act(1, 1, 3, 'read', 2000), act(1, 4, 6, 'read', 1000)]
    expect(unexplained(2000, fine)).toBeNull()
    // The old figure after the new one was told, one piece taken twice, a piece refused that was there, and a count of what had ended.
    expect(unexplained(2000, [act(0, 0, 1, 'take', 1000), act(1, 2, 3, 'read', 2000)])).not.toBeNull()
    expect(unexplained(1000, [act(0, 0, 5, 'take', 1000), act(1, 0, 5, 'take', 1000)])).not.toBeNull()
    expect(unexplained(2000, [act(0, 0, 1, 'take', 1000, false)])).not.toBeNull()
    expect(unexplained(1000, [act(0, 0, 1, 'take', 1000), act(1, 2, 3, 'set', 500)])).not.toBeNull()
    // A read that went back: new, then old, while the write is still under way.
    expect(unexplained(2000, [act(0, 0, 9, 'take', 1000), act(1, 1, 2, 'read', 1000), act(1, 3, 4, 'read', 2000)])).not.toBeNull()
  })
})

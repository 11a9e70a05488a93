import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { ShoppingItem } from '#domains/shopping/contract/index.ts'
import { Device, SimulatedClock } from '#tests/offline/devices.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { ModelServer } from './model-server.ts'

const seeds = Number(process.env['LARDER_OFFLINE_SEEDS'] ?? 60)
const devices = 3
const acts = 100
const dayMs = 30 * 60_000

/** Simulates three phones with a hundred changes each, over half an hour on a network with every kind of fault. */
async function anAfternoon(seed: number) {
  const chance = randomFrom(seed)
  const seeded = new SimulatedClock()
  const server = new ModelServer()
  const all = Array.from({ length: devices }, (_, at) => new Device(seeded, chance, server, at))
  const start = seeded.now()
  server.onNews(() => {
    for (const device of all) device.setDead(server.dead)
  })
  for (const device of all) device.start(1 + chance.below(2))

  for (const device of all) {
    const tell = (at: number, work: () => void) => void seeded.schedule(at, work)
    for (let n = 0; n < acts; n += 1) tell(chance.share() * dayMs, () => void device.act())
    for (let n = 0; n < 12; n += 1) {
      tell(chance.share() * dayMs, () => {
        device.faults = {
          isDown: chance.share() < 0.4,
          lost: chance.share() * 0.4,
          answerLost: chance.share() * 0.4,
          doubled: chance.share() * 0.5,
          portal: chance.share() < 0.2 ? 1 : 0,
          busy: chance.share() * 0.3,
          slowestMs: chance.pick([40, 400, 20_000]) ?? 40,
        }
        if (!device.faults.isDown) for (const tab of device.tabs) tab.wake()
      })
    }
    for (let n = 0; n < 2; n += 1) tell(chance.share() * dayMs, () => void device.restart(1 + chance.below(2)))
  }

  await seeded.run(start + dayMs)
  // Back home: the network works.
  for (const device of all) device.restoreNetwork()
  await seeded.run(start + dayMs + 5 * 60_000)
  for (const device of all) device.restoreNetwork()
  await seeded.run(start + dayMs + 10 * 60_000)
  return { all, server, truth: (await server.read()).items }
}

const shown = (items: readonly ShoppingItem[]) =>
  items
    .map(({ id, isChecked, suggestedQuantity, note, storeIds, listId }) => ({ id, isChecked, suggestedQuantity, note, storeIds, listId }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

const counted = { afternoons: 0, changes: 0, carriedOut: 0, refused: 0 }
const report = () => process.stdout.write(`O-1: ${JSON.stringify(counted)}\n`)
afterAll(report)

test(
  `O-1, O-2, O-3: three devices with a hundred changes each converge on the server's list on any network (${seeds} seeds)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
        const { all, server, truth } = await anAfternoon(seed)
        for (const device of all) {
          for (const tab of device.tabs) {
            expect(shown(tab.view() ?? [])).toEqual(shown(truth))
            expect(tab.outbox.pending().filter(({ state }) => state === 'waiting')).toEqual([])
          }
          // Nothing lost: every change not undone before it was sent has reached the server.
          const lost = [...device.changes].filter(([key, undoes]) => {
            const arrived = server.done.has(key) || server.refused.has(key)
            return !arrived && !(undoes !== null && server.cameToNothing(undoes))
          })
          expect(lost).toEqual([])
          expect([...device.resurrected]).toEqual([])
        }
        // The afternoon had a working network often enough.
        expect(server.done.size).toBeGreaterThan((devices * acts) / 2)
        // Nothing twice.
        expect([...server.done.values()].filter((times) => times !== 1)).toEqual([])
        counted.afternoons += 1
        counted.changes += all.reduce((sum, { changes }) => sum + changes.size, 0)
        counted.carriedOut += server.done.size
        counted.refused += server.refused.size
        if (counted.afternoons % 1000 === 0) report()
      }),
      {
        numRuns: seeds,
        // Seeds that failed once: a part of a merged row, received live and counted twice; rows hidden by waiting changes under the name of
        // a part, and
        // taken for deleted; additions answered late, with a row deleted since, by another or by this device; a row hidden by a clearing
        // that didn't
        // include it, because it had been unchecked; an addition without a response, whose row was deleted since; a row
        // removed under another name after another person had removed it, which the copy didn't know yet; a row cleared under another name,
        // whose clearing outlived the addition that gave it that name.
        examples: [
          [1_297_604_122],
          [758_990_723],
          [425_254_714],
          [1_900_474_447],
          [547_081_373],
          [1_435_744_450],
          [1_928_012_617],
          [1_879_908_296],
          [771_418_288],
        ],
        endOnFailure: true,
        ...(process.env['LARDER_OFFLINE_SEED'] ? { seed: Number(process.env['LARDER_OFFLINE_SEED']) } : {}),
      },
    )
  },
  Math.max(180_000, seeds * 3000),
)

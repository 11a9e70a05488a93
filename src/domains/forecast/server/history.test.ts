import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, correctLot, discardLot, type Lot, listLots, removeLot, splitLot, useLot } from '#domains/inventory/contract.ts'
import { lotHistories, undoneSeqs } from '#domains/inventory/server/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { replayHistory } from '../rules/event-replay.ts'
import { toHistory } from './use-cases/records-to-history.ts'

const testApp = useTestApp()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const onDay = (day: string) => vi.setSystemTime(new Date(`${day}T12:00:00Z`))
const on = (lot: Lot | undefined) => ({ params: { id: lot?.id ?? '' } })

async function home(): Promise<Person> {
  const person = await createPerson(testApp())
  await testApp().household(person)
  return person
}

/** Returns the history built from the person's household. */
async function historyOf(person: Person, ingredient: string, today: string) {
  const householdId = person.home as HouseholdId
  const [histories, undone] = await testApp().server.database.read(householdId, (q) =>
    Promise.all([lotHistories(q, householdId, '', 1000), undoneSeqs(q, householdId)]),
  )
  return toHistory({
    today,
    timeZone: 'UTC',
    ingredients: [{ id: ingredient, defaultUnit: 'g', conversions: [] }],
    histories,
    held: [],
    undone,
  }).history
}
const rice = async (person: Person) => (await person.must(addIngredient, { body: { name: 'Rice', defaultUnit: 'g' } })).id
const put = (person: Person, ingredientId: string, quantity: number, unit: 'g' | 'kg' = 'g') =>
  person.must(addLot, { body: { ingredientId, quantity, unit, expirationDate: '2027-06-01' } })

it('contains additions, uses and discards in the ingredient’s unit, without mistakes and undone changes', async () => {
  onDay('2027-05-01')
  const ana = await home()
  const ingredient = await rice(ana)
  const lot = await put(ana, ingredient, 2, 'kg')
  const mistake = await put(ana, ingredient, 99)
  await ana.must(removeLot, on(mistake))
  onDay('2027-05-03')
  await ana.must(useLot, { ...on(lot), body: { quantity: 0.5 } })
  const slip = await ana.call(useLot, { ...on(lot), body: { quantity: 1 } })
  await ana.must(undoChange, { params: { seq: Number(slip.headers['x-change-seq']) } })
  const part = await ana.must(splitLot, { ...on(lot), body: { quantity: 0.5 } })
  await ana.must(discardLot, { ...on(part), body: { reason: 'spoiled' } })
  onDay('2027-05-05')
  await ana.must(correctLot, { ...on(lot), body: { quantity: 0.9 } })

  const { events } = await historyOf(ana, ingredient, '2027-05-10')
  const came = { type: 'added', ingredientId: ingredient, on: '2027-05-01', effectiveExpiration: '2027-06-01' }
  expect(events).toEqual([
    { ...came, lotId: lot.id, quantity: 1500 },
    { ...came, lotId: part.id, quantity: 500 },
    { type: 'used', ingredientId: ingredient, lotId: lot.id, quantity: 500, on: '2027-05-03' },
    { type: 'discarded', lotId: part.id, quantity: 500, on: '2027-05-03' },
    { type: 'counted', lotId: lot.id, quantity: 900, on: '2027-05-05' },
  ])
})

it('treats a correction on the first day, before any use, as a typing error and a changed unit as the same stock', async () => {
  onDay('2027-05-01')
  const ana = await home()
  const ingredient = await rice(ana)
  const lot = await put(ana, ingredient, 5000)
  await ana.must(correctLot, { ...on(lot), body: { quantity: 500 } })
  const bag = await put(ana, ingredient, 1, 'kg')
  await ana.must(useLot, { ...on(bag), body: { quantity: 0.2 } })
  await ana.must(changeLot, { ...on(bag), body: { unit: 'g', quantity: 800 } })
  const { events } = await historyOf(ana, ingredient, '2027-05-10')
  expect(events.map((event) => [event.type, event.quantity])).toEqual([
    ['added', 500],
    ['added', 1000],
    ['used', 200],
  ])
})

const step = fc.record({
  act: fc.constantFrom('add', 'use', 'use', 'discard', 'split', 'correct', 'remove', 'undo', 'wait'),
  which: fc.nat(20),
  part: fc.integer({ min: 1, max: 130 }),
})

it('replays to exactly the current stock after any actions and undos', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      let day = 1
      onDay('2027-05-01')
      const ana = await home()
      const ingredient = await rice(ana)
      const lots: Lot[] = []
      const seqs: number[] = []
      const send = async (call: Promise<{ status: number; headers: Record<string, string | undefined> }>) => {
        const answer = await call
        if (answer.status < 300) seqs.push(Number(answer.headers['x-change-seq']))
      }
      for (const { act, which, part } of steps) {
        const lot = lots[which % Math.max(1, lots.length)]
        const quantity = Math.max(0.001, Math.round((lot?.quantity ?? 1) * part * 10) / 1000)
        if (act === 'wait') onDay(`2027-05-${String(Math.min(28, ++day)).padStart(2, '0')}`)
        else if (act === 'add') lots.push(await put(ana, ingredient, part))
        else if (act === 'undo') await ana.call(undoChange, { params: { seq: seqs[which % Math.max(1, seqs.length)] ?? 1 } })
        else if (act === 'use') await send(ana.call(useLot, { ...on(lot), body: { quantity } }))
        else if (act === 'discard') await send(ana.call(discardLot, { ...on(lot), body: { quantity, reason: 'other' } }))
        else if (act === 'correct') await send(ana.call(correctLot, { ...on(lot), body: { quantity } }))
        else if (act === 'remove' && part > 110) await send(ana.call(removeLot, on(lot)))
        else if (act === 'split') {
          const answer = await ana.call(splitLot, { ...on(lot), body: { quantity } })
          if (answer.status < 300) lots.push(answer.body)
        }
      }
      const [replayed] = replayHistory(await historyOf(ana, ingredient, '2027-05-29'))
      const left = (replayed?.lots ?? []).filter((lot) => lot.left > 0.0005).map((lot) => [lot.id, toMilli(lot.left)])
      const stock = ((await ana.must(listLots)) as Lot[]).map((lot) => [lot.id, toMilli(lot.quantity)])
      expect(left.toSorted()).toEqual(stock.toSorted())
    }),
    { numRuns: Number(process.env['LARDER_HISTORY_RUNS'] ?? 15) },
  )
})

import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeHousehold, undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import {
  addLot,
  correctLot,
  type DiscardReason,
  discardLot,
  discardReasons,
  type Lot,
  splitLot,
  useLot,
} from '#domains/inventory/contract.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { exportWaste, trackWaste, wasteReport, wasteTrends } from '../contract.ts'

const testApp = useTestApp()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const at = (instant: string) => vi.setSystemTime(new Date(instant))

async function home(timeZone = 'UTC'): Promise<Person> {
  const person = await createPerson(testApp())
  const { id } = await testApp().household(person)
  await person.must(changeHousehold, { params: { id }, body: { timeZone } })
  return person
}
const put = (person: Person, name: string, more: object = {}): Promise<Lot> =>
  person.must(addLot, { body: { ingredient: { name }, quantity: 1000, unit: 'g', purchasePrice: 10, ...more } })
const bin = (person: Person, lot: Lot, reason: DiscardReason = 'expired', quantity?: number) =>
  person.call(discardLot, { params: { id: lot.id }, body: { reason, ...(quantity ? { quantity } : {}) } })
const month = (person: Person, more: object = {}) => person.must(wasteReport, { body: { period: 'month', ...more } })

it('shows losses, reasons, avoidable cost and the wasted share of purchases', async () => {
  at('2027-03-10T12:00:00Z')
  const ana = await home()
  await bin(ana, await put(ana, 'Rice'), 'expired', 333)
  await bin(ana, await put(ana, 'Flour', { purchasePrice: 2.5 }), 'quality')
  await bin(ana, await put(ana, 'Gripe tonic', { quantity: 1, unit: 'l', purchasePrice: null }), 'spoiled')
  await bin(ana, await put(ana, 'Bread', { purchasePrice: 4 }), 'donated')
  await put(ana, 'Sugar', { purchasePrice: 3.5 })

  const report = await month(ana)
  expect(report).toMatchObject({
    startDate: '2027-03-01',
    endDate: '2027-03-31',
    period: 'month',
    totalWasteCost: 5.83,
    totalWasteItems: 3,
    potentialSavings: 3.33,
    unpricedItems: 1,
    weightGrams: 1333,
    unweighedItems: 1,
    boughtCost: 20,
    shareOfBought: 0.2915,
    wasteByReason: { expired: 3.33, quality: 2.5, spoiled: 0 },
    itemsByReason: { expired: 1, quality: 1, spoiled: 1 },
    leftOut: { items: 1, cost: 4 },
    before: { startDate: '2027-02-01', endDate: '2027-02-28', totalWasteCost: 0, totalWasteItems: 0, shareOfBought: null },
  })
  expect(report.topWasteItems.map((item) => [item.ingredientName, item.quantity, item.unit, item.purchasePrice, item.reason])).toEqual([
    ['Rice', 333, 'g', 3.33, 'expired'],
    ['Flour', 1000, 'g', 2.5, 'quality'],
    ['Gripe tonic', 1, 'l', null, 'spoiled'],
  ])
  expect(report.topWasteItems[0]).toMatchObject({ discardedDate: '2027-03-10' })
  expect(report.recommendations).toHaveLength(1)

  expect(await month(ana, { includeGiven: true })).toMatchObject({
    totalWasteCost: 9.83,
    totalWasteItems: 4,
    potentialSavings: 3.33,
    wasteByReason: { donated: 4 },
    leftOut: { items: 0, cost: 0 },
  })
})

it('leaves out an undone discard', async () => {
  at('2027-03-10T12:00:00Z')
  const ana = await home()
  const answer = await bin(ana, await put(ana, 'Rice'))
  expect((await month(ana)).totalWasteCost).toBe(10)
  await ana.must(undoChange, { params: { seq: Number(answer.headers['x-change-seq']) } })
  expect(await month(ana)).toMatchObject({ totalWasteCost: 0, totalWasteItems: 0, topWasteItems: [], wasteByReason: {} })
  expect((await ana.must(wasteTrends)).at(-1)).toMatchObject({ cost: 0, items: 0 })
})

it('uses the household’s time zone at both ends of a month', async () => {
  at('2027-03-31T22:30:00Z')
  const [berlin, london] = [await home('Europe/Berlin'), await home('Europe/London')]
  await bin(berlin, await put(berlin, 'Rice'))
  await bin(london, await put(london, 'Rice'))
  const march = { startDate: '2027-03-01', endDate: '2027-03-31' }
  expect((await berlin.must(wasteReport, { body: march })).totalWasteItems).toBe(0)
  expect((await london.must(wasteReport, { body: march })).totalWasteItems).toBe(1)
  expect((await month(berlin)).startDate).toBe('2027-04-01')
  // An instant stands for its date in the household's time zone.
  const instant = { startDate: '2027-03-31T22:00:00.000Z', endDate: '2027-04-01T10:00:00+02:00' }
  expect(await berlin.must(wasteReport, { body: instant })).toMatchObject({
    startDate: '2027-04-01',
    endDate: '2027-04-01',
    totalWasteItems: 1,
  })
})

it('includes every month, also those without waste', async () => {
  at('2028-02-29T12:00:00Z')
  const ana = await home()
  await bin(ana, await put(ana, 'Rice'))
  await bin(ana, await put(ana, 'Beans', { purchasePrice: null }))
  at('2028-04-01T00:00:00Z')
  await bin(ana, await put(ana, 'Flour', { purchasePrice: 3 }), 'composted')
  const none = { cost: 0, items: 0, unpricedItems: 0 }
  expect(await ana.must(wasteTrends)).toEqual([
    { month: '2027-11', ...none },
    { month: '2027-12', ...none },
    { month: '2028-01', ...none },
    { month: '2028-02', cost: 10, items: 2, unpricedItems: 1 },
    { month: '2028-03', ...none },
    { month: '2028-04', ...none },
  ])
  expect((await ana.must(wasteTrends, { query: { months: 2, includeGiven: 'true' } })).map(({ cost }) => cost)).toEqual([0, 3])
})

it('requires a period or dates in order', async () => {
  at('2027-03-10T12:00:00Z')
  const ana = await home()
  const refused = (body: object) => ana.call(wasteReport, { body })
  expect(await refused({})).toMatchObject({ status: 422 })
  expect(await refused({ startDate: '2027-03-02', endDate: '2027-03-01' })).toMatchObject({
    status: 422,
    body: { code: 'range_backwards' },
  })
  expect(await refused({ startDate: '2027-02-29' })).toMatchObject({ status: 422 })
  expect(await refused({ period: 'decade' })).toMatchObject({ status: 422 })
  expect(await ana.call(wasteTrends, { query: { months: 0 } })).toMatchObject({ status: 422 })
})

it('exports every record as CSV that no spreadsheet executes', async () => {
  at('2027-03-10T12:00:00Z')
  const ana = await home()
  const lot = await put(ana, '=cmd|rice', { purchasePrice: 2 })
  await ana.must(trackWaste, { body: { inventoryItemId: lot.id, reason: 'expired' } })
  const { text, headers } = await ana.call(exportWaste, { query: { period: 'year' } })
  expect(headers['content-disposition']).toBe('attachment; filename="waste.csv"')
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    'Date,Item,Category,Quantity,Unit,Reason,Cost,Notes',
    `2027-03-10,"'=cmd|rice",Other,1000,g,expired,2,Item expired and was discarded`,
  ])
})

const runs = Number(process.env['LARDER_HISTORY_RUNS'] ?? 12)
const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata', 'Africa/Casablanca'] as const
const step = fc.record({
  act: fc.constantFrom('add', 'discard', 'discard', 'use', 'split', 'correct', 'undo', 'wait'),
  which: fc.nat(20),
  part: fc.integer({ min: 1, max: 100 }),
  cents: fc.option(fc.integer({ min: 0, max: 99_999 })),
  reason: fc.constantFrom(...discardReasons),
  hours: fc.integer({ min: 1, max: 900 }),
})

it('agrees with the ledger to the cent after random splits, edits, partial discards and undos, in any time zone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), fc.array(step, { minLength: 5, maxLength: 25 }), async (zone, steps) => {
      let now = Date.parse('2027-12-28T20:00:00Z')
      vi.setSystemTime(now)
      const ana = await home(zone)
      const { id: ingredient } = await ana.must(addIngredient, { body: { name: 'Rice', defaultUnit: 'g' } })
      const lots: Lot[] = []
      const undoable: number[] = []
      for (const { act, which, part, cents, reason, hours } of steps) {
        const lot = lots[which % Math.max(1, lots.length)]
        const quantity = Math.max(0.001, Math.round((lot?.quantity ?? 1) * part * 10) / 1000)
        const params = { id: lot?.id ?? '' }
        now += act === 'wait' ? hours * 3_600_000 : 0
        vi.setSystemTime(now)
        if (act === 'add')
          lots.push(
            await ana.must(addLot, {
              body: { ingredientId: ingredient, quantity: part * 7.001, unit: 'g', purchasePrice: cents === null ? null : cents / 100 },
            }),
          )
        else if (act === 'undo') {
          const seq = undoable[which % Math.max(1, undoable.length)]
          if (seq !== undefined) await ana.call(undoChange, { params: { seq } })
        } else if (lot && act === 'discard') {
          const answer = await ana.call(discardLot, { params, body: { reason, ...(part > 60 ? {} : { quantity }) } })
          if (answer.status === 200) undoable.push(Number(answer.headers['x-change-seq']))
        } else if (lot && act === 'use') await ana.call(useLot, { params, body: { quantity } })
        else if (lot && act === 'correct') await ana.call(correctLot, { params, body: { quantity } })
        else if (lot && act === 'split') {
          const answer = await ana.call(splitLot, { params, body: { quantity } })
          if (answer.status === 200) lots.push(answer.body)
        }
      }

      // Undoes some of the changes, and discards a lot without a price in thirds.
      for (const seq of undoable.filter((_, at) => at % 3 === 0)) await ana.call(undoChange, { params: { seq } })
      const thirds = await ana.must(addLot, { body: { ingredientId: ingredient, quantity: 3, unit: 'g', purchasePrice: 1 } })
      for (const reason of ['forgotten', 'spoiled', 'overbought'] as const)
        await ana.must(discardLot, { params: { id: thirds.id }, body: { quantity: 1, reason } })
      lots.push(thirds)

      interface LedgerRow {
        lot_id: string
        on_date: string
        reason: DiscardReason
        cost_cents: number | null
        undone_by: number | null
      }
      const ledger = await asOwner<LedgerRow>(
        testApp().server.database,
        `select ledger.lot_id, ledger.on_date, ledger.reason, ledger.cost_cents, changes.undone_by from ledger
         join changes on changes.household_id = ledger.household_id and changes.seq = ledger.seq
         where ledger.kind = 'discard' and ledger.household_id = '${ana.home}'`,
      )
      const records = ledger.filter((row) => row.undone_by === null && row.reason !== 'donated' && row.reason !== 'composted')
      const cost = (rows: typeof records) => rows.reduce((sum, row) => sum + Number(row.cost_cents ?? 0), 0)

      const trends = await ana.must(wasteTrends, { query: { months: 36 } })
      expect(trends.map(({ month: name, cost: shown, items }) => [name, Math.round(shown * 100), items])).toEqual(
        trends.map(({ month: name }) => {
          const own = records.filter((row) => row.on_date.startsWith(name))
          return [name, cost(own), own.length]
        }),
      )
      for (const period of ['week', 'month', 'quarter', 'year'] as const) {
        const report = await ana.must(wasteReport, { body: { period } })
        for (const side of [report, report.before]) {
          const own = records.filter((row) => row.on_date >= side.startDate && row.on_date <= side.endDate)
          expect([Math.round(side.totalWasteCost * 100), side.totalWasteItems]).toEqual([cost(own), own.length])
          expect(side.unpricedItems).toBe(own.filter((row) => row.cost_cents === null).length)
        }
        const reasons = Object.values(report.wasteByReason).reduce((sum, amount) => sum + Math.round(amount * 100), 0)
        expect(reasons).toBe(Math.round(report.totalWasteCost * 100))
      }
      expect(cost(records.filter(({ lot_id }) => lot_id === thirds.id))).toBe(100)
      // The parts of a lot with a price never cost more than the lot, unless a count found more than was left.
      const [found] = await asOwner<{ lots: number }>(
        testApp().server.database,
        `select count(*) as lots from ledger where kind = 'correct' and delta > 0 and household_id = '${ana.home}'`,
      )
      if (Number(found?.lots) > 0) return
      const paid = lots.reduce((sum, lot) => sum + Math.round((lot.purchasePrice ?? 0) * 100), 0)
      expect(cost(records)).toBeLessThanOrEqual(paid)
    }),
    { numRuns: runs },
  )
})

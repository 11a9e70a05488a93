import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listHistory, undoChange } from '#domains/households/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()

async function newOwner(): Promise<Person> {
  const [ana] = (await createPeople(testApp(), 1)) as [Person]
  await testApp().household(ana)
  return ana
}
const put = (ana: Person, name: string, more: object = {}) =>
  ana.must(contract.addLot, { body: { ingredient: { name }, quantity: 2, unit: 'l', location: 'Door', storage: 'FRIDGE', ...more } })
const stock = async (ana: Person) => (await ana.must(contract.listLots, { query: { limit: 200, sort: 'name' } })) as contract.Lot[]
/** Returns the stock without versions and times, which an undo doesn't restore. */
const state = async (ana: Person) =>
  (await stock(ana)).map(({ version: _version, updatedAt: _at, ...lot }) => lot).toSorted((a, b) => (a.id < b.id ? -1 : 1))
const bulk = (ana: Person, ids: readonly string[], edit: contract.BulkEdit) =>
  ana.call(contract.bulkEditLots, { body: { ids: [...ids], edit } })
const latest = async (ana: Person) => (await ana.must(listHistory, { query: {} }))[0]
const ledgerOf = async (ana: Person) =>
  asOwner<{ lot_id: string; milli: number }>(
    testApp().server.database,
    `select lot_id, cast(sum(delta) as integer) as milli from ledger where household_id = '${ana.home}' group by lot_id order by lot_id`,
  )

it.each([
  ['moves', { do: 'move', storage: 'FREEZER', location: 'Drawer' }, { storage: 'FREEZER', location: 'Drawer' }],
  ['dates', { do: 'date', expirationDate: '2031-02-03', dateKind: 'use_by' }, { expirationDate: '2031-02-03', dateKind: 'use_by' }],
  ['undates', { do: 'date', expirationDate: null }, { expirationDate: null, dateKind: null }],
  ['shares', { do: 'share', isShared: true }, { isShared: true }],
] as const)('%s many items as one change that one undo takes back', async (_what, edit, expected) => {
  const ana = await newOwner()
  const lots = [await put(ana, 'Milk', { expirationDate: '2030-01-01' }), await put(ana, 'Kefir', { expirationDate: '2030-01-02' })]
  const other = await put(ana, 'Quark', { expirationDate: '2030-01-03' })
  const before = await state(ana)
  const { body } = await bulk(
    ana,
    lots.map(({ id }) => id),
    edit,
  )
  expect(body.skipped).toEqual([])
  const after = await stock(ana)
  for (const { id } of lots) expect(after.find((lot) => lot.id === id)).toMatchObject(expected)
  expect(after.find(({ id }) => id === other.id)).toEqual(other)
  const entry = await latest(ana)
  expect([entry?.summary.includes('Milk'), entry?.summary.includes('Kefir'), entry?.canUndo]).toEqual([true, true, true])
  await ana.must(undoChange, { params: { seq: entry?.seq ?? 0 } })
  expect(await state(ana)).toEqual(before)
})

it('keeps the type of the date of each item if only the date changes', async () => {
  const ana = await newOwner()
  const milk = await put(ana, 'Milk', { expirationDate: '2030-01-01', dateKind: 'best_before' })
  const kefir = await put(ana, 'Kefir', { expirationDate: '2030-01-02', dateKind: 'use_by' })
  const quark = await put(ana, 'Quark')
  await bulk(ana, [milk.id, kefir.id, quark.id], { do: 'date', expirationDate: '2031-02-03' })
  expect((await stock(ana)).map((lot) => [lot.ingredient.name, lot.expirationDate, lot.dateKind]).toSorted()).toEqual([
    ['Kefir', '2031-02-03', 'use_by'],
    ['Milk', '2031-02-03', 'best_before'],
    ['Quark', '2031-02-03', null],
  ])
})

it('discards many items with the reason, and brings all back', async () => {
  const ana = await newOwner()
  const lots = [await put(ana, 'Milk', { purchasePrice: 3 }), await put(ana, 'Kefir')]
  const before = await state(ana)
  await bulk(
    ana,
    lots.map(({ id }) => id),
    { do: 'discard', reason: 'spoiled', notes: 'Power cut' },
  )
  expect(await stock(ana)).toEqual([])
  const waste = await asOwner<{ reason: string; notes: string; cost_cents: number | null }>(
    testApp().server.database,
    `select reason, notes, cost_cents from ledger where household_id = '${ana.home}' and kind = 'discard' order by cost_cents`,
  )
  expect(waste.map((row) => ({ ...row }))).toEqual(expect.arrayContaining([{ reason: 'spoiled', notes: 'Power cut', cost_cents: 300 }]))
  await ana.must(undoChange, { params: { seq: (await latest(ana))?.seq ?? 0 } })
  expect(await state(ana)).toEqual(before)
})

it('says which items ended meanwhile and edits the others', async () => {
  const ana = await newOwner()
  const [milk, kefir] = [await put(ana, 'Milk'), await put(ana, 'Kefir')]
  await ana.must(contract.useLot, { params: { id: kefir.id }, body: { quantity: 2 } })
  const { status, body } = await bulk(ana, [milk.id, kefir.id], { do: 'move', location: 'Top' })
  expect([status, body.lots.map(({ id }) => id), body.skipped]).toEqual([
    200,
    [milk.id],
    [{ id: kefir.id, code: 'lot_ended', reason: 'There’s none left.' }],
  ])
  expect(await bulk(ana, [kefir.id], { do: 'move', location: 'Door' })).toMatchObject({ status: 409, body: { code: 'lot_ended' } })
})

it('leaves out items that were deleted, never existed or are another household’s, and edits the others', async () => {
  const [ana, ben] = [await newOwner(), await newOwner()]
  const [mine, deleted, theirs] = [await put(ana, 'Milk'), await put(ana, 'Kefir'), await put(ben, 'Milk')]
  await ana.must(contract.removeLot, { params: { id: deleted.id } })
  const others = [deleted.id, theirs.id, crypto.randomUUID()]
  const { status, body } = await bulk(ana, [mine.id, ...others], { do: 'share', isShared: true })
  const reason = 'Not found. It may have been deleted.'
  expect([status, body.lots.map(({ id }) => id), body.skipped]).toEqual([
    200,
    [mine.id],
    others.map((id) => ({ id, code: 'not_found', reason })),
  ])
  expect(await stock(ben)).toEqual([theirs])
  expect(await bulk(ana, others, { do: 'share', isShared: false })).toMatchObject({ status: 404 })
})

it('refuses more than 200 items and an empty move', async () => {
  const ana = await newOwner()
  const ids = Array.from({ length: 201 }, () => crypto.randomUUID())
  expect(await bulk(ana, ids, { do: 'share', isShared: true })).toMatchObject({ status: 422 })
  expect(await bulk(ana, ids.slice(0, 1), { do: 'move' })).toMatchObject({ status: 422 })
})

it('adds no change for items that are like that already', async () => {
  const ana = await newOwner()
  const milk = await put(ana, 'Milk')
  const entry = await latest(ana)
  expect(await bulk(ana, [milk.id], { do: 'move', location: 'Door' })).toMatchObject({ status: 200, body: { lots: [], skipped: [] } })
  expect((await latest(ana))?.seq).toBe(entry?.seq)
})

const anyEdit: fc.Arbitrary<contract.BulkEdit> = fc.oneof(
  fc.record({ do: fc.constant('move' as const), storage: fc.constantFrom('PANTRY', 'FRIDGE', 'FREEZER') }),
  fc.record({ do: fc.constant('date' as const), expirationDate: fc.constantFrom('2031-02-03', '2029-01-01', null) }),
  fc.record({ do: fc.constant('share' as const), isShared: fc.boolean() }),
  fc.record({ do: fc.constant('discard' as const), reason: fc.constantFrom('expired', 'spoiled', 'donated') }),
)

it('keeps the sums of the ledger: right after any edits, and as before once all are undone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ edit: anyEdit, picks: fc.uniqueArray(fc.nat(4), { minLength: 1 }) }), { minLength: 1, maxLength: 5 }),
      async (steps) => {
        const ana = await newOwner()
        const lots: contract.Lot[] = []
        for (const name of ['Milk', 'Kefir', 'Quark', 'Cream', 'Whey'])
          lots.push(await put(ana, name, { expirationDate: '2030-01-01', purchasePrice: 2 }))
        const [before, ledger] = [await state(ana), await ledgerOf(ana)]
        const seqs: number[] = []
        for (const { edit, picks } of steps) {
          const last = (await latest(ana))?.seq
          await bulk(
            ana,
            picks.map((pick) => lots[pick]?.id ?? ''),
            edit,
          )
          const entry = await latest(ana)
          if (entry && entry.seq !== last) seqs.push(entry.seq)
        }
        expect(await brokenInvariants(testApp().server.database)).toEqual([])
        for (const seq of seqs.toReversed()) await ana.must(undoChange, { params: { seq } })
        expect(await state(ana)).toEqual(before)
        expect(await ledgerOf(ana)).toEqual(ledger)
        expect(await brokenInvariants(testApp().server.database)).toEqual([])
      },
    ),
    { numRuns: 12 },
  )
})

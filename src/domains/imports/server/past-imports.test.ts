import { describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addLot, changeLot, discardLot, type Lot, listLots, listPrices, useLot } from '#domains/inventory/contract.ts'
import { exportHousehold } from '#domains/settings/contract.ts'
import { wasteReport } from '#domains/waste/contract.ts'
import { addDays, type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import { countIn, previewFile, runImport, settleImport } from '#tests/support/data/import-files.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { grocyFile, grocyJournal } from '#tests/support/fakes/grocy.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()

async function createOwner(name = 'Ana'): Promise<Person> {
  const person = await testApp().person(name)
  await testApp().household(person)
  return person
}

const today = (): CalendarDate => dateInTimeZone('UTC', new Date())
const journal = () => grocyJournal(today())
const ago = (days: number) => addDays(today(), -days)

const lots = async (person: Person, isActive: 'true' | 'false' = 'true') =>
  (await person.must(listLots, { query: { limit: 200, isActive } })) as Lot[]
const report = (person: Person) => person.must(wasteReport, { body: { startDate: ago(90), endDate: today() } })
const ledgerOf = (person: Person, kind: string) =>
  asOwner<{ delta: number; on_date: string; reason: string | null; cost_cents: number | null }>(
    testApp().server.database,
    `select delta, on_date, reason, cost_cents from ledger where household_id = '${person.home}' and kind = '${kind}' order by on_date, delta`,
  )
const numbers = <Row extends { delta: unknown; cost_cents: unknown }>(rows: readonly Row[]) =>
  rows.map(({ delta, cost_cents, ...row }) => ({
    ...row,
    delta: Number(delta),
    cost_cents: cost_cents === null ? null : Number(cost_cents),
  }))

describe('the past in grocy', () => {
  it('is imported: what was used, discarded and missing, on its day and at its price', async () => {
    const ana = await createOwner()
    const record = await previewFile(testApp(), ana, grocyFile(journal()))
    expect(countIn(record, 'past')).toMatchObject({ found: 2, new: 2, refused: 0 })
    const rows = await ana.must(contract.listImportRows, { params: { importId: record.id }, query: { kind: 'past' } })
    expect(rows.map(({ name, detail }) => [name, detail])).toEqual([
      ['Oat drink', `2 l · ${ago(60)} · discarded: 1 l`],
      ['Quark', `250 g · ${ago(15)}`],
    ])
    await runImport(testApp(), ana, record)
    const stock = (await lots(ana)).filter(({ ingredient }) => ingredient.name === 'Oat drink')
    expect(stock.map(({ quantity, purchasePrice }) => [quantity, purchasePrice]).toSorted()).toEqual([
      [1.5, 6.6],
      [3, null],
    ])
    expect(numbers(await ledgerOf(ana, 'use'))).toEqual([
      { delta: -750, on_date: ago(50), reason: null, cost_cents: null },
      { delta: -1000, on_date: ago(30), reason: null, cost_cents: null },
      { delta: -250_000, on_date: ago(12), reason: null, cost_cents: null },
    ])
    expect(numbers(await ledgerOf(ana, 'discard'))).toEqual([
      { delta: -1000, on_date: ago(28), reason: 'spoiled', cost_cents: 200 },
      { delta: -500, on_date: ago(20), reason: 'spoiled', cost_cents: 110 },
    ])
    expect(numbers(await ledgerOf(ana, 'correct'))).toEqual([{ delta: -250, on_date: ago(45), reason: null, cost_cents: null }])
    expect(await report(ana)).toMatchObject({ totalWasteItems: 2, totalWasteCost: 3.1 })
    const oats = stock[0]?.ingredient.id ?? ''
    expect((await ana.must(listPrices, { params: { id: oats } })).map(({ price, date }) => [price, date])).toEqual([
      [4, ago(60)],
      [6.6, '2025-11-01'],
    ])
    expect(await brokenInvariants(testApp().server.database)).toEqual([])
  })

  it('comes once, also if it was still in stock the first time', async () => {
    const ana = await createOwner()
    await runImport(testApp(), ana, await previewFile(testApp(), ana, grocyFile(journal())))
    const before = await report(ana)
    const later = `${journal()} delete from stock where stock_id = 'a1';
      insert into stock_log (id, product_id, amount, purchased_date, used_date, spoiled, stock_id, transaction_type, price, row_created_timestamp) values (20, 1, -1.5, '${ago(40)}', '${ago(1)}', 1, 'a1', 'consume', 2.2, '${ago(1)} 10:00:00')`
    const again = await previewFile(testApp(), ana, grocyFile(later))
    expect(countIn(again, 'past')).toMatchObject({ found: 3, new: 0, known: 3 })
    expect(await report(ana)).toEqual(before)
  })

  it('goes with the undo, which leaves no waste and no use behind', async () => {
    const ana = await createOwner()
    const record = await previewFile(testApp(), ana, grocyFile(journal()))
    await runImport(testApp(), ana, record)
    await ana.must(contract.undoImport, { params: { importId: record.id } })
    const undone = await settleImport(testApp(), ana, record)
    expect(undone.counts.map(({ kind, kept }) => [kind, kept]).filter(([, kept]) => kept !== 0)).toEqual([])
    expect(await report(ana)).toMatchObject({ totalWasteItems: 0, totalWasteCost: 0 })
    for (const kind of ['use', 'discard', 'correct']) expect(await ledgerOf(ana, kind)).toEqual([])
    expect(await lots(ana)).toEqual([])
    expect(await brokenInvariants(testApp().server.database)).toEqual([])
    const again = await previewFile(testApp(), ana, grocyFile(journal()))
    expect(countIn(again, 'past')).toMatchObject({ new: 2 })
  })

  it('is kept by the undo as far as its item was used here since', async () => {
    const ana = await createOwner()
    const record = await previewFile(testApp(), ana, grocyFile(journal()))
    await runImport(testApp(), ana, record)
    const [oats] = (await lots(ana)).filter(({ quantity }) => quantity === 1.5)
    await ana.must(useLot, { params: { id: oats?.id ?? '' }, body: { quantity: 0.5 } })
    await ana.must(contract.undoImport, { params: { importId: record.id } })
    await settleImport(testApp(), ana, record)
    expect((await lots(ana)).map(({ quantity }) => quantity)).toEqual([1])
    expect(await report(ana)).toMatchObject({ totalWasteItems: 1, totalWasteCost: 1.1 })
    expect(await brokenInvariants(testApp().server.database)).toEqual([])
  })

  it('stays away if it is left out, without what is in stock losing anything', async () => {
    const ana = await createOwner()
    await runImport(testApp(), ana, await previewFile(testApp(), ana, grocyFile(journal())), { leaveOut: ['past'], withoutRefused: true })
    expect(await lots(ana, 'false')).toEqual([])
    expect(await lots(ana)).toHaveLength(5)
  })
})

async function zipOf(person: Person): Promise<Buffer> {
  const headers = { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' }
  return (await testApp().server.app.inject({ method: 'GET', url: exportHousehold.path, headers })).rawPayload
}

describe('the past in a Larder export', () => {
  /** Milk in stock that was partly used and discarded, milk that is gone, and milk whose discard was undone. */
  async function createKitchen(): Promise<Person> {
    const ana = await createOwner()
    const milk = { ingredient: { name: 'Milk' }, unit: 'ml', quantity: 1000, purchasePrice: 1.2 } as const
    const [one, two, three] = [
      await ana.must(addLot, { body: milk }),
      await ana.must(addLot, { body: milk }),
      await ana.must(addLot, { body: milk }),
    ]
    await ana.must(useLot, { params: { id: one.id }, body: { quantity: 250 } })
    await ana.must(discardLot, { params: { id: one.id }, body: { quantity: 100, reason: 'spoiled', notes: 'sour' } })
    await ana.must(useLot, { params: { id: two.id }, body: { quantity: 600 } })
    await ana.must(discardLot, { params: { id: two.id }, body: { reason: 'expired' } })
    const mistake = await ana.call(discardLot, { params: { id: three.id }, body: { quantity: 300, reason: 'other' } })
    await ana.must(undoChange, { params: { seq: Number(mistake.headers['x-change-seq']) } })
    await ana.must(changeLot, { params: { id: three.id }, body: { note: 'for Ida' } })
    return ana
  }
  const compared = async (person: Person) => ({
    stock: (await lots(person))
      .map(({ quantity, purchasePrice, note }) => ({ quantity, purchasePrice, note }))
      .toSorted((a, b) => a.quantity - b.quantity),
    waste: await report(person).then(({ totalWasteItems, totalWasteCost, wasteByReason }) => ({
      totalWasteItems,
      totalWasteCost,
      wasteByReason,
    })),
    used: numbers(await ledgerOf(person, 'use')),
    discarded: numbers(await ledgerOf(person, 'discard')).filter(({ reason }) => reason !== 'other'),
  })

  it('makes the same report in another household', async () => {
    const [ana, ben] = [await createKitchen(), await createOwner('Ben')]
    await runImport(testApp(), ben, await previewFile(testApp(), ben, await zipOf(ana)))
    expect(await compared(ben)).toEqual(await compared(ana))
    expect(await ledgerOf(ben, 'discard')).toHaveLength(2)
    expect(await brokenInvariants(testApp().server.database)).toEqual([])
  })

  it('is not doubled in its own household, whose stock returns as it was', async () => {
    const ana = await createKitchen()
    const backup = await zipOf(ana)
    const before = await compared(ana)
    expect(countIn(await previewFile(testApp(), ana, backup), 'past')).toMatchObject({ found: 1, new: 0, known: 1 })
    const [milk] = (await lots(ana)).filter(({ quantity }) => quantity === 650)
    await ana.must(useLot, { params: { id: milk?.id ?? '' }, body: { quantity: 650 } })
    await runImport(testApp(), ana, await previewFile(testApp(), ana, backup))
    const after = await compared(ana)
    expect(after.waste).toEqual(before.waste)
    expect(after.stock).toEqual([{ quantity: 650, purchasePrice: 0.78, note: '' }, before.stock[1]])
  })
})

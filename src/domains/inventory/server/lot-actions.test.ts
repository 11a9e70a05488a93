import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeHousehold } from '#domains/households/contract/index.ts'
import { addIngredient, changeIngredient, getIngredient, type Ingredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { trackWaste } from '#domains/waste/contract.ts'
import { createPeople, createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()
type Lot = contract.Lot
const on = ({ id }: { id: string }) => ({ params: { id } })

async function member(): Promise<Person> {
  const person = await createPerson(testApp())
  await testApp().household(person)
  return person
}
const lotsOf = async (person: Person) => (await person.must(contract.listLots)) as Lot[]
const stew = (person: Person): Promise<Ingredient> =>
  person.must(addIngredient, {
    body: { name: 'Stew', defaultStorage: 'FRIDGE', shelfLife: { pantryDays: 1, fridgeDays: 7, freezerDays: 90, openedDays: 5 } },
  })
const put = (person: Person, ingredient: Ingredient, more: object = {}) =>
  person.must(contract.addLot, { body: { ingredientId: ingredient.id, quantity: 1, unit: 'each', ...more } })

describe('the expiration date of a lot', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const onDay = (day: string, time = '12:00') => vi.setSystemTime(new Date(`${day}T${time}:00Z`))
  const dates = async (person: Person, lot: Lot) => {
    const { expirationDate, effectiveExpiration: expirationOf, expirationReason } = await person.must(contract.getLot, on(lot))
    return [expirationDate, expirationOf, expirationReason]
  }

  it('is estimated from the shelf life without a printed date', async () => {
    onDay('2027-03-10')
    const ana = await member()
    const lot = await put(ana, await stew(ana))
    expect(await dates(ana, lot)).toEqual([null, '2027-03-17', 'Estimate: bought today, keeps about 7 days in the fridge'])
    onDay('2027-03-13')
    expect(await dates(ana, lot)).toEqual([null, '2027-03-17', 'Estimate: bought 3 days ago, keeps about 7 days in the fridge'])
  })

  it('is the earlier of the printed date and the opened shelf life; the printed date stays', async () => {
    onDay('2027-03-10')
    const ana = await member()
    const lot = await put(ana, await stew(ana), { expirationDate: '2027-03-30', dateKind: 'best_before' })
    expect(await dates(ana, lot)).toEqual(['2027-03-30', '2027-03-30', 'Best-before date on the package'])
    onDay('2027-03-12')
    expect(await ana.must(contract.openLot, on(lot))).toMatchObject({ isOpened: true, openedOn: '2027-03-12' })
    onDay('2027-03-15')
    expect(await dates(ana, lot)).toEqual(['2027-03-30', '2027-03-17', 'Opened 3 days ago, keeps 5 days'])
    expect(await ana.call(contract.openLot, on(lot))).toMatchObject({ status: 409, body: { code: 'already_opened' } })

    const late = await put(ana, await ana.must(getIngredient, { params: { id: lot.ingredient.id } }), { expirationDate: '2027-03-16' })
    await ana.must(contract.openLot, on(late))
    expect((await dates(ana, late))[1]).toBe('2027-03-16')
  })

  it('pauses in the freezer and continues after thawing, limited by the shelf life', async () => {
    onDay('2027-03-10')
    const ana = await member()
    const lot = await put(ana, await stew(ana), { expirationDate: '2027-03-14', dateKind: 'best_before' })
    onDay('2027-03-12')
    await ana.must(contract.moveLot, { ...on(lot), body: { storage: 'FREEZER' } })
    expect(await dates(ana, lot)).toEqual(['2027-03-14', '2027-06-10', 'Frozen today, keeps about 90 days in the freezer'])
    onDay('2027-05-01')
    expect(await ana.must(contract.moveLot, { ...on(lot), body: { storage: 'FRIDGE' } })).toMatchObject({
      storage: 'FRIDGE',
      location: 'Fridge',
    })
    expect(await dates(ana, lot)).toEqual(['2027-03-14', '2027-05-03', 'Thawed today with 2 days left'])
  })

  it('is never later than a use-by date, frozen or thawed', async () => {
    onDay('2027-03-10')
    const ana = await member()
    const lot = await put(ana, await stew(ana), { expirationDate: '2027-03-14', dateKind: 'use_by' })
    await ana.must(contract.moveLot, { ...on(lot), body: { storage: 'FREEZER' } })
    expect((await dates(ana, lot))[1]).toBe('2027-03-14')
    onDay('2027-03-13')
    await ana.must(contract.moveLot, { ...on(lot), body: { storage: 'FRIDGE' } })
    expect((await dates(ana, lot))[1]).toBe('2027-03-14')
    await ana.must(contract.openLot, on(lot))
    expect(await dates(ana, lot)).toEqual(['2027-03-14', '2027-03-14', 'Use-by date on the package'])
  })

  it('follows a changed shelf life for every lot of the ingredient', async () => {
    onDay('2027-03-10')
    const ana = await member()
    const ingredient = await stew(ana)
    const [first, second] = [await put(ana, ingredient), await put(ana, ingredient, { expirationDate: '2027-03-11' })]
    await ana.must(changeIngredient, {
      params: { id: ingredient.id },
      body: { shelfLife: { pantryDays: 1, fridgeDays: 2, freezerDays: null, openedDays: null } },
    })
    expect(await dates(ana, first)).toEqual([null, '2027-03-12', 'Estimate: bought today, keeps about 2 days in the fridge'])
    expect((await dates(ana, second))[1]).toBe('2027-03-11')
  })

  it('accepts a date without a kind, rejects a kind without a date, and is estimated again when the date is removed', async () => {
    onDay('2027-03-10')
    const ana = await member()
    const lot = await put(ana, await stew(ana), { expirationDate: '2027-03-12' })
    expect(await dates(ana, lot)).toEqual(['2027-03-12', '2027-03-12', 'Date on the package'])
    const bare = await ana.must(contract.changeLot, { ...on(lot), body: { expirationDate: null } })
    expect(bare).toMatchObject({ expirationDate: null, dateKind: null, effectiveExpiration: '2027-03-17' })
    expect(await ana.call(contract.changeLot, { ...on(lot), body: { dateKind: 'use_by' } })).toMatchObject({
      status: 422,
      body: { code: 'date_missing' },
    })
  })

  it.each([
    ['Pacific/Pago_Pago', '2027-03-10', '05:00', '2027-03-09'],
    ['Pacific/Kiritimati', '2027-03-10', '11:00', '2027-03-11'],
    ['Asia/Kathmandu', '2027-03-10', '18:20', '2027-03-11'],
    ['America/St_Johns', '2027-03-14', '02:29', '2027-03-13'],
    ['Europe/Berlin', '2027-03-28', '00:30', '2027-03-28'],
    ['UTC', '2028-02-29', '23:59', '2028-02-29'],
  ])('I-18: uses the household’s day: in %s on %s at %s UTC it is %s', async (timeZone, day, time, today) => {
    onDay(day, time)
    const ana = await createPerson(testApp())
    const { id } = await testApp().household(ana)
    await ana.must(changeHousehold, { params: { id }, body: { timeZone } })
    const ingredient = await stew(ana)
    const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
    const [lot] = [await put(ana, ingredient, { expirationDate: today }), await put(ana, ingredient, { expirationDate: before })]
    const opened = await ana.must(contract.openLot, on(lot))
    expect(opened).toMatchObject({ expirationDate: today, openedOn: today })
    // A lot that expires today is good; one that expired yesterday is not.
    expect(await ana.must(contract.inventoryStats, { query: {} })).toMatchObject({ totalItems: 2, expiringSoon: 1 })
  })
})

describe('using an ingredient without naming a lot', () => {
  it('uses the lots that expire first, then the oldest, undated ones last', async () => {
    const ana = await member()
    const ingredient = await ana.must(addIngredient, { body: { name: 'Zzz', defaultUnit: 'g' } })
    const lot = (unit: 'g' | 'kg', quantity: number, expirationDate?: string) =>
      ana.must(contract.addLot, { body: { ingredientId: ingredient.id, quantity, unit, ...(expirationDate ? { expirationDate } : {}) } })
    const undated = await lot('g', 100)
    const late = await lot('kg', 0.1, '2032-01-01')
    const soonOld = await lot('g', 100, '2031-01-01')
    const soonNew = await lot('g', 100, '2031-01-01')
    const use = async (quantity: number) =>
      (await ana.must(contract.consumeIngredient, { params: { id: ingredient.id }, body: { quantity, unit: 'g' } })).map(
        ({ id, quantity: left }) => [id, left],
      )
    expect(await use(30)).toEqual([[soonOld.id, 70]])
    expect(await use(100)).toEqual([
      [soonOld.id, 0],
      [soonNew.id, 70],
    ])
    expect(await use(120)).toEqual([
      [soonNew.id, 0],
      [late.id, 0.05],
    ])
    expect(await use(100)).toEqual([
      [late.id, 0],
      [undated.id, 50],
    ])
    expect(
      await ana.call(contract.consumeIngredient, { params: { id: ingredient.id }, body: { quantity: 50.001, unit: 'g' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'not_enough' },
    })
    expect(await lotsOf(ana)).toMatchObject([{ id: undated.id, quantity: 50 }])
  })

  it('converts units by the household’s conversions, and reports a missing one', async () => {
    const ana = await member()
    const carrots = await ana.must(addIngredient, { body: { name: 'Zarrots', defaultUnit: 'each' } })
    await ana.must(contract.addLot, { body: { ingredientId: carrots.id, quantity: 10, unit: 'each' } })
    const use = (quantity: number, unit: 'g' | 'kg') =>
      ana.call(contract.consumeIngredient, { params: { id: carrots.id }, body: { quantity, unit } })
    expect(await use(122, 'g')).toMatchObject({ status: 409, body: { code: 'not_comparable' } })
    await ana.must(changeIngredient, { params: { id: carrots.id }, body: { conversions: [{ from: 'each', to: 'g', factor: 61 }] } })
    expect(await use(122, 'g')).toMatchObject({ status: 200, body: [{ quantity: 8, unit: 'each' }] })
    expect((await use(1, 'kg')).status).toBe(409)
    expect(await use(0.488, 'kg')).toMatchObject({ status: 200, body: [{ quantity: 0 }] })
  })

  it('rejects an unknown ingredient, and one without stock', async () => {
    const ana = await member()
    const ingredient = await ana.must(addIngredient, { body: { name: 'Nothing' } })
    expect(await ana.call(contract.consumeIngredient, { params: { id: ingredient.id }, body: { quantity: 1, unit: 'g' } })).toMatchObject({
      status: 409,
      body: { code: 'not_enough' },
    })
  })
})

describe('the price of a lot', () => {
  const costs = (person: Person) =>
    asOwner<{ cost_cents: number; reason: string; notes: string | null }>(
      testApp().server.database,
      `select cost_cents, reason, notes from ledger where household_id = '${person.home}' and kind = 'discard' order by seq`,
    )
  const sum = (rows: readonly { cost_cents: number }[]) => rows.reduce((total, row) => total + Number(row.cost_cents), 0)

  it('is divided to the cent, however the lot is discarded and split', async () => {
    for (const [price, whole, parts] of [
      [10, 3, [1, 1, 1]],
      [0.01, 3, [1, 1, 1]],
      [9.99, 7, [0.333, 2.667, 1.111, 2.889]],
      [1, 0.007, [0.001, 0.002, 0.004]],
      [1_000_000, 1_000_000, [333_333.333, 333_333.333, 333_333.334]],
    ] as const) {
      const ana = await member()
      const lot = await addSomeLot(ana, { quantity: whole, purchasePrice: price })
      for (const [i, part] of parts.entries()) {
        if (i === parts.length - 1) await ana.must(trackWaste, { body: { inventoryItemId: lot.id, reason: 'expired' } })
        else if (i % 2 === 0) await ana.must(contract.discardLot, { ...on(lot), body: { quantity: part, reason: 'spoiled' } })
        else {
          const split = await ana.must(contract.splitLot, { ...on(lot), body: { quantity: part } })
          await ana.must(contract.discardLot, { ...on(split), body: { reason: 'spoiled' } })
        }
      }
      expect(sum(await costs(ana))).toBe(Math.round(price * 100))
      expect(await lotsOf(ana)).toEqual([])
    }
  })

  it('counts as waste only for discards, with their reason and notes', async () => {
    const ana = await member()
    const lot = await addSomeLot(ana, { quantity: 4, purchasePrice: 8 })
    await ana.must(contract.useLot, { ...on(lot), body: { quantity: 1 } })
    await ana.must(contract.discardLot, { ...on(lot), body: { quantity: 1, reason: 'forgotten', notes: 'behind the jam' } })
    await ana.must(trackWaste, { body: { inventoryItemId: lot.id, reason: 'expired' } })
    const other = await addSomeLot(ana, { quantity: 1 })
    await ana.must(trackWaste, { body: { inventoryItemId: other.id, reason: 'quality' } })
    expect(await costs(ana)).toEqual([
      { cost_cents: 200, reason: 'forgotten', notes: 'behind the jam' },
      { cost_cents: 400, reason: 'expired', notes: 'Item expired and was discarded' },
      { cost_cents: null, reason: 'quality', notes: 'Item was removed from inventory' },
    ])
  })

  it('is divided between the parts of a split', async () => {
    const ana = await member()
    const lot = await addSomeLot(ana, {
      quantity: 3,
      purchasePrice: 10,
      isOpened: true,
      expirationDate: '2031-01-01',
      location: 'Door',
    })
    const part = await ana.must(contract.splitLot, { ...on(lot), body: { quantity: 1 } })
    expect(part).toMatchObject({
      quantity: 1,
      purchasePrice: 3.33,
      isOpened: true,
      expirationDate: '2031-01-01',
      location: 'Door',
      unit: 'l',
    })
    expect(await ana.must(contract.getLot, on(lot))).toMatchObject({ quantity: 2, purchasePrice: 6.67 })
    for (const quantity of [2, 2.001])
      expect(await ana.call(contract.splitLot, { ...on(lot), body: { quantity } })).toMatchObject({
        status: 409,
        body: { code: 'split_all' },
      })
    for (const quantity of [2.001])
      expect(await ana.call(contract.discardLot, { ...on(lot), body: { quantity, reason: 'other' } })).toMatchObject({
        status: 409,
        body: { code: 'not_enough' },
      })
  })
})

describe('concurrent requests', () => {
  it('add 500 lots of a new ingredient in several spellings, and create it once', async () => {
    const ana = await member()
    const spellings = ['Crème', 'creme', 'CRÈME', ' crème ', 'Cre\u0300me']
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        ana.call(contract.addLot, { body: { ingredient: { name: spellings[i % 5] ?? '' }, quantity: 1, unit: 'each' } }),
      ),
    )
    expect(answers.filter(({ status }) => status !== 201).map(({ status, text }) => `${status} ${text}`)).toEqual([])
    expect(await ana.must(listIngredients, { query: {} })).toHaveLength(1)
    expect(await lotsOf(ana)).toHaveLength(500)
  })

  it('C-05: use exactly ten tenths of one, and are rejected for an eleventh', async () => {
    const ana = await member()
    const lot = await addSomeLot(ana, { quantity: 1, unit: 'kg' })
    const answers = await Promise.all(Array.from({ length: 11 }, () => ana.call(contract.useLot, { ...on(lot), body: { quantity: 0.1 } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 409])
    expect(await ana.must(contract.getLot, on(lot))).toMatchObject({ quantity: 0, state: 'used' })
  })

  it('C-08: keep edits of different fields, and reject the second edit of the same field', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    await testApp().household(ana, ben)
    const lot = await addSomeLot(ana)
    await Promise.all([
      ana.must(contract.changeLot, { ...on(lot), body: { location: 'Door' } }),
      ben.must(contract.changeLot, { ...on(lot), body: { purchasePrice: 2 } }),
    ])
    const both = await ana.must(contract.getLot, on(lot))
    expect(both).toMatchObject({ location: 'Door', purchasePrice: 2, version: 3 })

    const edit = (person: Person, location: string) =>
      person.call(contract.changeLot, { ...on(lot), headers: { 'if-match': `"${both.version}"` }, body: { location } })
    const answers = await Promise.all([edit(ana, 'Shelf'), edit(ben, 'Cellar')])
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
    expect([won?.status, lost?.status]).toEqual([200, 412])
    expect(lost?.body).toMatchObject({ code: 'changed_meanwhile', current: won?.body })
    expect(await ana.must(contract.getLot, on(lot))).toEqual(won?.body)
  })

  it('C-08: honor If-Match with a strong or weak version, also for ingredients and households', async () => {
    const ana = await createPerson(testApp())
    const home = await testApp().household(ana)
    const ingredient = await ana.must(addIngredient, { body: { name: 'Rye' } })
    const rename = (match: string) =>
      ana.call(changeIngredient, { params: { id: ingredient.id }, headers: { 'if-match': match }, body: { name: 'Rye bread' } })
    for (const odd of ['*', 'abc', '-1', '1, 2', '1.5', '9'.repeat(16)]) expect([odd, (await rename(odd)).status]).toEqual([odd, 400])
    expect((await rename('"1"')).status).toBe(200)
    expect(await rename('1')).toMatchObject({ status: 412, body: { current: { version: 2, name: 'Rye bread' } } })
    expect((await rename('W/"2"')).status).toBe(200)
    const settle = (match: string) =>
      ana.call(changeHousehold, { params: { id: home.id }, headers: { 'if-match': match }, body: { name: 'Attic' } })
    expect(await settle('7')).toMatchObject({ status: 412, body: { current: { id: home.id, name: home.name } } })
    expect(await settle(String(home.version))).toMatchObject({ status: 200, body: { name: 'Attic' } })
  })
})

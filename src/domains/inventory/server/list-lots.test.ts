import { beforeAll, describe, expect, it } from 'vitest'
import { expirationAnalytics } from '#domains/dashboard/contract.ts'
import { createHousehold } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()
type Lot = contract.Lot
type Query = Record<string, string>

const ask = (person: Person, query: Query) =>
  testApp().inject({
    method: 'GET',
    url: `${contract.listLots.path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' },
  })
async function list(person: Person, query: Query = {}): Promise<Lot[]> {
  const { status, body, text } = await ask(person, query)
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return body as Lot[]
}
const namesOf = (lots: readonly Lot[]) => lots.map(({ ingredient }) => ingredient.name)

async function member(): Promise<Person> {
  const person = await createPerson(testApp())
  await testApp().household(person)
  return person
}

describe('a long list', () => {
  const many = 460
  let ana: Person
  beforeAll(async () => {
    ana = await member()
    // Few names, dates and amounts, so that pages end among equals. Unknown names, because known ingredients have shelf lives.
    const names = ['Äxx', 'axy', 'Bxx', 'Zxx', '東京xx', 'Éxx', 'çxx', 'x'.repeat(120), '字'.repeat(120)]
    const ingredients = await Promise.all(names.map((name) => ana.must(addIngredient, { body: { name } })))
    const put = (i: number) =>
      ana.must(contract.addLot, {
        body: {
          ingredientId: ingredients[i % ingredients.length]?.id,
          quantity: 1 + (i % 4),
          unit: 'each',
          ...(i % 5 === 0 ? {} : { expirationDate: `2031-0${1 + (i % 3)}-11` }),
        },
      })
    for (let from = 0; from < many; from += 92) await Promise.all(Array.from({ length: 92 }, (_, i) => put(from + i)))
  })

  const orders = contract.lotSortKeys.flatMap((sort) => ['asc', 'desc'].map((order) => [sort, order] as const))
  it.each(orders)('by %s %s returns the same lots in pages of any size as in one response', async (sort, order) => {
    const whole = await list(ana, { sort, order })
    expect(whole).toHaveLength(many)
    for (const limit of ['200', '37']) {
      const pages: Lot[] = []
      let cursor: string | undefined
      do {
        const answer = await ask(ana, { sort, order, limit, ...(cursor ? { cursor } : {}) })
        expect([answer.status, (answer.body as Lot[]).length]).toEqual([200, Math.min(Number(limit), many - pages.length)])
        pages.push(...(answer.body as Lot[]))
        cursor = answer.headers['x-next-cursor']
      } while (cursor !== undefined && pages.length <= many)
      expect(pages.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    }
  })

  it('is sorted as requested, undated lots last in both directions', async () => {
    const isSorted = <T>(values: readonly T[], order: string) =>
      values.every((value, i) => i === 0 || (order === 'asc' ? (values[i - 1] as T) <= value : (values[i - 1] as T) >= value))
    for (const order of ['asc', 'desc']) {
      const dates = (await list(ana, { sort: 'expirationDate', order })).map(({ effectiveExpiration: expirationOf }) => expirationOf)
      const dated = dates.filter((date) => date !== null)
      expect(dates.slice(dated.length).every((date) => date === null)).toBe(true)
      expect(dates.length - dated.length).toBe(many / 5)
      expect(isSorted(dated, order)).toBe(true)
      expect(
        isSorted(
          (await list(ana, { sort: 'quantity', order })).map(({ quantity }) => quantity),
          order,
        ),
      ).toBe(true)
      expect(
        isSorted(
          (await list(ana, { sort: 'createdAt', order })).map(({ createdAt }) => createdAt),
          order,
        ),
      ).toBe(true)
    }
    const byName = [...new Set(namesOf(await list(ana, { sort: 'name' })))]
    expect(byName.slice(0, 5)).toEqual(['Äxx', 'axy', 'Bxx', 'çxx', 'Éxx'])
  })

  it('I-50: rejects an invalid cursor, and one of another list or household', async () => {
    const next = async (person: Person, query: Query) => (await ask(person, { ...query, limit: '1' })).headers['x-next-cursor'] ?? ''
    const mine = await next(ana, { sort: 'name' })
    const ben = await member()
    await addSomeLot(ben)
    await addSomeLot(ben)
    const bens = await next(ben, { sort: 'name' })
    const [value, id] = JSON.parse(Buffer.from(mine, 'base64url').toString())
    const remade = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const bad: Query[] = [
      ...['-1', '0', '201', '1000000000', '1.5', '', 'x', 'NaN'].map((limit) => ({ limit })),
      ...[
        '',
        'x',
        '!!',
        mine.slice(0, -1),
        `${mine}A`,
        bens,
        remade([value, id]),
        remade([value, id, 'x']),
        remade(['a\u0000', id, 'x']),
        remade(null),
        remade({}),
        '9'.repeat(3001),
      ].map((cursor) => ({ sort: 'name', cursor })),
      { sort: 'quantity', cursor: mine },
      { sort: 'name', order: 'desc', cursor: mine },
      { sort: 'price' },
      { sort: 'name; drop table lots' },
      { sort: 'lots.name' },
      { order: 'up' },
      { storage: 'CELLAR' },
      { isActive: '1' },
      { isLow: 'false' },
      { expiresFrom: 'today' },
      { expiresTo: '2026-02-30' },
      { unknown: 'x' },
    ]
    for (const query of bad) {
      const answer = await ask(ana, query)
      expect([query, answer.status]).toEqual([query, 422])
    }
  })
})

describe('a search', () => {
  it('matches part of a name, ignoring case, accents and width', async () => {
    const ana = await member()
    for (const name of ['Crème fraîche', 'Straße Nüsse', 'ﬁsh sauce', 'Jalapeño']) await addSomeLot(ana, { ingredient: { name } })
    const find = async (search: string) => namesOf(await list(ana, { search, sort: 'name' }))
    expect(await find('CREME')).toEqual(['Crème fraîche'])
    expect(await find('fraiche')).toEqual(['Crème fraîche'])
    expect(await find('strasse')).toEqual(['Straße Nüsse'])
    expect(await find('nusse')).toEqual(['Straße Nüsse'])
    expect(await find('fish')).toEqual(['ﬁsh sauce'])
    expect(await find('ＪＡＬＡ')).toEqual(['Jalapeño'])
    expect(await find('  ')).toHaveLength(4)
    expect(await find('xyz')).toEqual([])
  })

  it('I-10 I-11: treats %, _, \\ and SQL as plain text', async () => {
    const ana = await member()
    for (const name of ['100% juice', 'a_b', 'ab', 'back\\slash', `O'Brien`]) await addSomeLot(ana, { ingredient: { name } })
    const find = async (search: string) => namesOf(await list(ana, { search }))
    expect(await find('%')).toEqual(['100% juice'])
    expect(await find('_')).toEqual(['a_b'])
    expect(await find('\\')).toEqual(['back\\slash'])
    expect(await find(`'`)).toEqual([`O'Brien`])
    for (const search of [`' OR 1=1--`, '0) UNION SELECT', '%%', '__', '\\%', `"`, ';']) expect(await find(search)).toEqual([])
    expect(await list(ana, { location: '%' })).toEqual([])
    expect(await list(ana, { category: `' OR ''='` })).toEqual([])
  })

  it('rejects control characters and text that is too long', async () => {
    const ana = await member()
    for (const query of [
      { search: '\u0000' },
      { location: 'a\u0000' },
      { category: '\u0007' },
      { search: 'x'.repeat(201) },
      { location: 'x'.repeat(61) },
    ])
      expect((await ask(ana, query)).status).toBe(422)
  })
})

describe('filters', () => {
  it('limit the list, alone and combined', async () => {
    const ana = await member()
    await addSomeLot(ana, { ingredient: { name: 'Milk', category: 'Dairy' }, storage: 'FRIDGE', location: 'Door' })
    await addSomeLot(ana, { ingredient: { name: 'Cheese', category: 'Dairy' }, storage: 'FRIDGE' })
    const peas = await addSomeLot(ana, { ingredient: { name: 'Peas', category: 'Frozen' }, storage: 'FREEZER' })
    const rice = await addSomeLot(ana, { ingredient: { name: 'Rice', category: 'Grains' }, storage: 'PANTRY' })
    const find = async (query: Query) => namesOf(await list(ana, { sort: 'name', ...query }))
    expect(await find({})).toEqual(['Cheese', 'Milk', 'Peas', 'Rice'])
    expect(await find({ category: 'Dairy' })).toEqual(['Cheese', 'Milk'])
    expect(await find({ category: 'dairy' })).toEqual([])
    expect(await find({ storage: 'FREEZER' })).toEqual(['Peas'])
    expect(await find({ location: 'Door' })).toEqual(['Milk'])
    expect(await find({ category: 'Dairy', location: 'Fridge', search: 'che' })).toEqual(['Cheese'])

    await ana.must(contract.useLot, { params: { id: rice.id }, body: { quantity: 2 } })
    await ana.must(contract.removeLot, { params: { id: peas.id } })
    expect(await find({ isActive: 'true' })).toEqual(['Cheese', 'Milk'])
    expect(await find({ isActive: 'false' })).toEqual(['Rice'])
  })

  it('limit the list to a range of dates, without undated lots', async () => {
    const ana = await member()
    const dates = { Ham: '2026-03-01', Milk: '2026-03-02', Cheese: '2026-03-09', Salt: null }
    for (const [name, expirationDate] of Object.entries(dates)) await addSomeLot(ana, { ingredient: { name }, expirationDate })
    const find = async (query: Query) => namesOf(await list(ana, query))
    expect(await find({ expiresFrom: '2026-03-02' })).toEqual(['Milk', 'Cheese'])
    expect(await find({ expiresTo: '2026-03-02' })).toEqual(['Ham', 'Milk'])
    expect(await find({ expiresFrom: '2026-03-02', expiresTo: '2026-03-08' })).toEqual(['Milk'])
    expect(await find({ expiresTo: '2030-01-01' })).toEqual(['Ham', 'Milk', 'Cheese'])
  })

  it('limit the list to ingredients below their par level', async () => {
    const ana = await member()
    expect(await list(ana, { isLow: 'true' })).toEqual([])
    await addSomeLot(ana, { ingredient: { name: 'Milk', parLevel: 3 }, quantity: 1, unit: 'each' })
    await addSomeLot(ana, { ingredient: { name: 'Rice', parLevel: 1 }, quantity: 2, unit: 'each' })
    await addSomeLot(ana, { ingredient: { name: 'Peas' } })
    expect(namesOf(await list(ana, { isLow: 'true' }))).toEqual(['Milk'])
  })

  it('return {items} if the query names the household, and reject another household', async () => {
    const ana = await member()
    const milk = await addSomeLot(ana)
    for (const householdId of [ana.home ?? '', (ana.home ?? '').toUpperCase()])
      expect((await ask(ana, { householdId })).body).toEqual({ items: [milk] })
    const other = await ana.must(createHousehold, { body: {} })
    expect((await ask(ana, { householdId: other.id })).status).toBe(404)
    expect((await ask(ana, { householdId: 'x' })).status).toBe(422)
  })
})

describe('the stats', () => {
  it('count all lots, including expired ones, and those expiring within three days', async () => {
    const ana = await member()
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const days of [-400, -1, 0, 1, 3, 4, 400])
      await addSomeLot(ana, { expirationDate: day(days), location: days < 0 ? 'Back' : 'Front' })
    const stats = await ana.must(contract.inventoryStats, { query: {} })
    expect(stats).toMatchObject({
      totalItems: 7,
      expired: 2,
      expiringSoon: 3,
      byLocation: [
        { location: 'Front', count: 5 },
        { location: 'Back', count: 2 },
      ],
    })
    const expiring = await ana.must(expirationAnalytics)
    expect(expiring).toMatchObject({ totalActive: 7, expiringSoon: 3, expired: 2 })
    expect(expiring.expiringSoonItems.map(({ expirationDate }) => expirationDate)).toEqual([day(0), day(1), day(3)])
  })

  it('list an ingredient as low if its unexpired stock is below its par level', async () => {
    const ana = await member()
    const low = await addSomeLot(ana, { ingredient: { name: 'Flour', parLevel: 2 }, quantity: 1.999, unit: 'kg' })
    await addSomeLot(ana, {
      ingredient: undefined,
      ingredientId: low.ingredient.id,
      quantity: 5,
      unit: 'kg',
      expirationDate: '2001-01-01',
    })
    await addSomeLot(ana, { ingredient: { name: 'Rice', parLevel: 2 }, quantity: 2000, unit: 'g' })
    await addSomeLot(ana, { ingredient: { name: 'Salt' }, quantity: 0.001, unit: 'g' })
    const nothing = await ana.must(addIngredient, { body: { name: 'Yeast', parLevel: 1 } })
    const stats = await ana.must(contract.inventoryStats, { query: {} })
    expect(stats.lowStock).toBe(2)
    expect(stats.lowStockIngredients.toSorted()).toEqual([low.ingredient.id, nothing.id].toSorted())
  })

  it('list the newest lots first', async () => {
    const ana = await member()
    for (let i = 0; i < 7; i++) await addSomeLot(ana, { ingredient: { name: `Food ${i}` } })
    expect(namesOf(await ana.must(contract.recentLots, { params: { count: 5 } }))).toEqual([
      'Food 6',
      'Food 5',
      'Food 4',
      'Food 3',
      'Food 2',
    ])
    for (const count of ['0', '201', '-1', 'x', '1.5'])
      expect(
        (
          await testApp().inject({
            method: 'GET',
            url: `/api/inventory/recent/${count}`,
            headers: { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' },
          })
        ).status,
      ).toBe(422)
  })
})

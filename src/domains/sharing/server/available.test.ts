import { describe, expect, it } from 'vitest'
import { createCircle, deleteCircle, inviteToCircle, joinCircle, removeCircleMember, unlinkHousehold } from '#domains/circles/contract.ts'
import { deleteHousehold, listHistory, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { circleOf, crowd, neighbours, newcomer, sharedLot, wish } from '#tests/support/data/people.ts'
import { columnsOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { changeBorrow, listShareable, maxShareable, searchShareable, shareLots } from '../contract/index.ts'

const testApp = useTestApp()
const namesFor = async (person: Person) => (await person.must(listShareable)).map(({ ingredient }) => ingredient.name)
const found = async (person: Person, name: string) =>
  (await person.must(searchShareable, { query: { name } })).map(({ ingredient }) => ingredient.name)

/** Puts so many lots like this one beside it, each with its line in the ledger. */
async function copies(lotId: string, count: number): Promise<void> {
  const { database } = testApp().server
  for (const [table, key] of [['lots', 'id'] as const, ['ledger', 'lot_id'] as const]) {
    const columns = await columnsOf(database, table)
    const values = columns.map((name) =>
      name === key ? `'${lotId.slice(0, 24)}' || cast(100000000000 + copies.i as text)` : `${table}.${name}`,
    )
    await asOwner(
      database,
      `insert into ${table} (${columns.join(', ')})
       with recursive copies(i) as (select 1 union all select i + 1 from copies where i < ${count})
       select ${values.join(', ')} from ${table} cross join copies where ${table}.${key} = '${lotId}'`,
    )
  }
}

describe('what a circle sees of a household', () => {
  it('is its shared lots, in the spec’s fields and no more', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const lot = await sharedLot(lender, {
      ingredient: { name: 'Oats', category: 'Breakfast' },
      quantity: 2.5,
      unit: 'kg',
      location: 'Top shelf',
      storage: 'PANTRY',
      expirationDate: '2031-05-04',
      purchasePrice: 4.5,
      isOpened: true,
      barcode: '4006381333931',
    })
    await sharedLot(lender, { ingredient: { name: 'Own tea' }, isShared: false })
    expect(await borrower.must(listShareable)).toEqual([
      {
        id: lot.id,
        ingredient: { name: 'Oats', category: 'Breakfast' },
        user: { firstName: 'Cook', lastName: 'Test' },
        household: { name: 'Test kitchen' },
        quantity: 2.5,
        unit: 'kg',
        storage: 'PANTRY',
        location: 'Top shelf',
        isOpened: true,
        expirationDate: '2031-05-04',
      },
    ])
    expect(await borrower.must(searchShareable, { query: { name: 'oats' } })).toEqual(await borrower.must(listShareable))
  })

  it('is nothing of one’s own, and nothing for who is in no circle with it', async () => {
    const { lender } = await neighbours(testApp())
    await sharedLot(lender)
    expect(await lender.must(listShareable)).toEqual([])
    const stranger = await newcomer(testApp())
    await testApp().household(stranger)
    expect(await stranger.must(listShareable)).toEqual([])
    expect(await stranger.must(searchShareable, { query: { name: 'eggs' } })).toEqual([])
  })

  it('is nothing of the other circle of a friend', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const far = await newcomer(testApp())
    await testApp().household(far)
    await circleOf(borrower, far)
    await sharedLot(lender)
    expect(await namesFor(borrower)).toEqual(['Eggs'])
    expect(await namesFor(far)).toEqual([])
  })

  it('is each lot once, however many circles they have in common', async () => {
    const { lender, borrower } = await neighbours(testApp())
    await circleOf(borrower, lender)
    await sharedLot(lender)
    expect(await namesFor(borrower)).toEqual(['Eggs'])
  })

  it('ends with the lot, with sharing it, with the link, with either’s membership, with the circle and with the household', async () => {
    const ends: ((ways: { lender: Person; borrower: Person; circle: string; lot: string }) => Promise<unknown>)[] = [
      ({ lender, lot }) => lender.must(useLot, { params: { id: lot }, body: { quantity: 10 } }),
      ({ lender, lot }) => lender.must(changeLot, { params: { id: lot }, body: { isShared: false } }),
      ({ lender, lot }) => lender.must(shareLots, { body: { ids: [lot], isShared: false } }),
      ({ lender, circle }) => lender.must(unlinkHousehold, { params: { id: circle, householdId: lender.home ?? '' } }),
      ({ lender, circle }) => lender.must(removeCircleMember, { params: { id: circle, userId: 'me' } }),
      ({ borrower, circle }) => borrower.must(removeCircleMember, { params: { id: circle, userId: 'me' } }),
      ({ lender, borrower, circle }) => lender.must(removeCircleMember, { params: { id: circle, userId: borrower.userId } }),
      ({ lender, circle }) => lender.must(deleteCircle, { params: { id: circle } }),
      ({ lender }) => lender.must(deleteHousehold, { params: { id: lender.home ?? '' } }),
    ]
    for (const end of ends) {
      const { lender, borrower, circle } = await neighbours(testApp())
      const lot = await sharedLot(lender)
      expect(await namesFor(borrower)).toEqual(['Eggs'])
      await end({ lender, borrower, circle, lot: lot.id })
      expect([await namesFor(borrower), await found(borrower, 'eggs')]).toEqual([[], []])
    }
  })

  it('ends when nobody of the household is in the circle any more', async () => {
    const { lender, borrower, circle } = await neighbours(testApp())
    const heir = await newcomer(testApp())
    const { code } = await borrower.must(inviteToCircle, { params: { id: circle }, body: {} })
    await heir.must(joinCircle, { body: { code } })
    await sharedLot(lender)
    const second = await newcomer(testApp())
    await testApp().household(second, heir)
    expect(await namesFor(borrower)).toEqual(['Eggs'])
    expect(await namesFor(heir)).toEqual(['Eggs'])
    await second.must(removeMember, { params: { id: second.home ?? '', userId: heir.userId } })
    expect((await heir.call(listShareable)).status).toBe(404)
  })

  it('is less by what is promised to others, and nothing once all is', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const lot = await sharedLot(lender)
    const first = await wish(borrower, lot, 4)
    expect((await borrower.must(listShareable))[0]?.quantity).toBe(10)
    await lender.must(changeBorrow, { params: { id: first.id }, body: { status: 'ACCEPTED' } })
    expect((await borrower.must(listShareable))[0]?.quantity).toBe(6)
    const second = await wish(borrower, lot, 6)
    await lender.must(changeBorrow, { params: { id: second.id }, body: { status: 'ACCEPTED' } })
    expect(await borrower.must(listShareable)).toEqual([])
    await borrower.must(changeBorrow, { params: { id: first.id }, body: { status: 'CANCELLED' } })
    expect((await borrower.must(listShareable))[0]?.quantity).toBe(4)
  })

  it('names an owner for what somebody added who left', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const [helper] = (await crowd(testApp(), 1, 'Helga')) as [Person]
    const { id } = await testApp().household(lender, helper)
    await circleOf(lender, borrower)
    await sharedLot(helper)
    expect((await borrower.must(listShareable)).map(({ user }) => user.firstName)).toEqual(['Helga'])
    await lender.must(removeMember, { params: { id, userId: helper.userId } })
    expect((await borrower.must(listShareable)).map(({ user }) => user.firstName)).toEqual(['Cook'])
  })
})

describe('the search', () => {
  it('finds by name and other name, whatever case, accents and plural, and forgives typing errors', async () => {
    const { lender, borrower } = await neighbours(testApp())
    await sharedLot(lender, { ingredient: { name: 'Crème fraîche' }, unit: 'g' })
    const chickpeas = await sharedLot(lender, { ingredient: { name: 'Chickpeas' } })
    await lender.must(changeIngredient, { params: { id: chickpeas.ingredient.id }, body: { aliases: ['Garbanzo beans'] } })
    await sharedLot(lender, { ingredient: { name: 'Tomatoes' } })
    expect(await found(borrower, 'creme FRAICHE')).toEqual(['Crème fraîche'])
    expect(await found(borrower, 'garbanzo')).toEqual(['Chickpeas'])
    expect(await found(borrower, 'tomato')).toEqual(['Tomatoes'])
    expect(await found(borrower, 'chikpeas')).toEqual(['Chickpeas'])
    expect(await found(borrower, 'tomatos')).toEqual(['Tomatoes'])
    expect(await found(borrower, 'pea')).toEqual(['Chickpeas'])
    // Short words, too, and three letters in a long one; what is written right hides what is not.
    await sharedLot(lender, { ingredient: { name: 'Eggs' } })
    await sharedLot(lender, { ingredient: { name: 'Chicken breast' } })
    await sharedLot(lender, { ingredient: { name: 'Egg noodles' } })
    expect(await found(borrower, 'egs')).toEqual(['Egg noodles', 'Eggs'])
    expect(await found(borrower, 'gegs')).toEqual(['Eggs'])
    expect(await found(borrower, 'egg noodles')).toEqual(['Egg noodles'])
    expect(await found(borrower, 'chiken brst')).toEqual(['Chicken breast'])
    expect(await found(borrower, 'chkn brst')).toEqual([])
    expect(await found(borrower, 'zebra')).toEqual([])
    expect(await found(borrower, '%')).toEqual([])
  })

  it('knows what was shared, renamed and kept back since it was asked last', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const jam = await sharedLot(lender, { ingredient: { name: 'Quince jam' } })
    expect(await found(borrower, 'jam')).toEqual(['Quince jam'])
    await sharedLot(lender, { ingredient: { name: 'Plum jam' } })
    expect(await found(borrower, 'jam')).toEqual(['Plum jam', 'Quince jam'])
    await lender.must(changeIngredient, { params: { id: jam.ingredient.id }, body: { name: 'Quince jelly' } })
    expect(await found(borrower, 'jam')).toEqual(['Plum jam'])
    expect(await found(borrower, 'jelly')).toEqual(['Quince jelly'])
    await lender.must(shareLots, { body: { ids: [jam.id], isShared: false } })
    expect(await found(borrower, 'jelly')).toEqual([])
  })

  it('asks for a word', async () => {
    const { borrower } = await neighbours(testApp())
    expect((await borrower.call(searchShareable, { query: { name: '  ' } })).status).toBe(422)
  })

  it('finds all of many', async () => {
    const { lender, borrower } = await neighbours(testApp())
    for (let i = 0; i < 9; i++) {
      const { id } = await sharedLot(lender, { ingredient: { name: `Jam ${i}` } })
      await copies(id, 49)
    }
    expect(await found(borrower, 'jam')).toHaveLength(450)
    expect(new Set(await found(borrower, 'jam 8'))).toEqual(new Set(['Jam 8']))
    // Page by page they are the same, each once.
    const whole = (await borrower.must(searchShareable, { query: { name: 'jam' } })).map(({ id }) => id)
    for (const [call, query] of [[searchShareable, { name: 'jam' }] as const, [listShareable, {}] as const]) {
      const pages: string[][] = []
      let cursor: string | undefined
      do {
        const page = await borrower.call(call, { query: { ...query, limit: 200, ...(cursor === undefined ? {} : { cursor }) } as never })
        pages.push(page.body.map(({ id }) => id))
        expect(page.headers['x-total-count']).toBe('450')
        cursor = page.headers['x-next-cursor']
      } while (cursor !== undefined)
      expect(pages.map(({ length }) => length)).toEqual([200, 200, 50])
      expect(pages.flat()).toEqual(call === searchShareable ? whole : (await borrower.must(listShareable)).map(({ id }) => id))
    }
    for (const wrong of [{ limit: 201 }, { limit: 0 }, { cursor: 'no' }, { cursor: Buffer.from('[1]').toString('base64url') }])
      expect((await borrower.call(listShareable, { query: wrong })).status).toBe(422)
  })

  it('never answers more than a thousand at once, and leads on to the rest', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const lot = await sharedLot(lender)
    await copies(lot.id, maxShareable)
    const { body, headers } = await borrower.call(listShareable)
    expect([body.length, headers['x-total-count']]).toEqual([maxShareable, String(maxShareable + 1)])
    const cursor = headers['x-next-cursor'] ?? ''
    const rest = await borrower.must(listShareable, { query: { cursor } })
    expect(new Set([...body, ...rest].map(({ id }) => id)).size).toBe(maxShareable + 1)
  })
})

describe('sharing', () => {
  it('many lots is one change that is taken back as one', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const lots = [await sharedLot(lender, { isShared: false }), await sharedLot(lender, { ingredient: { name: 'Salt' }, isShared: false })]
    const ids = lots.map(({ id }) => id)
    expect(await lender.must(shareLots, { body: { ids, isShared: true } })).toHaveLength(2)
    expect(await lender.must(shareLots, { body: { ids, isShared: true } })).toEqual([])
    expect(await namesFor(borrower)).toEqual(['Eggs', 'Salt'])
    const [last] = await lender.must(listHistory, { query: {} })
    await lender.must(undoChange, { params: { seq: last?.seq ?? 0 } })
    expect(await namesFor(borrower)).toEqual([])
  })

  it('refuses a lot that is not there, and changes none then', async () => {
    const { lender, borrower } = await neighbours(testApp())
    const mine = await sharedLot(lender, { isShared: false })
    const theirs = await sharedLot(borrower, { isShared: false })
    expect(await lender.call(shareLots, { body: { ids: [mine.id, theirs.id], isShared: true } })).toMatchObject({ status: 404 })
    expect(await namesFor(borrower)).toEqual([])
  })

  it('is the default of a food for its new lots, unless somebody says otherwise', async () => {
    const { lender } = await neighbours(testApp())
    const { ingredient } = await sharedLot(lender, { isShared: false })
    await lender.must(changeIngredient, { params: { id: ingredient.id }, body: { isShared: true } })
    const add = (isShared?: boolean) =>
      lender.must(addLot, {
        body: { ingredientId: ingredient.id, quantity: 1, unit: 'each', ...(isShared === undefined ? {} : { isShared }) },
      })
    expect((await add()).isShared).toBe(true)
    expect((await add(false)).isShared).toBe(false)
    const lots = await lender.must(listLots, { query: {} })
    expect(Array.isArray(lots) && lots.filter((lot) => lot.isShared)).toHaveLength(1)
  })

  it('leaves a circle without links with nothing to see', async () => {
    const [ana, ben] = (await crowd(testApp(), 2)) as [Person, Person]
    await testApp().household(ana)
    await testApp().household(ben)
    const { id } = await ana.must(createCircle, { body: { name: 'Talk only' } })
    const { code } = await ana.must(inviteToCircle, { params: { id }, body: {} })
    await ben.must(joinCircle, { body: { code } })
    await sharedLot(ana)
    expect(await namesFor(ben)).toEqual([])
  })
})

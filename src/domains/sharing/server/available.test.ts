import { describe, expect, it } from 'vitest'
import { createCircle, deleteCircle, inviteToCircle, joinCircle, removeCircleMember, unlinkHousehold } from '#domains/circles/contract.ts'
import { deleteHousehold, listHistory, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, listLots, useLot } from '#domains/inventory/contract.ts'
import {
  addSharedLot,
  createLinkedCircle,
  createNeighbors,
  createPeople,
  createPerson,
  requestToBorrow,
} from '#tests/support/data/people.ts'
import { columnsOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { changeBorrow, listShareable, maxShareable, searchShareable, shareLots } from '../contract/index.ts'

const testApp = useTestApp()
const namesFor = async (person: Person) => (await person.must(listShareable)).map(({ ingredient }) => ingredient.name)
const found = async (person: Person, name: string) =>
  (await person.must(searchShareable, { query: { name } })).map(({ ingredient }) => ingredient.name)

/** Inserts `count` copies of a lot, each with its ledger entry. */
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

describe('shared lots', () => {
  it('show circle members only the documented fields', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender, {
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
    await addSharedLot(lender, { ingredient: { name: 'Own tea' }, isShared: false })
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
        isLinked: false,
        isOpened: true,
        expirationDate: '2031-05-04',
      },
    ])
    expect(await borrower.must(searchShareable, { query: { name: 'oats' } })).toEqual(await borrower.must(listShareable))
  })

  it('exclude the caller’s own lots and households outside their circles', async () => {
    const { lender } = await createNeighbors(testApp())
    await addSharedLot(lender)
    expect(await lender.must(listShareable)).toEqual([])
    const stranger = await createPerson(testApp())
    await testApp().household(stranger)
    expect(await stranger.must(listShareable)).toEqual([])
    expect(await stranger.must(searchShareable, { query: { name: 'eggs' } })).toEqual([])
  })

  it('exclude a peer’s other circles', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const far = await createPerson(testApp())
    await testApp().household(far)
    await createLinkedCircle(borrower, far)
    await addSharedLot(lender)
    expect(await namesFor(borrower)).toEqual(['Eggs'])
    expect(await namesFor(far)).toEqual([])
  })

  it('appear once even if the households share several circles', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    await createLinkedCircle(borrower, lender)
    await addSharedLot(lender)
    expect(await namesFor(borrower)).toEqual(['Eggs'])
  })

  it('disappear when the lot, its sharing, the link, a membership, the circle or the household ends', async () => {
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
      const { lender, borrower, circle } = await createNeighbors(testApp())
      const lot = await addSharedLot(lender)
      expect(await namesFor(borrower)).toEqual(['Eggs'])
      await end({ lender, borrower, circle, lot: lot.id })
      expect([await namesFor(borrower), await found(borrower, 'eggs')]).toEqual([[], []])
    }
  })

  it('disappear when the household has no member left in the circle', async () => {
    const { lender, borrower, circle } = await createNeighbors(testApp())
    const newOwner = await createPerson(testApp())
    const { code } = await borrower.must(inviteToCircle, { params: { id: circle }, body: {} })
    await newOwner.must(joinCircle, { body: { code } })
    await addSharedLot(lender)
    const second = await createPerson(testApp())
    await testApp().household(second, newOwner)
    expect(await namesFor(borrower)).toEqual(['Eggs'])
    expect(await namesFor(newOwner)).toEqual(['Eggs'])
    await second.must(removeMember, { params: { id: second.home ?? '', userId: newOwner.userId } })
    expect((await newOwner.call(listShareable)).status).toBe(404)
  })

  it('subtract reservations and disappear when fully reserved', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const first = await requestToBorrow(borrower, lot, 4)
    expect((await borrower.must(listShareable))[0]?.quantity).toBe(10)
    await lender.must(changeBorrow, { params: { id: first.id }, body: { status: 'ACCEPTED' } })
    expect((await borrower.must(listShareable))[0]?.quantity).toBe(6)
    const second = await requestToBorrow(borrower, lot, 6)
    await lender.must(changeBorrow, { params: { id: second.id }, body: { status: 'ACCEPTED' } })
    expect(await borrower.must(listShareable)).toEqual([])
    await borrower.must(changeBorrow, { params: { id: first.id }, body: { status: 'CANCELLED' } })
    expect((await borrower.must(listShareable))[0]?.quantity).toBe(4)
  })

  it('name an owner if the member who added the lot has left', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const [helper] = (await createPeople(testApp(), 1, 'Helga')) as [Person]
    const { id } = await testApp().household(lender, helper)
    await createLinkedCircle(lender, borrower)
    await addSharedLot(helper)
    expect((await borrower.must(listShareable)).map(({ user }) => user.firstName)).toEqual(['Helga'])
    await lender.must(removeMember, { params: { id, userId: helper.userId } })
    expect((await borrower.must(listShareable)).map(({ user }) => user.firstName)).toEqual(['Cook'])
  })
})

describe('searching shared lots', () => {
  it('matches names and aliases regardless of case, accents, plurals and misspellings', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    await addSharedLot(lender, { ingredient: { name: 'Crème fraîche' }, unit: 'g' })
    const chickpeas = await addSharedLot(lender, { ingredient: { name: 'Chickpeas' } })
    await lender.must(changeIngredient, { params: { id: chickpeas.ingredient.id }, body: { aliases: ['Garbanzo beans'] } })
    await addSharedLot(lender, { ingredient: { name: 'Tomatoes' } })
    expect(await found(borrower, 'creme FRAICHE')).toEqual(['Crème fraîche'])
    expect(await found(borrower, 'garbanzo')).toEqual(['Chickpeas'])
    expect(await found(borrower, 'tomato')).toEqual(['Tomatoes'])
    expect(await found(borrower, 'chikpeas')).toEqual(['Chickpeas'])
    expect(await found(borrower, 'tomatos')).toEqual(['Tomatoes'])
    expect(await found(borrower, 'pea')).toEqual(['Chickpeas'])
    // Allows errors in short words and three in long ones. An exact match hides misspelled ones.
    await addSharedLot(lender, { ingredient: { name: 'Eggs' } })
    await addSharedLot(lender, { ingredient: { name: 'Chicken breast' } })
    await addSharedLot(lender, { ingredient: { name: 'Egg noodles' } })
    expect(await found(borrower, 'egs')).toEqual(['Egg noodles', 'Eggs'])
    expect(await found(borrower, 'gegs')).toEqual(['Eggs'])
    expect(await found(borrower, 'egg noodles')).toEqual(['Egg noodles'])
    expect(await found(borrower, 'chiken brst')).toEqual(['Chicken breast'])
    expect(await found(borrower, 'chkn brst')).toEqual([])
    expect(await found(borrower, 'zebra')).toEqual([])
    expect(await found(borrower, '%')).toEqual([])
  })

  it('reflects lots shared, renamed or unshared since the last search', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const jam = await addSharedLot(lender, { ingredient: { name: 'Quince jam' } })
    expect(await found(borrower, 'jam')).toEqual(['Quince jam'])
    await addSharedLot(lender, { ingredient: { name: 'Plum jam' } })
    expect(await found(borrower, 'jam')).toEqual(['Plum jam', 'Quince jam'])
    await lender.must(changeIngredient, { params: { id: jam.ingredient.id }, body: { name: 'Quince jelly' } })
    expect(await found(borrower, 'jam')).toEqual(['Plum jam'])
    expect(await found(borrower, 'jelly')).toEqual(['Quince jelly'])
    await lender.must(shareLots, { body: { ids: [jam.id], isShared: false } })
    expect(await found(borrower, 'jelly')).toEqual([])
  })

  it('rejects an empty search', async () => {
    const { borrower } = await createNeighbors(testApp())
    expect((await borrower.call(searchShareable, { query: { name: '  ' } })).status).toBe(422)
  })

  it('finds all of many lots', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    for (let i = 0; i < 9; i++) {
      const { id } = await addSharedLot(lender, { ingredient: { name: `Jam ${i}` } })
      await copies(id, 49)
    }
    expect(await found(borrower, 'jam')).toHaveLength(450)
    expect(new Set(await found(borrower, 'jam 8'))).toEqual(new Set(['Jam 8']))
    // Paging returns the same lots, each once.
    const allIds = (await borrower.must(searchShareable, { query: { name: 'jam' } })).map(({ id }) => id)
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
      expect(pages.flat()).toEqual(call === searchShareable ? allIds : (await borrower.must(listShareable)).map(({ id }) => id))
    }
    for (const wrong of [{ limit: 201 }, { limit: 0 }, { cursor: 'no' }, { cursor: Buffer.from('[1]').toString('base64url') }])
      expect((await borrower.call(listShareable, { query: wrong })).status).toBe(422)
  })

  it('returns at most 1,000 lots and a cursor to the next page', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    await copies(lot.id, maxShareable)
    const { body, headers } = await borrower.call(listShareable)
    expect([body.length, headers['x-total-count']]).toEqual([maxShareable, String(maxShareable + 1)])
    const cursor = headers['x-next-cursor'] ?? ''
    const rest = await borrower.must(listShareable, { query: { cursor } })
    expect(new Set([...body, ...rest].map(({ id }) => id)).size).toBe(maxShareable + 1)
  })
})

describe('sharing', () => {
  it('many lots records one change that one undo reverts', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lots = [
      await addSharedLot(lender, { isShared: false }),
      await addSharedLot(lender, { ingredient: { name: 'Salt' }, isShared: false }),
    ]
    const ids = lots.map(({ id }) => id)
    expect(await lender.must(shareLots, { body: { ids, isShared: true } })).toHaveLength(2)
    expect(await lender.must(shareLots, { body: { ids, isShared: true } })).toEqual([])
    expect(await namesFor(borrower)).toEqual(['Eggs', 'Salt'])
    const [last] = await lender.must(listHistory, { query: {} })
    await lender.must(undoChange, { params: { seq: last?.seq ?? 0 } })
    expect(await namesFor(borrower)).toEqual([])
  })

  it('rejects an unknown lot without changing any', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const mine = await addSharedLot(lender, { isShared: false })
    const theirs = await addSharedLot(borrower, { isShared: false })
    expect(await lender.call(shareLots, { body: { ids: [mine.id, theirs.id], isShared: true } })).toMatchObject({ status: 404 })
    expect(await namesFor(borrower)).toEqual([])
  })

  it('follows the ingredient’s default for new lots unless set explicitly', async () => {
    const { lender } = await createNeighbors(testApp())
    const { ingredient } = await addSharedLot(lender, { isShared: false })
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

  it('shows nothing in a circle without linked households', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    await testApp().household(ana)
    await testApp().household(ben)
    const { id } = await ana.must(createCircle, { body: { name: 'Talk only' } })
    const { code } = await ana.must(inviteToCircle, { params: { id }, body: {} })
    await ben.must(joinCircle, { body: { code } })
    await addSharedLot(ana)
    expect(await namesFor(ben)).toEqual([])
  })
})

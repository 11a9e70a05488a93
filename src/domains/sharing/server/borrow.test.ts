import { describe, expect, it } from 'vitest'
import { deleteCircle, inviteToCircle, joinCircle, removeCircleMember, unlinkHousehold } from '#domains/circles/contract.ts'
import { deleteHousehold, listHistory, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { changeLot, correctLot, getLot, type Lot, listLots, useLot } from '#domains/inventory/contract.ts'
import {
  addSharedLot,
  createLinkedCircle,
  createNeighbors,
  createPerson,
  inDays,
  type Neighbors,
  requestToBorrow,
} from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { askToBorrow, type BorrowStatus, changeBorrow, countBorrow, listBorrow, listShareable } from '../contract/index.ts'
import { expireRequests } from './index.ts'

const testApp = useTestApp()
const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)
const step = (person: Person, id: string, status: Exclude<BorrowStatus, 'PENDING' | 'EXPIRED'> | 'APPROVED', quantity?: number) =>
  person.call(changeBorrow, { params: { id }, body: { status, ...(quantity === undefined ? {} : { quantity }) } })
const lotsOf = async (person: Person): Promise<Lot[]> => {
  const answer = await person.must(listLots, { query: {} })
  return Array.isArray(answer) ? answer : answer.items
}
const statusOf = async (person: Person, id: string) => (await person.must(listBorrow, { query: {} })).find((row) => row.id === id)?.status
const logOf = async (person: Person, like = 'borrow.%') =>
  (await sql<{ name: string }>(`select name from changes where household_id = '${person.home}' and name like '${like}' order by seq`)).map(
    ({ name }) => name,
  )
const inState = { status: 409, body: { code: 'borrow_state' } }

describe('a borrow request', () => {
  it('is visible to both sides with their roles', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const request = await borrower.must(askToBorrow, {
      body: { inventoryItemId: lot.id, quantity: 2, unit: 'piece', message: 'For a cake', expiresAt: '2031-05-04T12:00:00+02:00' },
    })
    const item = { id: lot.id, unit: 'piece', ingredient: { name: 'Eggs', category: lot.ingredient.category } }
    expect(request).toMatchObject({
      status: 'PENDING',
      quantity: 2,
      unit: 'piece',
      message: 'For a cake',
      expiresAt: '2031-05-04T10:00:00.000Z',
      requester: { firstName: 'Cook', lastName: 'Test', email: borrower.email },
      lender: { firstName: 'Cook', lastName: 'Test', email: lender.email },
      inventoryItem: item,
      item,
      side: 'requester',
      isGift: false,
    })
    expect(await borrower.must(listBorrow, { query: { type: 'my' } })).toEqual([request])
    expect(await borrower.must(listBorrow, { query: { type: 'incoming' } })).toEqual([])
    expect(await lender.must(listBorrow, { query: { type: 'incoming' } })).toEqual([{ ...request, side: 'lender' }])
    expect(await lender.must(listBorrow, { query: { type: 'my' } })).toEqual([])
    expect([await logOf(lender), await logOf(borrower)]).toEqual([['borrow.requested'], ['borrow.requested']])
  })

  it('requires a valid calendar date', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const until = async (expiresAt: string) =>
      (await borrower.call(askToBorrow, { body: { inventoryItemId: lot.id, quantity: 1, unit: lot.unit, expiresAt } })).status
    expect([await until('2199-12-31T00:00:00Z'), await until('9999-12-31T00:00:00Z')]).toEqual([201, 422])
  })

  it('is counted for members who can answer it until someone does', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const viewer = await createPerson(testApp())
    await testApp().household(lender, viewer)
    await testApp().role(lender, viewer, 'VIEWER')
    const lot = await createNeighbors(testApp()).then(async (other) => {
      const shared = await addSharedLot(other.lender)
      await requestToBorrow(other.borrower, shared)
      const { id } = await requestToBorrow(other.borrower, shared, 2)
      expect(await other.lender.must(countBorrow)).toEqual({ count: 2 })
      expect(await other.borrower.must(countBorrow)).toEqual({ count: 0 })
      await step(other.lender, id, 'REJECTED')
      expect(await other.lender.must(countBorrow)).toEqual({ count: 1 })
      return shared
    })
    expect(lot.quantity).toBe(10)
    expect(await viewer.must(countBorrow)).toEqual({ count: 0 })
    expect(await borrower.must(countBorrow)).toEqual({ count: 0 })
  })

  it('is limited to lots the caller sees', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const own = await addSharedLot(borrower)
    const hidden = await addSharedLot(lender, { isShared: false })
    for (const id of [own.id, hidden.id, '019e0000-0000-7000-8000-000000000000']) {
      const body = { inventoryItemId: id, quantity: 1, unit: 'each', expiresAt: inDays(7) } as const
      expect(await borrower.call(askToBorrow, { body })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('requires a convertible quantity and a time in the future', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const flour = await addSharedLot(lender, { ingredient: { name: 'Flour' }, quantity: 2, unit: 'kg' })
    const ask = (body: object) =>
      borrower.call(askToBorrow, { body: { inventoryItemId: flour.id, quantity: 1, unit: 'kg', expiresAt: inDays(7), ...body } })
    await lender.must(changeIngredient, { params: { id: flour.ingredient.id }, body: { conversions: [] } })
    expect(await ask({ unit: 'l' })).toMatchObject({ status: 422, body: { code: 'not_comparable' } })
    await lender.must(changeIngredient, {
      params: { id: flour.ingredient.id },
      body: { conversions: [{ from: 'cup', to: 'g', factor: 120 }] },
    })
    expect((await ask({ unit: 'cup' })).status).toBe(201)
    expect((await ask({ quantity: 0.009 })).status).toBe(422)
    expect((await ask({ quantity: 0.01 })).status).toBe(201)
    expect((await ask({ unit: 'handful' })).status).toBe(422)
    expect(await ask({ expiresAt: inDays(-1) })).toMatchObject({ status: 422, body: { code: 'expires_in_past' } })
    expect((await ask({ expiresAt: 'tomorrow' })).status).toBe(422)
  })

  it('shows e-mail addresses to both sides only, and the request to no one else', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const flatmate = await createPerson(testApp())
    await testApp().household(borrower, flatmate)
    await createLinkedCircle(lender, borrower)
    const request = await requestToBorrow(borrower, lot)
    expect(await flatmate.must(listBorrow, { query: {} })).toEqual([])
    expect(await step(flatmate, request.id, 'CANCELLED')).toMatchObject({ status: 404 })
    const stranger = await createPerson(testApp())
    await testApp().household(stranger)
    expect(await step(stranger, request.id, 'ACCEPTED')).toMatchObject({ status: 404 })
  })
})

describe('request transitions', () => {
  /** Creates a request for one unit of a lot and moves it to a status. */
  async function at(
    state: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED',
    { lender, borrower }: Pick<Neighbors, 'lender' | 'borrower'>,
    lot: Lot,
  ) {
    const { id } = await requestToBorrow(borrower, lot)
    if (state === 'REJECTED') await step(lender, id, 'REJECTED')
    if (state === 'CANCELLED') await step(borrower, id, 'CANCELLED')
    if (state === 'ACCEPTED' || state === 'COMPLETED') await step(lender, id, 'ACCEPTED')
    if (state === 'COMPLETED') await step(borrower, id, 'COMPLETED')
    return id
  }

  it('follow the documented table: five statuses, two sides, five targets', async () => {
    const wishes = ['ACCEPTED', 'APPROVED', 'REJECTED', 'CANCELLED', 'COMPLETED'] as const
    const states = ['PENDING', 'ACCEPTED', 'REJECTED', 'CANCELLED', 'COMPLETED'] as const
    const allowed: Record<string, string[]> = {
      'lender PENDING': ['ACCEPTED', 'APPROVED', 'REJECTED'],
      'lender ACCEPTED': ['CANCELLED'],
      'requester PENDING': ['CANCELLED'],
      'requester ACCEPTED': ['CANCELLED', 'COMPLETED'],
    }
    const never: Record<string, string[]> = { lender: ['COMPLETED'], requester: ['ACCEPTED', 'APPROVED', 'REJECTED'] }
    const pair = await createNeighbors(testApp())
    const { lender, borrower } = pair
    const lot = await addSharedLot(lender, { quantity: 100 })
    for (const state of states)
      for (const side of ['lender', 'requester'] as const)
        for (const target of wishes) {
          const id = await at(state, pair, lot)
          const answer = await step(side === 'lender' ? lender : borrower, id, target)
          const isAllowed = allowed[`${side} ${state}`]?.includes(target) ?? false
          const expected = isAllowed ? 200 : never[side]?.includes(target) ? 403 : 409
          expect([state, side, target, answer.status]).toEqual([state, side, target, expected])
          const now = isAllowed ? (target === 'APPROVED' ? 'ACCEPTED' : target) : state
          expect(await statusOf(borrower, id)).toBe(now)
        }
  })

  it('reject a viewer', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const { id } = await requestToBorrow(borrower, lot)
    await sql(`update members set role = 'VIEWER' where user_id = '${lender.userId}'`)
    expect(await step(lender, id, 'ACCEPTED')).toMatchObject({ status: 403, body: { code: 'role_denied' } })
    await sql(`update members set role = 'OWNER' where user_id = '${lender.userId}'`)
    expect((await step(lender, id, 'ACCEPTED')).status).toBe(200)
  })

  it('reserve the accepted quantity, up to what is available', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const first = await requestToBorrow(borrower, lot, 6)
    const second = await requestToBorrow(borrower, lot, 6)
    expect(await step(lender, first.id, 'ACCEPTED')).toMatchObject({ status: 200, body: { status: 'ACCEPTED', quantity: 6 } })
    expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(6)
    expect(await step(lender, second.id, 'ACCEPTED')).toMatchObject({ status: 409, body: { code: 'not_enough' } })
    expect(await step(lender, second.id, 'ACCEPTED', 7)).toMatchObject({ status: 409 })
    expect(await statusOf(borrower, second.id)).toBe('PENDING')
    expect(await step(lender, second.id, 'ACCEPTED', 4)).toMatchObject({ status: 200, body: { quantity: 4 } })
    expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(10)
    await step(lender, first.id, 'CANCELLED')
    expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(4)
    expect(await step(lender, second.id, 'REJECTED', 1)).toMatchObject({ status: 422 })
  })

  it('name the member who answered as the lender', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const { id } = await requestToBorrow(borrower, lot)
    const [{ household_id }] = (await sql<{ household_id: string }>(`select household_id from borrow_requests where id = '${id}'`)) as [
      { household_id: string },
    ]
    const helper = await createPerson(testApp(), 'Helga')
    await sql(
      `insert into members (household_id, user_id, role, joined_at) values ('${household_id}', '${helper.userId}', 'MEMBER', '2026-11-21T10:00:00.000Z')`,
    )
    helper.home = household_id
    expect(await step(helper, id, 'ACCEPTED')).toMatchObject({ body: { lender: { firstName: 'Helga', email: helper.email } } })
    await lender.must(removeMember, { params: { id: household_id, userId: helper.userId } })
    expect((await borrower.must(listBorrow, { query: {} }))[0]?.lender.email).toBe(lender.email)
  })
})

describe('a completed loan', () => {
  async function lent(ingredient: Parameters<typeof addSharedLot>[1] = {}, quantity = 4) {
    const both = await createNeighbors(testApp())
    const lot = await addSharedLot(both.lender, ingredient)
    const { id } = await requestToBorrow(both.borrower, lot, quantity)
    await step(both.lender, id, 'ACCEPTED')
    const answer = await step(both.borrower, id, 'COMPLETED')
    expect(answer.status).toBe(200)
    return { ...both, lot, id, seq: Number(answer.headers['x-change-seq']) }
  }

  it('moves the stock with its dates and appears in both histories', async () => {
    const { lender, borrower, lot } = await lent(
      {
        ingredient: { name: 'Butter' },
        quantity: 1,
        unit: 'kg',
        expirationDate: '2031-05-04',
        dateKind: 'use_by',
        isOpened: true,
        storage: 'FRIDGE',
        purchasePrice: 8,
      },
      0.25,
    )
    expect(await lender.must(getLot, { params: { id: lot.id } })).toMatchObject({ quantity: 0.75, reserved: 0 })
    const [got] = await lotsOf(borrower)
    expect(got).toMatchObject({
      ingredient: { name: 'Butter' },
      quantity: 0.25,
      unit: 'kg',
      storage: 'FRIDGE',
      isOpened: true,
      isShared: false,
      expirationDate: '2031-05-04',
      dateKind: 'use_by',
      effectiveExpiration: lot.effectiveExpiration,
      purchasePrice: null,
    })
    expect((await lender.must(listHistory, { query: {} }))[0]).toMatchObject({
      name: 'loan.given',
      summary: 'Lent 0.25 kg Butter',
      canUndo: true,
    })
    expect((await borrower.must(listHistory, { query: {} }))[0]).toMatchObject({
      name: 'loan.received',
      summary: 'Borrowed 0.25 kg Butter',
      canUndo: true,
    })
  })

  it('uses the borrower’s ingredient of the same name', async () => {
    const both = await createNeighbors(testApp())
    const own = await addSharedLot(both.borrower, { ingredient: { name: 'Egg' }, isShared: false })
    const { id } = await requestToBorrow(both.borrower, await addSharedLot(both.lender), 3)
    await step(both.lender, id, 'ACCEPTED')
    await step(both.borrower, id, 'COMPLETED')
    const lots = await lotsOf(both.borrower)
    expect(lots.map(({ ingredient }) => ingredient.id)).toEqual([own.ingredient.id, own.ingredient.id])
  })

  it('marks a fully lent lot as given', async () => {
    const { lender, lot } = await lent({}, 10)
    expect(await lender.must(getLot, { params: { id: lot.id } })).toMatchObject({ quantity: 0, state: 'given' })
  })

  it('is rejected if the owner has used some of the lot since', async () => {
    const both = await createNeighbors(testApp())
    const lot = await addSharedLot(both.lender)
    const { id } = await requestToBorrow(both.borrower, lot, 8)
    await step(both.lender, id, 'ACCEPTED')
    await both.lender.must(useLot, { params: { id: lot.id }, body: { quantity: 5 } })
    expect(await step(both.borrower, id, 'COMPLETED')).toMatchObject({ status: 409, body: { code: 'not_enough' } })
    expect(await statusOf(both.borrower, id)).toBe('ACCEPTED')
    await both.lender.must(correctLot, { params: { id: lot.id }, body: { quantity: 9 } })
    expect((await step(both.borrower, id, 'COMPLETED')).status).toBe(200)
  })

  it('converts to the lot’s current unit', async () => {
    const { lender, lot, borrower } = await lent({ ingredient: { name: 'Rice' }, quantity: 2, unit: 'kg' }, 1)
    const { id } = await borrower.must(askToBorrow, { body: { inventoryItemId: lot.id, quantity: 250, unit: 'g', expiresAt: inDays(2) } })
    await step(lender, id, 'ACCEPTED')
    expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(0.25)
    await step(borrower, id, 'COMPLETED')
    expect((await lender.must(getLot, { params: { id: lot.id } })).quantity).toBe(0.75)
  })

  it('can be undone once, by either side', async () => {
    for (const by of ['lender', 'borrower'] as const) {
      const loan = await lent()
      const [entry] = await loan[by].must(listHistory, { query: {} })
      const undone = await loan[by].must(undoChange, { params: { seq: entry?.seq ?? 0 } })
      expect(undone.summary).toBe(by === 'lender' ? 'Undid: Lent 4 Eggs' : 'Undid: Borrowed 4 Eggs')
      expect((await loan.lender.must(getLot, { params: { id: loan.lot.id } })).quantity).toBe(10)
      expect(await lotsOf(loan.borrower)).toEqual([])
      for (const person of [loan.lender, loan.borrower]) {
        const lines = await person.must(listHistory, { query: {} })
        const seq = lines.find(({ name }) => name.startsWith('loan.'))?.seq ?? 0
        expect(await person.call(undoChange, { params: { seq } })).toMatchObject({ status: 409, body: { code: 'already_undone' } })
      }
    }
  })

  it('can’t be undone after some was used, and says why', async () => {
    const { lender, borrower } = await lent()
    const [got] = await lotsOf(borrower)
    await borrower.must(useLot, { params: { id: got?.id ?? '' }, body: { quantity: 1 } })
    const [entry] = await lender.must(listHistory, { query: {} })
    const refused = await lender.call(undoChange, { params: { seq: entry?.seq ?? 0 } })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'undo_in_the_way', detail: 'Can’t undo: it has been used since.' },
    })
    expect((await lotsOf(borrower))[0]?.quantity).toBe(3)
  })

  it('blocks undoing the creation of the lot', async () => {
    const { lender } = await lent({}, 10)
    const history = await lender.must(listHistory, { query: {} })
    const added = history.find(({ name }) => name === 'item.added')?.seq ?? 0
    expect(await lender.call(undoChange, { params: { seq: added } })).toMatchObject({
      status: 409,
      body: { detail: 'Can’t undo: it has been lent since.' },
    })
  })

  it('returns the caller’s own change, so that Undo reverts it', async () => {
    const { borrower, seq } = await lent()
    expect((await borrower.must(listHistory, { query: {} }))[0]?.seq).toBe(seq)
  })
})

describe('expiry', () => {
  const expire = () => expireRequests(testApp().server.database, new Date())
  const age = (id: string, expires: string, lapses: string) =>
    sql(`update borrow_requests set expires_at = '${expires}', lapses_at = '${lapses}' where id = '${id}'`)

  it('shows an overdue request as expired before the job stores it, and rejects answers', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const { id } = await requestToBorrow(borrower, await addSharedLot(lender))
    await age(id, inDays(-0.01), inDays(6.99))
    expect(await statusOf(borrower, id)).toBe('EXPIRED')
    expect(await lender.must(countBorrow)).toEqual({ count: 0 })
    for (const status of ['ACCEPTED', 'REJECTED'] as const) expect(await step(lender, id, status)).toMatchObject(inState)
    expect(await step(borrower, id, 'CANCELLED')).toMatchObject(inState)
    await expire()
    await expire()
    expect(await sql(`select status from borrow_requests where id = '${id}'`)).toEqual([{ status: 'EXPIRED' }])
    expect([await logOf(lender), await logOf(borrower)]).toEqual(Array(2).fill(['borrow.requested', 'borrow.expired']))
  })

  it('keeps an accepted request seven more days, then releases the reservation', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const { id } = await requestToBorrow(borrower, lot, 9)
    await step(lender, id, 'ACCEPTED')
    await age(id, inDays(-6.9), inDays(0.1))
    await expire()
    expect(await statusOf(borrower, id)).toBe('ACCEPTED')
    await age(id, inDays(-7.1), inDays(-0.1))
    expect(await statusOf(borrower, id)).toBe('EXPIRED')
    expect(await step(borrower, id, 'COMPLETED')).toMatchObject(inState)
    expect((await borrower.must(listShareable))[0]?.quantity).toBe(10)
    const second = await requestToBorrow(borrower, lot, 10)
    expect((await step(lender, second.id, 'ACCEPTED')).status).toBe(200)
    await expire()
    expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(10)
  })
})

describe('when a circle tie ends', () => {
  const endings: Record<string, (ties: { lender: Person; borrower: Person; circle: string }) => Promise<unknown>> = {
    'the requester leaves the circle': ({ borrower, circle }) =>
      borrower.must(removeCircleMember, { params: { id: circle, userId: 'me' } }),
    'the requester is removed from the circle': ({ lender, borrower, circle }) =>
      lender.must(removeCircleMember, { params: { id: circle, userId: borrower.userId } }),
    'the last of the lending household leaves the circle': ({ lender, circle }) =>
      lender.must(removeCircleMember, { params: { id: circle, userId: 'me' } }),
    'the lending household is unlinked': ({ lender, circle }) =>
      lender.must(unlinkHousehold, { params: { id: circle, householdId: lender.home ?? '' } }),
    'the circle is deleted': ({ lender, circle }) => lender.must(deleteCircle, { params: { id: circle } }),
  }
  for (const [what, endTie] of Object.entries(endings)) {
    it(`cancels open requests and releases reservations when ${what}`, async () => {
      const ties = await createNeighbors(testApp())
      const { lender, borrower } = ties
      const lot = await addSharedLot(lender)
      const [pending, accepted, done] = [
        await requestToBorrow(borrower, lot),
        await requestToBorrow(borrower, lot, 2),
        await requestToBorrow(borrower, lot, 3),
      ]
      for (const { id } of [accepted, done]) await step(lender, id, 'ACCEPTED')
      await step(borrower, done.id, 'COMPLETED')
      await endTie(ties)
      expect(await statusOf(borrower, pending.id)).toBe('CANCELLED')
      expect(await statusOf(borrower, accepted.id)).toBe('CANCELLED')
      expect(await statusOf(borrower, done.id)).toBe('COMPLETED')
      expect(await lender.must(getLot, { params: { id: lot.id } })).toMatchObject({ quantity: 7, reserved: 0 })
      expect((await logOf(borrower)).filter((name) => name === 'borrow.cancelled')).toHaveLength(2)
    })
  }

  it('keeps requests through other circles and by other members', async () => {
    const { lender, borrower, circle } = await createNeighbors(testApp())
    const other = await createPerson(testApp())
    await testApp().household(other)
    const { code } = await lender.must(inviteToCircle, { params: { id: circle }, body: {} })
    await other.must(joinCircle, { body: { code } })
    const lot = await addSharedLot(lender)
    const [mine, theirs] = [await requestToBorrow(borrower, lot), await requestToBorrow(other, lot)]
    await borrower.must(removeCircleMember, { params: { id: circle, userId: 'me' } })
    expect([await statusOf(borrower, mine.id), await statusOf(other, theirs.id)]).toEqual(['CANCELLED', 'PENDING'])
  })

  it('cancels the requests of a deleted household', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender)
    const { id } = await requestToBorrow(borrower, lot, 6)
    await step(lender, id, 'ACCEPTED')
    await borrower.must(deleteHousehold, { params: { id: borrower.home ?? '' } })
    expect(await statusOf(lender, id)).toBe('CANCELLED')
    await expireRequests(testApp().server.database, new Date())
    expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(0)
  })
})

describe('changing the unit of a lot', () => {
  it('converts the reservation, and back on undo', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender, { ingredient: { name: 'Flour' }, quantity: 2, unit: 'kg' })
    const first = await requestToBorrow(borrower, lot, 1.5)
    const second = await requestToBorrow(borrower, lot, 1.5)
    await step(lender, first.id, 'ACCEPTED')
    const edited = await lender.call(changeLot, { params: { id: lot.id }, body: { unit: 'g', quantity: 2000 } })
    expect(edited.body).toMatchObject({ unit: 'g', quantity: 2000, reserved: 1500 })
    expect(await step(lender, second.id, 'ACCEPTED')).toMatchObject({ status: 409, body: { code: 'not_enough' } })
    await lender.must(undoChange, { params: { seq: Number(edited.headers['x-change-seq']) } })
    expect(await lender.must(getLot, { params: { id: lot.id } })).toMatchObject({ unit: 'kg', quantity: 2, reserved: 1.5 })
  })

  it('is rejected if the reservation can’t be converted', async () => {
    const { lender, borrower } = await createNeighbors(testApp())
    const lot = await addSharedLot(lender, { ingredient: { name: 'Pebbles' }, quantity: 2, unit: 'kg' })
    const { id } = await requestToBorrow(borrower, lot, 1)
    const counted = () => lender.call(changeLot, { params: { id: lot.id }, body: { unit: 'each', quantity: 4 } })
    await step(lender, id, 'ACCEPTED')
    expect(await counted()).toMatchObject({ status: 409, body: { code: 'promised_in_unit' } })
    await step(lender, id, 'CANCELLED')
    expect(await counted()).toMatchObject({ status: 200, body: { unit: 'each', quantity: 4, reserved: 0 } })
  })
})

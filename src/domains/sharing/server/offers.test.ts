import { describe, expect, it } from 'vitest'
import { inviteToCircle, joinCircle, unlinkHousehold } from '#domains/circles/contract.ts'
import { changeMember, joinHousehold, refreshInvite, removeMember } from '#domains/households/contract/index.ts'
import { getLot, removeLot, useLot } from '#domains/inventory/contract.ts'
import { addSharedLot, createNeighbors, createPeople, createPerson, requestToBorrow } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { changeBorrow, listBorrow, listDebts, listOffers, listShareable, makeOffer, takeOffer, withdrawOffer } from '../contract/index.ts'

const testApp = useTestApp()

async function offered(ingredient: Parameters<typeof addSharedLot>[1] = {}) {
  const both = await createNeighbors(testApp())
  const lot = await addSharedLot(both.lender, { isShared: false, ...ingredient })
  const offer = await both.lender.must(makeOffer, { body: { inventoryItemId: lot.id, circleId: both.circle } })
  return { ...both, lot, offer }
}
const take = (person: Person, id: string) => person.call(takeOffer, { params: { id } })

describe('a rescue offer', () => {
  it('is visible only in its circle and shares nothing else', async () => {
    const { lender, borrower, offer, circle } = await offered()
    expect(offer).toMatchObject({
      ingredient: { name: 'Eggs' },
      quantity: 10,
      unit: 'each',
      isOurs: true,
      circle: { id: circle, name: 'Neighbours' },
    })
    expect(await lender.must(listOffers)).toEqual([offer])
    expect(await borrower.must(listOffers)).toEqual([{ ...offer, isOurs: false }])
    expect(await borrower.must(listShareable)).toEqual([])
    const stranger = await createPerson(testApp())
    await testApp().household(stranger)
    expect(await stranger.must(listOffers)).toEqual([])
    expect((await take(stranger, offer.id)).status).toBe(404)
  })

  it('reserves the lot when claimed, moves it at pickup and creates no debt', async () => {
    const { lender, borrower, lot, offer } = await offered()
    const taken = await take(borrower, offer.id)
    expect(taken).toMatchObject({ status: 200, body: { status: 'ACCEPTED', quantity: 10, isGift: true, side: 'requester' } })
    expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(10)
    expect(await borrower.must(listOffers)).toEqual([])
    await borrower.must(changeBorrow, { params: { id: taken.body.id }, body: { status: 'COMPLETED' } })
    expect(await lender.must(getLot, { params: { id: lot.id } })).toMatchObject({ quantity: 0, state: 'given' })
    expect(await lender.must(listDebts)).toEqual([])
  })

  it('goes to exactly one of a hundred concurrent claims', async () => {
    const { lender, circle, offer } = await offered()
    const takers = await createPeople(testApp(), 20)
    const { code } = await lender.must(inviteToCircle, { params: { id: circle }, body: {} })
    for (const taker of takers) {
      await testApp().household(taker)
      await taker.must(joinCircle, { body: { code } })
    }
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => take(takers[i % 20] as Person, offer.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.filter(({ status, body }) => status === 409 && (body as unknown as { code: string }).code === 'offer_over'),
    ).toHaveLength(99)
    expect(await lender.must(listBorrow, { query: { type: 'incoming' } })).toHaveLength(1)
  })

  it('ends with the lot, its date or the link, or when withdrawn', async () => {
    const ends: ((setup: Awaited<ReturnType<typeof offered>>) => Promise<unknown>)[] = [
      ({ lender, lot }) => lender.must(useLot, { params: { id: lot.id }, body: { quantity: 10 } }),
      ({ lender, lot }) => lender.must(removeLot, { params: { id: lot.id } }),
      ({ offer }) =>
        asOwner(testApp().server.database, `update offers set expires_at = '2026-01-01T00:00:00.000Z' where id = '${offer.id}'`),
      ({ lender, circle }) => lender.must(unlinkHousehold, { params: { id: circle, householdId: lender.home ?? '' } }),
      ({ lender, offer }) => lender.must(withdrawOffer, { params: { id: offer.id } }),
    ]
    for (const [i, end] of ends.entries()) {
      const setup = await offered()
      await end(setup)
      expect(await setup.borrower.must(listOffers)).toEqual([])
      expect((await take(setup.borrower, setup.offer.id)).status).toBe(i === 3 ? 404 : 409)
      if (i < 2) continue
      // An offer that has expired, lost its link or was withdrawn can't be withdrawn again.
      expect(await setup.lender.call(withdrawOffer, { params: { id: setup.offer.id } })).toMatchObject({
        status: 409,
        body: { code: 'offer_over' },
      })
    }
  })

  it('can’t be claimed while the household has no member in the circle', async () => {
    const { lender, borrower, offer, circle } = await offered()
    const newOwner = await createPerson(testApp())
    const { inviteCode } = await lender.must(refreshInvite, { params: { id: lender.home ?? '' } })
    await newOwner.must(joinHousehold, { body: { inviteCode } })
    newOwner.home = lender.home
    const handOver = { params: { id: lender.home ?? '', userId: newOwner.userId }, body: { role: 'OWNER' as const } }
    await lender.must(changeMember, handOver)
    await lender.must(removeMember, { params: { id: lender.home ?? '', userId: lender.userId } })
    expect(await borrower.must(listOffers)).toEqual([])
    expect((await take(borrower, offer.id)).status).toBe(404)
    expect(await newOwner.must(listOffers)).toEqual([])
    expect(await newOwner.must(listBorrow, { query: { type: 'incoming' } })).toEqual([])

    const { code } = await borrower.must(inviteToCircle, { params: { id: circle }, body: {} })
    await newOwner.must(joinCircle, { body: { code } })
    expect(await take(borrower, offer.id)).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } })
  })

  it('shrinks as the lot is used and reserved', async () => {
    const { lender, borrower, lot, offer } = await offered({ isShared: true })
    await lender.must(useLot, { params: { id: lot.id }, body: { quantity: 3 } })
    const { id } = await requestToBorrow(borrower, lot, 2)
    await lender.must(changeBorrow, { params: { id }, body: { status: 'ACCEPTED' } })
    expect((await borrower.must(listOffers))[0]?.quantity).toBe(5)
    expect(await take(borrower, offer.id)).toMatchObject({ status: 200, body: { quantity: 5 } })
  })

  it('ends with the expiry date, after a week at most', async () => {
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { offer } = await offered({ expirationDate: soon })
    expect(offer.expiresAt).toBe(new Date(Date.parse(`${soon}T00:00:00.000Z`) + 86_400_000).toISOString())
    const late = await offered({ expirationDate: '2031-05-04' })
    const days = (Date.parse(late.offer.expiresAt) - Date.parse(late.offer.createdAt)) / 86_400_000
    expect(days).toBe(7)
  })

  it('needs an available lot, a circle of the caller, and no open offer there', async () => {
    const { lender, borrower, lot, circle } = await offered()
    const offer = (person: Person, circleId: string) => person.call(makeOffer, { body: { inventoryItemId: lot.id, circleId } })
    expect(await offer(lender, circle)).toMatchObject({ status: 409, body: { code: 'already_offered' } })
    expect((await offer(borrower, circle)).status).toBe(404)
    const other = await createNeighbors(testApp())
    expect((await offer(lender, other.circle)).status).toBe(404)
    await lender.must(useLot, { params: { id: lot.id }, body: { quantity: 10 } })
    expect(await offer(lender, circle)).toMatchObject({ status: 409, body: { code: 'lot_ended' } })
  })
})

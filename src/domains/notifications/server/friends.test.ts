import { describe, expect, it } from 'vitest'
import { approveAsk, askToJoin, changeCircle, createCircle, declineAsk, inviteToCircle, joinCircle } from '#domains/circles/contract.ts'
import { listHistory, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { removeLot } from '#domains/inventory/contract.ts'
import {
  askToBorrow,
  changeBorrow,
  countBorrow,
  makeOffer,
  settleDebts,
  takeOffer,
  withdrawOffer,
} from '#domains/sharing/contract/index.ts'
import { expireRequests } from '#domains/sharing/server/index.ts'
import { circleOf, crowd, inDays, type Neighbours, sharedLot, wish } from '#tests/support/data/people.ts'
import { type Person, type TestApp, useTestApp } from '#tests/support/server/test-app.ts'
import {
  changeNotificationSettings,
  defaultNotificationSettings,
  listNotifications,
  type NotificationKind,
  readAllNotifications,
} from '../contract/index.ts'

const testApp = useTestApp()
const settle = () => testApp().server.jobs.catchUp()

/** A lender with a co-owner and a viewer, a borrower with a housemate, a third of the circle, and somebody from nowhere. All bells are read. */
interface Street extends Neighbours {
  mate: Person
  viewer: Person
  housemate: Person
  third: Person
  stranger: Person
  all: Person[]
}
async function street(kit: TestApp): Promise<Street> {
  type Seven = [Person, Person, Person, Person, Person, Person, Person]
  const [lender, borrower, mate, viewer, housemate, third, stranger] = (await crowd(kit, 7)) as Seven
  await kit.household(lender, mate, viewer)
  await kit.household(borrower, housemate)
  for (const one of [third, stranger]) await kit.household(one)
  await kit.role(lender, viewer, 'VIEWER')
  const circle = await circleOf(lender, borrower, third)
  await settle()
  const all = [lender, borrower, mate, viewer, housemate, third, stranger]
  for (const one of all) await one.must(readAllNotifications)
  return { lender, borrower, circle, mate, viewer, housemate, third, stranger, all }
}

const seen = new Map<string, string>()
/** Titles of what each has been told since the last time, read or not; who was told nothing is left out. */
async function news(all: readonly Person[], names: Partial<Record<string, Person>>): Promise<Record<string, string[]>> {
  await settle()
  await settle()
  const told: Record<string, string[]> = {}
  for (const person of all) {
    const { notifications } = await person.must(listNotifications)
    const last = seen.get(person.userId)
    const until = notifications.findIndex(({ id }) => id === last)
    const fresh = until < 0 ? notifications : notifications.slice(0, until)
    if (notifications[0]) seen.set(person.userId, notifications[0].id)
    const name = Object.entries(names).find(([, one]) => one === person)?.[0] ?? person.userId
    if (fresh.length > 0) told[name] = fresh.map(({ title }) => title).toReversed()
  }
  return told
}
const begin = async () => {
  const all = await street(testApp())
  const { all: everybody, circle: _, ...names } = all
  const tell = () => news(everybody, names)
  await tell()
  return { ...all, tell }
}
const answer = (person: Person, id: string, status: 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED') =>
  person.must(changeBorrow, { params: { id }, body: { status } })

describe('what becomes of a request is told once, to those it concerns and nobody else', () => {
  it('asked, accepted, fetched', async () => {
    const { lender, borrower, mate, tell } = await begin()
    const lot = await sharedLot(lender)
    const { id } = await wish(borrower, lot, 2)
    expect(await tell()).toEqual({ lender: [expect.stringMatching(/ asked for Eggs$/)], mate: [expect.stringMatching(/ asked for Eggs$/)] })
    // It counts among the requests that wait, so the badge counts it once.
    expect(await mate.must(countBorrow)).toEqual({ count: 1 })
    const { notifications, unreadCount } = await mate.must(listNotifications)
    expect([notifications[0]?.type, notifications[0]?.isRead, unreadCount]).toEqual(['borrow_request', true, 0])
    await answer(mate, id, 'ACCEPTED')
    expect(await tell()).toEqual({ borrower: [expect.stringMatching(/ agreed to lend you Eggs$/)] })
    expect((await borrower.must(listNotifications)).unreadCount).toBe(1)
    await answer(borrower, id, 'COMPLETED')
    expect(await tell()).toEqual({ mate: [expect.stringMatching(/ picked up Eggs$/)] })
  })

  it('settled, opened again, let go, taken back: told to the other side', async () => {
    const { lender, borrower, mate, tell } = await begin()
    const fetched = async () => {
      const { id } = await wish(borrower, await sharedLot(lender), 2)
      await answer(mate, id, 'ACCEPTED')
      await answer(borrower, id, 'COMPLETED')
      return id
    }
    const ids = [await fetched(), await fetched()]
    await tell()
    const newest = async (person: Person) => (await person.must(listHistory, { query: { limit: 1 } }))[0]?.seq ?? 0
    await borrower.must(settleDebts, { body: { ids, how: 'returned' } })
    // Two loans of one food are one piece of news, to who promised them.
    expect(await tell()).toEqual({ mate: [expect.stringMatching(/ settled Eggs$/)] })
    expect((await mate.must(listNotifications)).notifications[0]?.message).toBe('2 + 2: returned. Nothing is owed.')
    await borrower.must(undoChange, { params: { seq: await newest(borrower) } })
    expect(await tell()).toEqual({ mate: ['Owed again: Eggs'] })
    await lender.must(settleDebts, { body: { ids: ids.slice(0, 1), how: 'never_mind' } })
    expect(await tell()).toEqual({ borrower: [expect.stringMatching(/ waived the return of Eggs$/)] })
    const history = await lender.must(listHistory, { query: {} })
    const lent = history.find(({ summary, canUndo }) => canUndo && summary.startsWith('Lent'))
    await lender.must(undoChange, { params: { seq: lent?.seq ?? 0 } })
    expect(await tell()).toEqual({ borrower: [expect.stringMatching(/ cancelled the loan of Eggs$/)] })
    // Undoing anything else is nobody's news.
    const own = await sharedLot(lender)
    await lender.must(removeLot, { params: { id: own.id } })
    await lender.must(undoChange, { params: { seq: await newest(lender) } })
    expect(await tell()).toEqual({})
  })

  it('rejected, or called off: by who asked, by who promised, by who left', async () => {
    const { lender, borrower, tell } = await begin()
    const lot = await sharedLot(lender)
    const ask = async () => {
      const { id } = await wish(borrower, lot)
      await tell()
      return id
    }
    await answer(lender, await ask(), 'REJECTED')
    expect(await tell()).toEqual({ borrower: [expect.stringMatching(/ can’t spare Eggs$/)] })
    await answer(borrower, await ask(), 'CANCELLED')
    expect(await tell()).toEqual({})
    const promised = await ask()
    await answer(lender, promised, 'ACCEPTED')
    await tell()
    await answer(borrower, promised, 'CANCELLED')
    expect(await tell()).toEqual({ lender: ['Available again: Eggs'] })
    const regretted = await ask()
    await answer(lender, regretted, 'ACCEPTED')
    await tell()
    await answer(lender, regretted, 'CANCELLED')
    expect(await tell()).toEqual({ borrower: ['Your request for Eggs was declined'] })
  })

  it('expired: unanswered to who asked, unfetched to both; an owner hears it for a lender who left', async () => {
    const { lender, borrower, mate, tell } = await begin()
    const lot = await sharedLot(lender)
    const body = { inventoryItemId: lot.id, quantity: 1, unit: lot.unit, expiresAt: inDays(1) }
    const [unanswered, unfetched] = [await borrower.must(askToBorrow, { body }), await borrower.must(askToBorrow, { body })]
    await answer(mate, unfetched.id, 'ACCEPTED')
    await lender.must(removeMember, { params: { id: lender.home ?? '', userId: mate.userId } })
    await tell()
    expect(unanswered.status).toBe('PENDING')
    await expireRequests(testApp().server.database, new Date(Date.now() + 10 * 86_400_000))
    const told = await tell()
    expect({ ...told, borrower: told['borrower']?.toSorted() }).toEqual({
      borrower: ['Not picked up: Eggs', 'Your request for Eggs expired'],
      lender: ['Available again: Eggs'],
    })
  })

  it('twin: with borrowing turned off nothing of it comes, and what others are told stays as it was', async () => {
    const { lender, borrower, mate, tell } = await begin()
    const silent = { bell: false, mail: false, push: false }
    const kinds: Record<NotificationKind, typeof silent> = { ...defaultNotificationSettings.kinds, borrow: silent }
    for (const one of [borrower, mate]) await one.must(changeNotificationSettings, { body: { ...defaultNotificationSettings, kinds } })
    const { id } = await wish(borrower, await sharedLot(lender))
    expect(Object.keys(await tell())).toEqual(['lender'])
    await answer(lender, id, 'ACCEPTED')
    expect(await tell()).toEqual({})
    // The banner is no notification: what waits for an answer is still counted.
    await wish(borrower, await sharedLot(lender))
    expect(await mate.must(countBorrow)).toEqual({ count: 1 })
  })
})

describe('what happens in a circle', () => {
  it('an offer tells the circle and not the household that makes it; once it is taken it is put away', async () => {
    const { lender, borrower, third, circle, tell } = await begin()
    const lot = await sharedLot(lender)
    const { id } = await lender.must(makeOffer, { body: { inventoryItemId: lot.id, circleId: circle } })
    expect(await tell()).toEqual({
      borrower: [expect.stringMatching(/ is giving away Eggs$/)],
      third: [expect.stringMatching(/ is giving away Eggs$/)],
    })
    expect((await third.must(listNotifications)).notifications[0]).toMatchObject({ type: 'offer', household: null, lotId: null })
    await borrower.must(takeOffer, { params: { id } })
    expect(await tell()).toEqual({ lender: [expect.stringMatching(/ claimed your Eggs$/)] })
    for (const one of [borrower, third]) expect((await one.must(listNotifications)).unreadCount).toBe(0)
    const again = await lender.must(makeOffer, { body: { inventoryItemId: (await sharedLot(lender)).id, circleId: circle } })
    await tell()
    expect((await third.must(listNotifications)).unreadCount).toBe(1)
    await lender.must(withdrawOffer, { params: { id: again.id } })
    expect(await tell()).toEqual({})
    expect((await third.must(listNotifications)).unreadCount).toBe(0)
  })

  it('an invitation tells whoever has the address here, and a wish to join its admins, until it has an answer', async () => {
    const { lender, borrower, third, stranger, circle, tell } = await begin()
    await lender.must(inviteToCircle, {
      params: { id: circle },
      body: { email: `nobody-${stranger.userId}@kitchen.example`.toLowerCase() },
    })
    expect(await tell()).toEqual({})
    await lender.must(inviteToCircle, { params: { id: circle }, body: { email: stranger.email.toUpperCase() } })
    expect(await tell()).toEqual({ stranger: [expect.stringMatching(/ invited you to Neighbours$/)] })
    await lender.must(changeCircle, { params: { id: circle }, body: { isPublic: true } })
    await stranger.must(askToJoin, { params: { id: circle } })
    expect(await tell()).toEqual({ lender: [expect.stringMatching(/ wants to join Neighbours$/)] })
    await stranger.must(declineAsk, { params: { id: circle, userId: 'me' } })
    expect(await tell()).toEqual({})
    expect((await lender.must(listNotifications)).unreadCount).toBe(0)
    await stranger.must(askToJoin, { params: { id: circle } })
    expect(Object.keys(await tell())).toEqual(['lender'])
    await lender.must(approveAsk, { params: { id: circle, userId: stranger.userId } })
    const joined = [expect.stringMatching(/ joined Neighbours$/)]
    expect(await tell()).toEqual({ borrower: joined, third: joined, stranger: ['You joined Neighbours'] })
    for (const one of [borrower, third]) expect((await one.must(listNotifications)).unreadCount).toBe(1)
    expect((await lender.must(listNotifications)).unreadCount).toBe(0)
  })

  it('who comes by the code is told to the others, also where no household is linked', async () => {
    const [ana, ben, cleo] = (await crowd(testApp(), 3)) as [Person, Person, Person]
    const { id } = await ana.must(createCircle, { body: { name: 'Unlinked' } })
    const { code } = await ana.must(inviteToCircle, { params: { id }, body: {} })
    for (const one of [ben, cleo]) await one.must(joinCircle, { body: { code } })
    await ben.must(joinCircle, { body: { code } })
    const told = await news([ana, ben, cleo], { ana, ben, cleo })
    expect(Object.entries(told).map(([name, titles]) => [name, titles.length])).toEqual([
      ['ana', 2],
      ['ben', 1],
    ])
  })
})

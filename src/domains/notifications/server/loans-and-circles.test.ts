import { describe, expect, it } from 'vitest'
import {
  approveJoinRequest,
  askToJoin,
  changeCircle,
  createCircle,
  declineJoinRequest,
  inviteToCircle,
  joinCircle,
} from '#domains/circles/contract.ts'
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
import { addSharedLot, createLinkedCircle, createPeople, inDays, type Neighbors, requestToBorrow } from '#tests/support/data/people.ts'
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

/** A lender with a co-owner and a viewer, a borrower with a housemate, a third circle member, and a stranger. All notifications are read. */
interface Neighborhood extends Neighbors {
  mate: Person
  viewer: Person
  housemate: Person
  third: Person
  stranger: Person
  all: Person[]
}
async function createNeighborhood(kit: TestApp): Promise<Neighborhood> {
  type Seven = [Person, Person, Person, Person, Person, Person, Person]
  const [lender, borrower, mate, viewer, housemate, third, stranger] = (await createPeople(kit, 7)) as Seven
  await kit.household(lender, mate, viewer)
  await kit.household(borrower, housemate)
  for (const one of [third, stranger]) await kit.household(one)
  await kit.role(lender, viewer, 'VIEWER')
  const circle = await createLinkedCircle(lender, borrower, third)
  await settle()
  const all = [lender, borrower, mate, viewer, housemate, third, stranger]
  for (const one of all) await one.must(readAllNotifications)
  return { lender, borrower, circle, mate, viewer, housemate, third, stranger, all }
}

const lastSeen = new Map<string, string>()
/** Returns the titles of new notifications by user, read or not; leaves out users without any. */
async function newTitles(all: readonly Person[], names: Partial<Record<string, Person>>): Promise<Record<string, string[]>> {
  await settle()
  await settle()
  const titles: Record<string, string[]> = {}
  for (const person of all) {
    const { notifications } = await person.must(listNotifications)
    const last = lastSeen.get(person.userId)
    const until = notifications.findIndex(({ id }) => id === last)
    const recent = until < 0 ? notifications : notifications.slice(0, until)
    if (notifications[0]) lastSeen.set(person.userId, notifications[0].id)
    const name = Object.entries(names).find(([, one]) => one === person)?.[0] ?? person.userId
    if (recent.length > 0) titles[name] = recent.map(({ title }) => title).toReversed()
  }
  return titles
}
const start = async () => {
  const all = await createNeighborhood(testApp())
  const { all: users, circle: _, ...names } = all
  const titles = () => newTitles(users, names)
  await titles()
  return { ...all, titles }
}
const respond = (person: Person, id: string, status: 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED') =>
  person.must(changeBorrow, { params: { id }, body: { status } })

describe('loans', () => {
  it('notifies of a request, its acceptance and the pickup', async () => {
    const { lender, borrower, mate, titles } = await start()
    const lot = await addSharedLot(lender)
    const { id } = await requestToBorrow(borrower, lot, 2)
    expect(await titles()).toEqual({
      lender: [expect.stringMatching(/ asked for Eggs$/)],
      mate: [expect.stringMatching(/ asked for Eggs$/)],
    })
    // The badge counts pending requests separately.
    expect(await mate.must(countBorrow)).toEqual({ count: 1 })
    const { notifications, unreadCount } = await mate.must(listNotifications)
    expect([notifications[0]?.type, notifications[0]?.isRead, unreadCount]).toEqual(['borrow_request', true, 0])
    await respond(mate, id, 'ACCEPTED')
    expect(await titles()).toEqual({ borrower: [expect.stringMatching(/ agreed to lend you Eggs$/)] })
    expect((await borrower.must(listNotifications)).unreadCount).toBe(1)
    await respond(borrower, id, 'COMPLETED')
    expect(await titles()).toEqual({ mate: [expect.stringMatching(/ picked up Eggs$/)] })
  })

  it('notifies the other household when a loan is settled, reopened, waived or undone', async () => {
    const { lender, borrower, mate, titles } = await start()
    const fetched = async () => {
      const { id } = await requestToBorrow(borrower, await addSharedLot(lender), 2)
      await respond(mate, id, 'ACCEPTED')
      await respond(borrower, id, 'COMPLETED')
      return id
    }
    const ids = [await fetched(), await fetched()]
    await titles()
    const newest = async (person: Person) => (await person.must(listHistory, { query: { limit: 1 } }))[0]?.seq ?? 0
    await borrower.must(settleDebts, { body: { ids, how: 'returned' } })
    // Two loans of an ingredient are one notification, to the member who accepted them.
    expect(await titles()).toEqual({ mate: [expect.stringMatching(/ settled Eggs$/)] })
    expect((await mate.must(listNotifications)).notifications[0]?.message).toBe('2 + 2: returned. Nothing is owed.')
    await borrower.must(undoChange, { params: { seq: await newest(borrower) } })
    expect(await titles()).toEqual({ mate: ['Owed again: Eggs'] })
    await lender.must(settleDebts, { body: { ids: ids.slice(0, 1), how: 'never_mind' } })
    expect(await titles()).toEqual({ borrower: [expect.stringMatching(/ waived the return of Eggs$/)] })
    const history = await lender.must(listHistory, { query: {} })
    const lent = history.find(({ summary, canUndo }) => canUndo && summary.startsWith('Lent'))
    await lender.must(undoChange, { params: { seq: lent?.seq ?? 0 } })
    expect(await titles()).toEqual({ borrower: [expect.stringMatching(/ cancelled the loan of Eggs$/)] })
    // Undoing anything else notifies no one.
    const own = await addSharedLot(lender)
    await lender.must(removeLot, { params: { id: own.id } })
    await lender.must(undoChange, { params: { seq: await newest(lender) } })
    expect(await titles()).toEqual({})
  })

  it('notifies of a rejected or cancelled request', async () => {
    const { lender, borrower, titles } = await start()
    const lot = await addSharedLot(lender)
    const ask = async () => {
      const { id } = await requestToBorrow(borrower, lot)
      await titles()
      return id
    }
    await respond(lender, await ask(), 'REJECTED')
    expect(await titles()).toEqual({ borrower: [expect.stringMatching(/ can’t spare Eggs$/)] })
    await respond(borrower, await ask(), 'CANCELLED')
    expect(await titles()).toEqual({})
    const accepted = await ask()
    await respond(lender, accepted, 'ACCEPTED')
    await titles()
    await respond(borrower, accepted, 'CANCELLED')
    expect(await titles()).toEqual({ lender: ['Available again: Eggs'] })
    const withdrawn = await ask()
    await respond(lender, withdrawn, 'ACCEPTED')
    await titles()
    await respond(lender, withdrawn, 'CANCELLED')
    expect(await titles()).toEqual({ borrower: ['Your request for Eggs was declined'] })
  })

  it('notifies of expired requests, and an owner in place of a lender who left', async () => {
    const { lender, borrower, mate, titles } = await start()
    const lot = await addSharedLot(lender)
    const body = { inventoryItemId: lot.id, quantity: 1, unit: lot.unit, expiresAt: inDays(1) }
    const [unanswered, unfetched] = [await borrower.must(askToBorrow, { body }), await borrower.must(askToBorrow, { body })]
    await respond(mate, unfetched.id, 'ACCEPTED')
    await lender.must(removeMember, { params: { id: lender.home ?? '', userId: mate.userId } })
    await titles()
    expect(unanswered.status).toBe('PENDING')
    await expireRequests(testApp().server.database, new Date(Date.now() + 10 * 86_400_000))
    const created = await titles()
    expect({ ...created, borrower: created['borrower']?.toSorted() }).toEqual({
      borrower: ['Not picked up: Eggs', 'Your request for Eggs expired'],
      lender: ['Available again: Eggs'],
    })
  })

  it('twin: notifies only others when borrowing is turned off', async () => {
    const { lender, borrower, mate, titles } = await start()
    const off = { bell: false, mail: false, push: false }
    const kinds: Record<NotificationKind, typeof off> = { ...defaultNotificationSettings.kinds, borrow: off }
    for (const one of [borrower, mate]) await one.must(changeNotificationSettings, { body: { ...defaultNotificationSettings, kinds } })
    const { id } = await requestToBorrow(borrower, await addSharedLot(lender))
    expect(Object.keys(await titles())).toEqual(['lender'])
    await respond(lender, id, 'ACCEPTED')
    expect(await titles()).toEqual({})
    // The banner with pending requests isn't a notification.
    await requestToBorrow(borrower, await addSharedLot(lender))
    expect(await mate.must(countBorrow)).toEqual({ count: 1 })
  })
})

describe('circles', () => {
  it('notifies the circle of an offer, and closes the notifications once it is taken', async () => {
    const { lender, borrower, third, circle, titles } = await start()
    const lot = await addSharedLot(lender)
    const { id } = await lender.must(makeOffer, { body: { inventoryItemId: lot.id, circleId: circle } })
    expect(await titles()).toEqual({
      borrower: [expect.stringMatching(/ is giving away Eggs$/)],
      third: [expect.stringMatching(/ is giving away Eggs$/)],
    })
    expect((await third.must(listNotifications)).notifications[0]).toMatchObject({ type: 'offer', household: null, lotId: null })
    await borrower.must(takeOffer, { params: { id } })
    expect(await titles()).toEqual({ lender: [expect.stringMatching(/ claimed your Eggs$/)] })
    for (const one of [borrower, third]) expect((await one.must(listNotifications)).unreadCount).toBe(0)
    const again = await lender.must(makeOffer, { body: { inventoryItemId: (await addSharedLot(lender)).id, circleId: circle } })
    await titles()
    expect((await third.must(listNotifications)).unreadCount).toBe(1)
    await lender.must(withdrawOffer, { params: { id: again.id } })
    expect(await titles()).toEqual({})
    expect((await third.must(listNotifications)).unreadCount).toBe(0)
  })

  it('notifies the invited user, and the admins of a request to join until it is answered', async () => {
    const { lender, borrower, third, stranger, circle, titles } = await start()
    await lender.must(inviteToCircle, {
      params: { id: circle },
      body: { email: `no-account-${stranger.userId}@kitchen.example`.toLowerCase() },
    })
    expect(await titles()).toEqual({})
    await lender.must(inviteToCircle, { params: { id: circle }, body: { email: stranger.email.toUpperCase() } })
    expect(await titles()).toEqual({ stranger: [expect.stringMatching(/ invited you to Neighbours$/)] })
    await lender.must(changeCircle, { params: { id: circle }, body: { isPublic: true } })
    await stranger.must(askToJoin, { params: { id: circle } })
    expect(await titles()).toEqual({ lender: [expect.stringMatching(/ wants to join Neighbours$/)] })
    await stranger.must(declineJoinRequest, { params: { id: circle, userId: 'me' } })
    expect(await titles()).toEqual({})
    expect((await lender.must(listNotifications)).unreadCount).toBe(0)
    await stranger.must(askToJoin, { params: { id: circle } })
    expect(Object.keys(await titles())).toEqual(['lender'])
    await lender.must(approveJoinRequest, { params: { id: circle, userId: stranger.userId } })
    const joined = [expect.stringMatching(/ joined Neighbours$/)]
    expect(await titles()).toEqual({ borrower: joined, third: joined, stranger: ['You joined Neighbours'] })
    for (const one of [borrower, third]) expect((await one.must(listNotifications)).unreadCount).toBe(1)
    expect((await lender.must(listNotifications)).unreadCount).toBe(0)
  })

  it('notifies the other members of a user joining by code, even without linked households', async () => {
    const [ana, ben, cleo] = (await createPeople(testApp(), 3)) as [Person, Person, Person]
    const { id } = await ana.must(createCircle, { body: { name: 'Unlinked' } })
    const { code } = await ana.must(inviteToCircle, { params: { id }, body: {} })
    for (const one of [ben, cleo]) await one.must(joinCircle, { body: { code } })
    await ben.must(joinCircle, { body: { code } })
    const created = await newTitles([ana, ben, cleo], { ana, ben, cleo })
    expect(Object.entries(created).map(([name, titles]) => [name, titles.length])).toEqual([
      ['ana', 2],
      ['ben', 1],
    ])
  })
})

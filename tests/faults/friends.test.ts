import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCircle, inviteToCircle, joinCircle, linkHousehold, removeCircleMember, unlinkHousehold } from '#domains/circles/contract.ts'
import { deleteHousehold } from '#domains/households/contract/index.ts'
import { addLot, changeLot, discardLot } from '#domains/inventory/contract.ts'
import { listOffers, listShareable, makeOffer, searchShareable, sharedChanged, shareLots } from '#domains/sharing/contract/index.ts'
import { openStream, type ReceivedFrame } from '#tests/support/server/event-stream.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { type ServerGroup, startServerGroup } from '#tests/support/server/server-processes.ts'

// An open screen of a circle member: it follows the stream and refetches on each signal. On PostgreSQL it uses another process.

let serverGroup: ServerGroup
let here = ''
let there = ''
/** Ana lends; Ben subscribes from a household linked to no circle; Eve is in no circle. */
let ana: HttpPerson
let ben: HttpPerson
let eve: HttpPerson
beforeAll(async () => {
  serverGroup = await startServerGroup()
  here = serverGroup.urls[0] ?? ''
  there = serverGroup.urls.at(-1) ?? ''
  ;[ana, ben, eve] = await Promise.all([signUp(here, 'Ana'), signUp(here, 'Ben'), signUp(here, 'Eve')])
  for (const one of [ben, eve]) await shareHousehold(one)
})
afterAll(async () => {
  await serverGroup.stop()
  await serverGroup.store.remove()
})

/** Creates a household of Ana's, linked to a new circle of hers and Ben's. */
async function street() {
  await shareHousehold(ana)
  const { id: circle } = await ana.must(createCircle, { body: { name: 'Elm Street' } })
  const { code } = await ana.must(inviteToCircle, { params: { id: circle }, body: {} })
  await ben.must(joinCircle, { body: { code } })
  await ana.must(linkHousehold, { params: { id: circle, householdId: ana.home ?? '' } })
  return { circle, home: ana.home ?? '' }
}
const share = () => ana.must(addLot, { body: { ingredient: { name: 'Quinces' }, quantity: 3, unit: 'each', isShared: true } })
const isHint = ({ channel, event }: ReceivedFrame) =>
  channel.startsWith('person:') && (event === sharedChanged || event.startsWith('circle.'))

/** Shows Ben the quinces, then runs `act`; after the next frame of the stream a refetch no longer returns them. */
async function losing(what: string, act: (all: Awaited<ReturnType<typeof street>> & { lot: string }) => Promise<unknown>): Promise<void> {
  const all = await street()
  const lot = (await share()).id
  expect(await ben.must(listShareable, { url: there })).toHaveLength(1)
  const [friend, stranger] = await Promise.all([openStream(ben, { url: there }), openStream(eve, { url: there })])
  try {
    const start = performance.now()
    await act({ ...all, lot })
    for (let seen = 0; ; seen++) {
      await friend.next((frame) => isHint(frame) && friend.frames.filter(isHint).length > seen)
      if ((await ben.must(listShareable, { url: there })).length === 0) break
    }
    process.stdout.write(`${what}: gone from the friend's screen after ${Math.round(performance.now() - start)} ms\n`)
    expect(await ben.must(searchShareable, { query: { name: 'quince' }, url: there })).toEqual([])
    // The signal has no content, and only people who could see something receive it.
    for (const hint of friend.frames.filter(isHint)) expect(hint).toMatchObject({ payload: null, id: null })
    expect(JSON.stringify(friend.frames)).not.toMatch(new RegExp(`Quince|${lot}|${ana.userId}`))
    expect(stranger.frames).toEqual([])
  } finally {
    friend.close()
    stranger.close()
  }
}

describe('a lot on a circle member’s open screen disappears immediately', () => {
  it('when it is unshared, alone or with others', async () => {
    await losing('un-shared', ({ lot }) => ana.must(changeLot, { params: { id: lot }, body: { isShared: false } }))
    await losing('un-shared with others', ({ lot }) => ana.must(shareLots, { body: { ids: [lot], isShared: false } }))
  })
  it('when it is used up or discarded', () =>
    losing('discarded', ({ lot }) => ana.must(discardLot, { params: { id: lot }, body: { reason: 'spoiled' } })))
  it('when its household is unlinked or deleted', async () => {
    await losing('unlinked', ({ circle, home }) => ana.must(unlinkHousehold, { params: { id: circle, householdId: home } }))
    await losing('household deleted', ({ home }) => ana.must(deleteHousehold, { params: { id: home } }))
  })
  it('when the lender leaves the circle, or the member is removed from it', async () => {
    await losing('left', ({ circle }) => ana.must(removeCircleMember, { params: { id: circle, userId: 'me' } }))
    await losing('removed', ({ circle }) => ana.must(removeCircleMember, { params: { id: circle, userId: ben.userId } }))
  })
})

it('an offer appears on a member’s screen immediately', async () => {
  const { circle } = await street()
  const lot = await ana.must(addLot, { body: { ingredient: { name: 'Quinces' }, quantity: 3, unit: 'each' } })
  const friend = await openStream(ben, { url: there })
  await ana.must(makeOffer, { body: { inventoryItemId: lot.id, circleId: circle } })
  await friend.next(isHint)
  friend.close()
  expect(await ben.must(listOffers, { url: there })).toHaveLength(1)
})

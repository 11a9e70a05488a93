import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCircle, inviteToCircle, joinCircle, linkHousehold, removeCircleMember, unlinkHousehold } from '#domains/circles/contract.ts'
import { deleteHousehold } from '#domains/households/contract/index.ts'
import { addLot, changeLot, discardLot } from '#domains/inventory/contract.ts'
import { listOffers, listShareable, makeOffer, searchShareable, sharedChanged, shareLots } from '#domains/sharing/contract/index.ts'
import { openStream, type Received } from '#tests/support/server/event-stream.ts'
import { shareHousehold, signUp, type WirePerson } from '#tests/support/server/http-client.ts'
import { type ServerGroup, startServerGroup } from '#tests/support/server/server-group.ts'

// What a friend's open screen does: it holds the stream and asks again when that says so. On PostgreSQL the friend watches, and asks, another process.

let serverGroup: ServerGroup
let here = ''
let there = ''
/** Ana lends; Ben watches from a household that is linked nowhere; Eve is of no circle. */
let ana: WirePerson
let ben: WirePerson
let eve: WirePerson
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

/** A new household of Ana's, linked to a new circle of hers and Ben's. */
async function street() {
  await shareHousehold(ana)
  const { id: circle } = await ana.must(createCircle, { body: { name: 'Elm Street' } })
  const { code } = await ana.must(inviteToCircle, { params: { id: circle }, body: {} })
  await ben.must(joinCircle, { body: { code } })
  await ana.must(linkHousehold, { params: { id: circle, householdId: ana.home ?? '' } })
  return { circle, home: ana.home ?? '' }
}
const share = () => ana.must(addLot, { body: { ingredient: { name: 'Quinces' }, quantity: 3, unit: 'each', isShared: true } })
const isHint = ({ channel, event }: Received) => channel.startsWith('person:') && (event === sharedChanged || event.startsWith('circle.'))

/** Ben's screen shows the quinces; then something is done, and with the next word of the stream, and no sooner asked, they are gone. */
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
    // The hint has no words, and only those hear it who could see something.
    for (const hint of friend.frames.filter(isHint)) expect(hint).toMatchObject({ payload: null, id: null })
    expect(JSON.stringify(friend.frames)).not.toMatch(new RegExp(`Quince|${lot}|${ana.userId}`))
    expect(stranger.frames).toEqual([])
  } finally {
    friend.close()
    stranger.close()
  }
}

describe('what a friend could see is gone from their open screen at once', () => {
  it('when a lot is shared no more, as one or among many', async () => {
    await losing('un-shared', ({ lot }) => ana.must(changeLot, { params: { id: lot }, body: { isShared: false } }))
    await losing('un-shared with others', ({ lot }) => ana.must(shareLots, { body: { ids: [lot], isShared: false } }))
  })
  it('when it is used up or thrown away', () =>
    losing('discarded', ({ lot }) => ana.must(discardLot, { params: { id: lot }, body: { reason: 'spoiled' } })))
  it('when its household is unlinked, or is no more', async () => {
    await losing('unlinked', ({ circle, home }) => ana.must(unlinkHousehold, { params: { id: circle, householdId: home } }))
    await losing('household deleted', ({ home }) => ana.must(deleteHousehold, { params: { id: home } }))
  })
  it('when the lender leaves the circle, or the friend is put out of it', async () => {
    await losing('left', ({ circle }) => ana.must(removeCircleMember, { params: { id: circle, userId: 'me' } }))
    await losing('removed', ({ circle }) => ana.must(removeCircleMember, { params: { id: circle, userId: ben.userId } }))
  })
})

it('an offer is on a friend’s screen at once', async () => {
  const { circle } = await street()
  const lot = await ana.must(addLot, { body: { ingredient: { name: 'Quinces' }, quantity: 3, unit: 'each' } })
  const friend = await openStream(ben, { url: there })
  await ana.must(makeOffer, { body: { inventoryItemId: lot.id, circleId: circle } })
  await friend.next(isHint)
  friend.close()
  expect(await ben.must(listOffers, { url: there })).toHaveLength(1)
})

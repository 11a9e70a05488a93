import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { unlinkHousehold } from '#domains/circles/contract.ts'
import { listHistory } from '#domains/households/contract/index.ts'
import { listLots, useLot } from '#domains/inventory/contract.ts'
import { listNotifications } from '#domains/notifications/contract/index.ts'
import {
  askToBorrow,
  type BorrowRequest,
  changeBorrow,
  countBorrow,
  listBorrow,
  listDebts,
  listShareable,
  searchShareable,
  settleDebts,
  shareLots,
} from '#domains/sharing/contract/index.ts'
import { addSharedLot, inDays } from '#tests/support/data/people.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import {
  confirm,
  createOwnCircle,
  endLinks,
  type LinkedServer,
  linkOf,
  linkServers,
  openLinkedServers,
} from '#tests/support/server/linked-servers.ts'
import { confirmLink, endHouseholdLink, inviteLink, joinLink, listLinks } from '../contract/index.ts'
import { readInvitation } from './use-cases/read-invitation.ts'

const rounds = Number(process.env['LARDER_FEDERATION_ROUNDS'] ?? 3)
const firstSeed = Number(process.env['LARDER_FEDERATION_SEED'] ?? 0)

let servers: Awaited<ReturnType<typeof openLinkedServers>>
const connect = () => {
  beforeAll(async () => {
    servers = await openLinkedServers()
  })
  afterEach(() => servers.check())
  afterAll(() => servers.close())
}

const lotsOf = async ({ person }: LinkedServer) => {
  const answer = await person.must(listLots, { query: {} })
  return Array.isArray(answer) ? answer : answer.items
}
const eggsOf = async (server: LinkedServer) =>
  (await lotsOf(server)).filter(({ ingredient }) => ingredient.name === 'Eggs').reduce((sum, { quantity }) => sum + quantity, 0)
const requestsOf = ({ person }: LinkedServer): Promise<BorrowRequest[]> => person.must(listBorrow, { query: {} })
const move = ({ person }: LinkedServer, id: string, status: 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED') =>
  person.call(changeBorrow, { params: { id }, body: { status } })
const offersOf = ({ person }: LinkedServer) => person.must(listShareable, { query: {} })
const ask = async (borrower: LinkedServer, quantity: number) => {
  const [offer] = await offersOf(borrower)
  return borrower.person.must(askToBorrow, {
    body: { inventoryItemId: offer?.id ?? '', quantity, unit: 'each', expiresAt: inDays(7) },
  })
}
const bell = async ({ person }: LinkedServer) =>
  (await person.must(listNotifications, { query: {} })).notifications.map(({ title }) => title)
const historyOf = async ({ person }: LinkedServer) =>
  (await person.must(listHistory, { query: {} })).map(({ summary, canUndo }) => ({ summary, canUndo }))
/** `isCompared`: only what servers compare. */
const loansIn = async (server: LinkedServer, isCompared = false) =>
  asOwner<{ loan_id: string; borrower_state: string; lender_state: string; moved: number }>(
    server.app().server.database,
    `select loan_id, borrower_state, lender_state, case when moved_seq is null then 0 else 1 end as moved from linked_loans where household_id = '${server.person.home}' ${isCompared ? "and lender_state not in ('declined', 'expired', 'cancelled')" : ''} order by loan_id`,
  )

describe('two linked households', () => {
  connect()

  it('link, see, ask, agree, hand over and return', async () => {
    const { lender, borrower } = servers
    const { inviterLink, joinerLink } = await linkServers(lender, borrower)
    expect([(await linkOf(lender, inviterLink))?.state, (await linkOf(borrower, joinerLink))?.state]).toEqual(['active', 'active'])
    const lot = await addSharedLot(lender.person, { expirationDate: '2031-01-02' })
    await borrower.sync()
    const [offer] = await offersOf(borrower)
    expect(offer).toMatchObject({ household: { name: 'The Ashes' }, ingredient: { name: 'Eggs' }, quantity: 10, location: '' })
    expect(await borrower.person.must(searchShareable, { query: { name: 'egg' } })).toHaveLength(1)
    expect(await borrower.person.must(searchShareable, { query: { name: 'flour' } })).toEqual([])
    const asked = await ask(borrower, 4)
    expect(asked).toMatchObject({ status: 'PENDING', side: 'requester', isLinked: true, household: { name: 'The Ashes' } })
    await borrower.sync()
    const [incoming] = await requestsOf(lender)
    expect(incoming).toMatchObject({ status: 'PENDING', side: 'lender', household: { name: 'The Birches' }, quantity: 4 })
    expect(await lender.person.must(countBorrow)).toEqual({ count: 1 })
    const partly = { params: { id: incoming?.id ?? '' }, body: { status: 'ACCEPTED' as const, quantity: 2 } }
    expect(await lender.person.call(changeBorrow, partly)).toMatchObject({ status: 422, body: { code: 'whole_only' } })
    expect((await move(lender, incoming?.id ?? '', 'ACCEPTED')).status).toBe(200)
    await lender.sync()
    expect((await requestsOf(borrower))[0]?.status).toBe('ACCEPTED')
    expect((await move(borrower, asked.id, 'COMPLETED')).status).toBe(403)
    expect((await move(lender, incoming?.id ?? '', 'COMPLETED')).status).toBe(200)
    await lender.sync()
    expect((await requestsOf(borrower))[0]?.status).toBe('COMPLETED')
    expect((await lotsOf(lender)).find(({ id }) => id === lot.id)?.quantity).toBe(6)
    expect(await lotsOf(borrower)).toMatchObject([{ quantity: 4, ingredient: { name: 'Eggs' }, expirationDate: '2031-01-02' }])
    const [debt] = await borrower.person.must(listDebts)
    expect(debt).toMatchObject({ direction: 'owed_by_us', household: { name: 'The Ashes' }, quantity: 4 })
    expect(await lender.person.must(listDebts)).toMatchObject([{ direction: 'owed_to_us', household: { name: 'The Birches' } }])
    await borrower.person.must(settleDebts, { body: { ids: debt?.ids ?? [], how: 'returned' } })
    await borrower.sync()
    expect([await lender.person.must(listDebts), await borrower.person.must(listDebts)]).toEqual([[], []])
    expect(await historyOf(lender)).toEqual(
      expect.arrayContaining([
        { summary: 'The Birches asked for 4 Eggs', canUndo: false },
        { summary: 'Agreed to lend 4 Eggs to The Birches', canUndo: false },
        { summary: 'Lent 4 Eggs to The Birches', canUndo: false },
        { summary: 'Settled 4 Eggs', canUndo: false },
      ]),
    )
    for (const server of [lender, borrower]) await server.app().server.jobs.settle()
    expect((await bell(lender)).toSorted()).toEqual([
      'The Birches accepted your invitation',
      'The Birches asked for Eggs',
      'The Birches settled Eggs',
    ])
    // Those of the same millisecond come in any order.
    expect((await bell(borrower)).toSorted()).toEqual([
      'The Ashes agreed to lend you Eggs',
      'The Ashes handed over Eggs',
      'You’re linked with The Ashes',
    ])
    expect((await historyOf(borrower)).map(({ summary }) => summary)).toEqual([
      'Settled 4 Eggs',
      'Borrowed 4 Eggs from The Ashes',
      'The Ashes agreed to lend 4 Eggs',
      'Asked The Ashes for 4 Eggs',
      'Linked with The Ashes',
      'Accepted the invitation of The Ashes',
      'Created the household',
    ])
  })

  it('tell each other only what is shared', async () => {
    const { lender, borrower } = servers
    await addSharedLot(lender.person, { ingredient: { name: 'Secret chocolate' }, isShared: false, note: 'Hidden note' })
    await lender.sync()
    await borrower.sync()
    expect((await offersOf(borrower)).map(({ ingredient }) => ingredient.name)).toEqual(['Eggs'])
    const requests = [...lender.received, ...borrower.received].map(({ body }) => body)
    const texts = [...requests, ...lender.responded, ...borrower.responded].map((body) => {
      const [, payload = ''] = (JSON.parse(body) as { message: string }).message.split('.')
      return Buffer.from(payload, 'base64url').toString('utf8')
    })
    // What is looked for would be found: the responses hold what is shared.
    expect(texts.join('\n')).toContain('"name":"Eggs"')
    const lots = await lotsOf(lender)
    expect(lots.length).toBeGreaterThan(1)
    for (const { id } of lots) expect(texts.join('\n')).not.toContain(id)
    for (const secret of [lender.person.email, lender.person.userId, lender.person.home ?? '', 'Cook', 'Test kitchen', 'Secret', 'Hidden'])
      expect(texts.join('\n')).not.toContain(secret)
  })

  it('decline a request for something that isn’t shared anymore', async () => {
    const { lender, borrower } = servers
    const asked = await ask(borrower, 1)
    const [lot] = (await lotsOf(lender)).filter(({ isShared }) => isShared)
    await lender.person.must(useLot, { params: { id: lot?.id ?? '' }, body: { quantity: lot?.quantity ?? 0 } })
    await borrower.sync()
    expect((await requestsOf(borrower)).find(({ id }) => id === asked.id)?.status).toBe('REJECTED')
    expect((await requestsOf(lender)).some(({ status }) => status === 'REJECTED')).toBe(false)
  })

  it('stop at once when one ends the link', async () => {
    const { lender, borrower } = servers
    await addSharedLot(lender.person)
    await borrower.sync()
    const asked = await ask(borrower, 2)
    await borrower.sync()
    const [incoming] = (await requestsOf(lender)).filter(({ status }) => status === 'PENDING')
    expect((await move(lender, incoming?.id ?? '', 'ACCEPTED')).status).toBe(200)
    const { links } = await lender.person.must(listLinks)
    await lender.person.must(endHouseholdLink, { params: { id: links[0]?.id ?? '' } })
    expect((await requestsOf(lender)).find(({ id }) => id === incoming?.id)?.status).toBe('CANCELLED')
    const sent = borrower.received.length
    expect(await borrower.replay(borrower.received.length - 1)).toBe(403)
    // The other server hears of it when it calls.
    await borrower.sync()
    expect(borrower.received.length).toBe(sent)
    expect((await borrower.person.must(listLinks)).links[0]).toMatchObject({
      state: 'ended',
      endedBy: 'them',
    })
    expect((await requestsOf(borrower)).find(({ id }) => id === asked.id)?.status).toBe('CANCELLED')
    expect(await offersOf(borrower)).toEqual([])
    expect((await move(lender, incoming?.id ?? '', 'COMPLETED')).status).toBe(409)
  })

  it('end when a household leaves the circle', async () => {
    const { lender, borrower } = servers
    const { inviterLink, joinerLink } = await linkServers(lender, borrower)
    const link = await linkOf(lender, inviterLink)
    await lender.person.must(unlinkHousehold, { params: { id: link?.circle.id ?? '', householdId: lender.person.home ?? '' } })
    await borrower.sync()
    expect(await linkOf(borrower, joinerLink)).toMatchObject({ state: 'ended', endedBy: 'them' })
    await lender.sync()
    expect(await linkOf(lender, inviterLink)).toMatchObject({ state: 'ended', endedBy: 'us' })
    // Only what the other household did is news.
    for (const server of [lender, borrower]) await server.app().server.jobs.settle()
    const ends = async (server: LinkedServer) => (await bell(server)).filter((title) => title.includes('ended the link')).length
    expect([await ends(lender), await ends(borrower)]).toEqual([0, 2])
  })

  it('hide what they shared when it is older than a day', async () => {
    const { lender, borrower } = servers
    await linkServers(lender, borrower)
    await borrower.sync()
    expect(await offersOf(borrower)).not.toEqual([])
    await asOwner(borrower.app().server.database, "update household_links set synced_at = '2026-01-01T00:00:00.000Z'")
    expect(await offersOf(borrower)).toEqual([])
  })
})

describe('food that is handed over', () => {
  connect()

  it('keeps the dates of the lender, also of what was opened, frozen and thawed', async () => {
    const { lender, borrower } = servers
    await linkServers(lender, borrower)
    const lot = await addSharedLot(lender.person, { expirationDate: '2031-01-02', storage: 'FREEZER' })
    const dates = { added_on: '2026-01-02', opened_on: '2026-01-05', frozen_on: '2026-01-06', thawed_on: '2026-01-20' }
    const set = Object.entries(dates).map(([name, day]) => `${name} = '${day}'`)
    await asOwner(
      lender.app().server.database,
      `update lots set ${set.join(', ')}, is_opened = 1, frozen_days_left = 9, storage = 'FRIDGE' where id = '${lot.id}'`,
    )
    await borrower.sync()
    await ask(borrower, 3)
    await borrower.sync()
    const [incoming] = await requestsOf(lender)
    for (const status of ['ACCEPTED', 'COMPLETED'] as const) expect((await move(lender, incoming?.id ?? '', status)).status).toBe(200)
    await lender.sync()
    expect(
      await asOwner(
        borrower.app().server.database,
        'select added_on, opened_on, frozen_on, thawed_on, frozen_days_left, is_opened, storage, expiration_date from lots',
      ),
    ).toEqual([{ ...dates, frozen_days_left: 9, is_opened: 1, storage: 'FRIDGE', expiration_date: '2031-01-02' }])
    // The rows were changed past the rules.
    await asOwner(lender.app().server.database, `update lots set frozen_on = null, thawed_on = null where id = '${lot.id}'`)
  })

  it('is owed on both sides even if the borrower ended the link before it was told', async () => {
    const { lender, borrower } = servers
    await ask(borrower, 2)
    await borrower.sync()
    const [incoming] = (await requestsOf(lender)).filter(({ status }) => status === 'PENDING')
    await move(lender, incoming?.id ?? '', 'ACCEPTED')
    await lender.sync()
    // More that is open than fits into a message.
    for (let n = 0; n < 12; n++) await ask(borrower, 1)
    await borrower.sync()
    borrower.network = () => 'lost'
    await move(lender, incoming?.id ?? '', 'COMPLETED')
    await lender.sync()
    const { links } = await borrower.person.must(listLinks)
    await borrower.person.must(endHouseholdLink, { params: { id: links[0]?.id ?? '' } })
    expect((await requestsOf(borrower)).find(({ quantity }) => quantity === 2)?.status).toBe('CANCELLED')
    borrower.network = () => 'none'
    await borrower.sync()
    expect((await lender.person.must(listLinks)).links[0]).toMatchObject({ state: 'ended', endedBy: 'them' })
    const ofTwo = async (server: LinkedServer) => (await requestsOf(server)).find(({ quantity }) => quantity === 2)?.status
    expect([await ofTwo(borrower), await ofTwo(lender)]).toEqual(['COMPLETED', 'COMPLETED'])
    expect([await eggsOf(lender), await eggsOf(borrower)]).toEqual([5, 5])
    expect(await borrower.person.must(listDebts)).toMatchObject([{ direction: 'owed_by_us', quantity: 5 }])
    expect(await lender.person.must(listDebts)).toMatchObject([{ direction: 'owed_to_us', quantity: 5 }])
  })

  it('is owed on both sides even if the lender couldn’t be told that the link ended', async () => {
    const { lender, borrower } = servers
    await linkServers(lender, borrower)
    await borrower.sync()
    await ask(borrower, 1)
    await borrower.sync()
    const [incoming] = (await requestsOf(lender)).filter(({ status }) => status === 'PENDING')
    await move(lender, incoming?.id ?? '', 'ACCEPTED')
    await lender.sync()
    lender.network = () => 'lost'
    const { links } = await borrower.person.must(listLinks)
    await borrower.person.must(endHouseholdLink, { params: { id: links[0]?.id ?? '' } })
    await borrower.sync()
    await move(lender, incoming?.id ?? '', 'COMPLETED')
    await lender.sync()
    expect([await eggsOf(lender), await eggsOf(borrower)]).toEqual([4, 6])
    expect((await lender.person.must(listLinks)).links[0]).toMatchObject({ state: 'ended', endedBy: 'them' })
    lender.network = () => 'none'
  })
})

describe('a server that stops links', () => {
  connect()

  it('shows, asks and sends nothing, and tells later that a link ended', async () => {
    const { lender, borrower } = servers
    const { inviterLink, joinerLink } = await linkServers(lender, borrower)
    await addSharedLot(lender.person)
    await borrower.sync()
    const [offer] = await offersOf(borrower)
    await ask(borrower, 1)
    await borrower.sync()
    await borrower.restart(undefined, { LARDER_FEDERATION: 'off' })
    expect(await offersOf(borrower)).toEqual([])
    const body = { inventoryItemId: offer?.id ?? '', quantity: 1, unit: 'each' as const, expiresAt: inDays(7) }
    expect((await borrower.person.call(askToBorrow, { body })).status).toBe(404)
    expect((await borrower.post('/api/federation/messages', JSON.stringify({ message: 'a.b.c' }))).status).toBe(404)
    await borrower.person.must(endHouseholdLink, { params: { id: joinerLink } })
    const sent = lender.received.length
    await borrower.sync()
    expect(lender.received.length).toBe(sent)
    await borrower.restart()
    await borrower.sync()
    expect(await linkOf(lender, inviterLink)).toMatchObject({ state: 'ended', endedBy: 'them' })
  })
})

describe('two links', () => {
  connect()

  const invite = async (server: LinkedServer, circleId: string) =>
    (await server.person.must(inviteLink, { body: { circleId, ownName: 'Us' } })).invitation
  const join = (server: LinkedServer, circleId: string, invitation: string) =>
    server.person.must(joinLink, { body: { circleId, ownName: 'Us', invitation } })

  it('never join the same households, in either direction', async () => {
    const { lender, borrower } = servers
    const [circleId, otherId] = [await createOwnCircle(lender), await createOwnCircle(borrower)]
    const [early, used] = [await invite(lender, circleId), await invite(lender, circleId)]
    expect(await join(borrower, otherId, used)).toMatchObject({ state: 'joining', endedBy: null })
    // Also one that is older than the link, also before it was confirmed, and also from the other side.
    expect(await join(borrower, otherId, early)).toMatchObject({ state: 'ended', endedBy: 'linked' })
    expect(await join(lender, circleId, await invite(borrower, otherId))).toMatchObject({ state: 'ended', endedBy: 'linked' })
    const { links } = await lender.person.must(listLinks)
    expect(links.map(({ state }) => state).toSorted()).toEqual(['ended', 'invited', 'waiting'])
    await confirm(lender, links.find(({ state }) => state === 'waiting')?.id ?? '')
    await borrower.sync()
    expect(await join(borrower, otherId, early)).toMatchObject({ state: 'ended', endedBy: 'linked' })
    // Once it ended, they can link again.
    const [active] = (await borrower.person.must(listLinks)).links.filter(({ state }) => state === 'active')
    await borrower.person.must(endHouseholdLink, { params: { id: active?.id ?? '' } })
    await borrower.sync()
    expect(await join(borrower, otherId, early)).toMatchObject({ state: 'joining', endedBy: null })
  })

  it('show the same item under different ids', async () => {
    const { lender, borrower } = servers
    const lot = await addSharedLot(lender.person)
    const seen: string[] = []
    for (let n = 0; n < 2; n++) {
      await endLinks(servers)
      await linkServers(lender, borrower)
      await borrower.sync()
      const rows = await asOwner<{ item_id: string }>(borrower.app().server.database, 'select item_id from linked_offers')
      seen.push(...rows.map(({ item_id }) => item_id))
    }
    expect(new Set([...seen, lot.id]).size).toBe(3)
  })
})

describe('an invitation', () => {
  connect()
  afterEach(() => endLinks(servers))

  it('works once, and only after it was confirmed', async () => {
    const { lender, borrower } = servers
    const [circleId, otherId] = [await createOwnCircle(lender), await createOwnCircle(borrower)]
    const { link, invitation } = await lender.person.must(inviteLink, { body: { circleId, ownName: 'The Ashes' } })
    const join = () =>
      borrower.person.must(joinLink, { body: { circleId: otherId, ownName: 'The Birches', invitation: `Here: ${invitation}` } })
    const joined = await join()
    expect(joined).toMatchObject({ state: 'joining', name: 'The Ashes', fingerprint: link.ownFingerprint })
    expect(await linkOf(lender, link.id)).toMatchObject({ state: 'waiting', name: 'The Birches', fingerprint: joined.ownFingerprint })
    await addSharedLot(lender.person)
    await borrower.sync()
    expect([await offersOf(borrower), (await linkOf(borrower, joined.id))?.state]).toEqual([[], 'joining'])
    expect(await join()).toMatchObject({ state: 'ended', endedBy: 'refused' })
    const wrong = { params: { id: link.id }, body: { fingerprint: link.ownFingerprint } }
    expect(await lender.person.call(confirmLink, wrong)).toMatchObject({ status: 409, body: { code: 'fingerprint_differs' } })
    await confirm(lender, link.id)
    await borrower.sync()
    expect([(await offersOf(borrower)).length, (await linkOf(borrower, joined.id))?.state]).toEqual([1, 'active'])
    const again = { params: { id: link.id }, body: { fingerprint: joined.ownFingerprint } }
    expect(await lender.person.call(confirmLink, again)).toMatchObject({ status: 409, body: { code: 'link_state' } })
  })

  it('is accepted even if the response is lost', async () => {
    const { lender, borrower } = servers
    const [circleId, otherId] = [await createOwnCircle(lender), await createOwnCircle(borrower)]
    const { link, invitation } = await lender.person.must(inviteLink, { body: { circleId, ownName: 'The Ashes' } })
    lender.network = () => 'response lost'
    const joined = await borrower.person.must(joinLink, { body: { circleId: otherId, ownName: 'The Birches', invitation } })
    lender.network = () => 'none'
    await confirm(lender, link.id)
    await lender.sync()
    await borrower.sync()
    expect([(await linkOf(lender, link.id))?.state, (await linkOf(borrower, joined.id))?.state]).toEqual(['active', 'active'])
  })

  it('isn’t given up because something on the way denies it', async () => {
    const { lender, borrower } = servers
    const [circleId, otherId] = [await createOwnCircle(lender), await createOwnCircle(borrower)]
    const { link, invitation } = await lender.person.must(inviteLink, { body: { circleId, ownName: 'The Ashes' } })
    lender.network = () => 'denied'
    const joined = await borrower.person.must(joinLink, { body: { circleId: otherId, ownName: 'The Birches', invitation } })
    expect(joined).toMatchObject({ state: 'joining', name: null })
    lender.network = () => 'none'
    await borrower.sync()
    expect(await linkOf(lender, link.id)).toMatchObject({ state: 'waiting', name: 'The Birches' })
  })

  it('refuses other texts, and this server’s own', async () => {
    const { lender } = servers
    const circleId = await createOwnCircle(lender)
    const { invitation } = await lender.person.must(inviteLink, { body: { circleId, ownName: 'The Ashes' } })
    const join = (text: string) => lender.person.call(joinLink, { body: { circleId, ownName: 'Us', invitation: text } })
    expect(await join('https://larder.example/circles#code=ABCDEFGH')).toMatchObject({ status: 422, body: { code: 'invitation_invalid' } })
    expect(await join(invitation)).toMatchObject({ status: 422, body: { code: 'same_server' } })
    const elsewhere = (u: string) => Buffer.from(JSON.stringify({ ...readInvitation(invitation), u })).toString('base64url')
    for (const address of ['https://larder.example:8443', 'http://larder.example'])
      expect(await join(`#larder-link=${elsewhere(address)}`)).toMatchObject({ status: 422, body: { code: 'server_unsupported' } })
    expect((await lender.person.call(inviteLink, { body: { circleId: crypto.randomUUID(), ownName: 'Us' } })).status).toBe(404)
  })
})

describe('linked servers', () => {
  connect()

  it(`agree after cuts, repeats and restarts, ${rounds} times`, async () => {
    const { lender, borrower } = servers
    await linkServers(lender, borrower)
    await addSharedLot(lender.person, { quantity: 10_000 })
    await borrower.sync()
    for (let round = 1; round <= rounds; round++) {
      const chance = randomFrom(firstSeed + round)
      // As if the last round was long ago: only 100 requests a day are taken.
      await asOwner(lender.app().server.database, "update linked_loans set created_at = '2026-01-01T00:00:00.000Z'")
      for (const server of [lender, borrower])
        server.network = () => chance.pick(['none', 'none', 'lost', 'response lost', 'twice'] as const) ?? 'none'
      for (let act = 0; act < 40; act++) {
        const server = chance.pick([lender, borrower]) as LinkedServer
        const roll = chance.share()
        if (roll < 0.25) await ask(borrower, 1 + chance.below(5))
        else if (roll < 0.6) {
          const open = (await requestsOf(server)).filter(({ status }) => status === 'PENDING' || status === 'ACCEPTED')
          const request = chance.pick(open)
          const status = chance.pick(['ACCEPTED', 'ACCEPTED', 'COMPLETED', 'COMPLETED', 'REJECTED', 'CANCELLED'] as const)
          if (request && status) await move(server, request.id, status)
        } else if (roll < 0.7) {
          const [debt] = await server.person.must(listDebts)
          if (debt) await server.person.call(settleDebts, { body: { ids: debt.ids, how: 'returned' } })
        } else if (roll < 0.8 && server.received.length > 0) await server.replay(chance.below(server.received.length))
        else await server.sync()
      }
      for (const server of [lender, borrower]) server.network = () => 'none'
      for (const server of [lender, borrower, lender]) await server.sync()
      expect(await loansIn(lender, true), `round ${round}`).toEqual(await loansIn(borrower, true))
      expect((await eggsOf(lender)) + (await eggsOf(borrower)), `round ${round}`).toBe(10_000)
      await servers.check()
      // No more than 50 may wait for an answer.
      for (const { id, status } of await requestsOf(lender)) if (status === 'PENDING') await move(lender, id, 'REJECTED')
      await lender.sync()
    }
    await asOwner(lender.app().server.database, "update linked_loans set created_at = '2026-01-01T00:00:00.000Z'")
    process.stdout.write(`federation: ${rounds} rounds, ${(await loansIn(lender)).length} loans\n`)
  })

  it('agree after either was restored from a backup', async () => {
    const { lender, borrower } = servers
    const total = (await eggsOf(lender)) + (await eggsOf(borrower))
    // The lender doesn't store what its server refuses.
    const [loans, borrowed] = [(await loansIn(lender)).length, (await loansIn(borrower)).length]
    const [lenderBackup, borrowerBackup] = [await lender.restart(), await borrower.restart()]
    const lend = async () => {
      const asked = await ask(borrower, 7)
      await borrower.sync()
      const [incoming] = (await requestsOf(lender)).filter(({ status, quantity }) => status === 'PENDING' && quantity === 7)
      await move(lender, incoming?.id ?? '', 'ACCEPTED')
      await move(lender, incoming?.id ?? '', 'COMPLETED')
      await lender.sync()
      return asked
    }
    await lend()
    expect(await eggsOf(borrower)).toBeGreaterThan(6)
    // The lender forgets the loan, and is given its own word back.
    await lender.restart(lenderBackup)
    expect((await loansIn(lender)).length).toBe(loans)
    await borrower.sync()
    expect(await loansIn(lender, true)).toEqual(await loansIn(borrower, true))
    expect((await eggsOf(lender)) + (await eggsOf(borrower))).toBe(total)
    // Then the borrower, of the same.
    await borrower.restart(borrowerBackup)
    await lender.sync()
    expect((await loansIn(borrower)).length).toBe(borrowed + 1)
    expect(await loansIn(lender, true)).toEqual(await loansIn(borrower, true))
    expect((await eggsOf(lender)) + (await eggsOf(borrower))).toBe(total)
  })

  it('keep what was agreed if the lender is restored to when the item wasn’t shared', async () => {
    const { lender, borrower } = servers
    const [lot] = (await lotsOf(lender)).filter(({ isShared }) => isShared)
    const share = (isShared: boolean) => lender.person.must(shareLots, { body: { ids: [lot?.id ?? ''], isShared } })
    await share(false)
    const backup = await lender.restart()
    await share(true)
    await borrower.sync()
    const asked = await ask(borrower, 8)
    await borrower.sync()
    const [incoming] = (await requestsOf(lender)).filter(({ status, quantity }) => status === 'PENDING' && quantity === 8)
    await move(lender, incoming?.id ?? '', 'ACCEPTED')
    await lender.sync()
    await lender.restart(backup)
    for (const server of [borrower, lender]) await server.sync()
    expect((await requestsOf(borrower)).find(({ id }) => id === asked.id)?.status).toBe('ACCEPTED')
    expect((await requestsOf(lender)).find(({ quantity }) => quantity === 8)?.status).toBe('ACCEPTED')
  })
})

import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeBorrow, listDebts } from '#domains/sharing/contract/index.ts'
import { createEncryption, loadSecret } from '#platform/server/security/encryption.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { addSharedLot } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { createOwnCircle, linkServers, openLinkedServers } from '#tests/support/server/linked-servers.ts'
import { inviteLink, joinLink, listLinks } from '../contract/index.ts'
import { maxMessageBytes } from '../contract/messages.ts'
import { callPeer } from './gateway/peer-server.ts'
import { linkById } from './store/links.ts'
import { callLinkedServer } from './use-cases/call-linked-server.ts'
import { deleteVoidLoans } from './use-cases/close-link.ts'
import { itemIds } from './use-cases/item-ids.ts'
import { readInvitation } from './use-cases/read-invitation.ts'
import { findMessage, receiveMessage } from './use-cases/receive-message.ts'
import { createLinkKeys, readUnverified, type SignedType, signMessage } from './use-cases/sign-message.ts'

let servers: Awaited<ReturnType<typeof openLinkedServers>>
/** A peer that is linked, and does what it wants: it knows the private key of one end of a link. */
let peer: { keys: ReturnType<typeof createLinkKeys>; link: string; theirs: string; item: string; privateItem: string }

beforeAll(async () => {
  servers = await openLinkedServers()
  const { lender, borrower } = servers
  const { inviterLink } = await linkServers(lender, borrower)
  // Takes the place of the other household's server, with a key of its own.
  const keys = createLinkKeys()
  const theirs = randomUUID()
  await asOwner(
    lender.app().server.database,
    `update household_links set peer_key = '${keys.publicKey}', peer_link_id = '${theirs}' where id = '${inviterLink}'`,
  )
  const lot = await addSharedLot(lender.person)
  const privateLot = await addSharedLot(lender.person, { ingredient: { name: 'Truffles' }, isShared: false })
  const link = await database().read({ crossHousehold: 'keys' }, (q) => linkById(q, inviterLink))
  const { itemOf } = itemIds({ secrets: await linkSecrets() }, link ?? { private_key_box: '' })
  peer = { keys, link: inviterLink, theirs, item: itemOf(lot.id), privateItem: itemOf(privateLot.id) }
})
afterAll(() => servers.close())

const database = () => servers.lender.app().server.database
const linkSecrets = async () => createEncryption(await loadSecret(database(), 'links'), 'link key')
/** Returns everything that a message could change. */
async function snapshot(): Promise<string> {
  const tables = ['household_links', 'linked_loans', 'linked_offers', 'changes', 'lots', 'ledger', 'reservations', 'notifications']
  const rows = await Promise.all(tables.map((table) => asOwner(database(), `select * from ${table}`)))
  return JSON.stringify(rows)
}

const post = (path: string, message: unknown) => servers.lender.post(`/api/federation/${path}`, JSON.stringify({ message }))
const signed = (payload: object, { type = 'larder-message', keys = peer.keys }: { type?: SignedType; keys?: typeof peer.keys } = {}) =>
  signMessage(type, payload, keys)
const envelope = () => ({ v: 1, link: peer.link, to: servers.lender.url, at: new Date().toISOString(), id: randomUUID() })
const sync = (statements: readonly string[] = [], changed: object = {}) => ({
  ...envelope(),
  kind: 'sync',
  name: 'The Birches',
  statements,
  known: null,
  offers: false,
  ...changed,
})
const askFor = (changed: object = {}) => ({
  link: peer.link,
  from: peer.theirs,
  loan: randomUUID(),
  part: 'borrower',
  state: 'asked',
  item: peer.item,
  name: 'Eggs',
  category: 'Other',
  amount: 1,
  unit: 'each',
  until: new Date(Date.now() + 86_400_000).toISOString(),
  ...changed,
})
/** Returns what the server answers to statements. */
async function answersTo(statements: readonly string[]): Promise<string[]> {
  const { text } = await post('messages', signed(sync(statements)))
  const reply = readUnverified((JSON.parse(text) as { message: string }).message) as { statements: string[] }
  return reply.statements.map((one) => (readUnverified(one) as { state: string }).state)
}
const statement = (changed: object = {}, keys = peer.keys) => signed(askFor(changed), { type: 'larder-loan', keys })

describe('a stranger', () => {
  const refusals: [string, () => unknown][] = [
    ['signs with another key', () => signed(sync(), { keys: createLinkKeys() })],
    ['names no link', () => signed({ ...sync(), link: randomUUID() })],
    ['sends a response as a message', () => signed(sync(), { type: 'larder-reply' })],
    ['sends a message for another server', () => signed(sync([], { to: 'https://other.example' }))],
    ['sends an old message', () => signed(sync([], { at: new Date(Date.now() - 3_600_000).toISOString() }))],
    ['sends a message of the future', () => signed(sync([], { at: new Date(Date.now() + 3_600_000).toISOString() }))],
    ['sends an unknown kind', () => signed(sync([], { kind: 'erase' }))],
    ['sends another version', () => signed(sync([], { v: 2 }))],
    ['sends an unknown field', () => signed(sync([], { household: 'x' }))],
    ['sends too many statements', () => signed(sync(Array.from({ length: 11 }, () => 'a.b.c')))],
    ['changes the payload', () => signed(sync()).replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify(sync())).toString('base64url')}.`)],
    ['leaves out the signature', () => `${signed(sync()).split('.').slice(0, 2).join('.')}.AA`],
    [
      'asks for no signature',
      () => `${Buffer.from('{"alg":"none","typ":"larder-message"}').toString('base64url')}.${signed(sync()).split('.')[1]}.AA`,
    ],
  ]
  it.each(refusals)('learns and changes nothing: %s', async (_what, message) => {
    const before = await snapshot()
    const { status, text } = await post('messages', message())
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([403, 'link_refused'])
    expect(await snapshot()).toBe(before)
  })

  it('can’t accept an invitation without its token, or one that was accepted', async () => {
    const { lender } = servers
    const circleId = await createOwnCircle(lender)
    const { invitation } = await lender.person.must(inviteLink, { body: { circleId, ownName: 'The Ashes' } })
    const { l: link = '', t: token = '' } = readInvitation(invitation) ?? {}
    const keys = createLinkKeys()
    const join = (changed: object = {}, by = keys) => ({
      keys: by,
      payload: {
        ...envelope(),
        link,
        kind: 'join',
        token,
        key: by.publicKey,
        from: 'https://b.example',
        reply: randomUUID(),
        name: 'B',
        links: [],
        ...changed,
      },
    })
    const send = ({ payload, keys: by }: ReturnType<typeof join>) => post('join', signed(payload, { keys: by }))
    const before = await snapshot()
    for (const forged of [
      join({ token: 'A'.repeat(22) }),
      join({ key: createLinkKeys().publicKey }),
      join({ link: randomUUID() }),
      join({ from: 'https://b.example/path' }),
      join({ from: lender.url }),
      join({ at: '2020-01-01T00:00:00.000Z' }),
    ])
      expect((await send(forged)).status).toBe(403)
    expect(await snapshot()).toBe(before)
    const accepted = join()
    expect([(await send(accepted)).status, (await send(accepted)).status]).toEqual([200, 200])
    const after = await snapshot()
    // Someone who saw the invitation later is told that it was used.
    const late = await send(join({}, createLinkKeys()))
    expect(readUnverified((JSON.parse(late.text) as { message: string }).message)).toMatchObject({ kind: 'refused' })
    expect(await snapshot()).toBe(after)
  })

  it('gets nothing for a message that was captured', async () => {
    const { lender } = servers
    const message = signed(sync([], { offers: true }))
    expect((await post('messages', message)).status).toBe(200)
    const before = await snapshot()
    const { status, text } = await post('messages', message)
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([403, 'link_refused'])
    expect(await snapshot()).toBe(before)
    // Without that, it gets the list again.
    const deps = { secrets: await linkSecrets(), url: lender.url }
    const found = await database().read({ crossHousehold: 'keys' }, (q) => findMessage(q, deps, message, new Date()))
    const again = await database().write(found.scope, 'replay', (tx) =>
      receiveMessage(tx, deps, found.scope, found.linkId, found.message, new Date()),
    )
    expect(readUnverified(again.message)).toMatchObject({ kind: 'state', offers: [{ name: 'Eggs' }] })
  })

  it('can’t send more than 16 kB', async () => {
    const before = await snapshot()
    const message = `${'a'.repeat(maxMessageBytes)}.b.c`
    expect((await post('messages', message)).status).toBe(413)
    expect((await servers.lender.post('/api/federation/messages', JSON.stringify({ message: 'a.b.c', more: 1 }))).status).toBe(422)
    expect(await snapshot()).toBe(before)
  })
})

describe('a hostile linked server', () => {
  const ignored: [string, () => string][] = [
    ['a statement signed by a stranger', () => statement({}, createLinkKeys())],
    ['a statement of another link', () => statement({ link: randomUUID() })],
    ['a statement from another link', () => statement({ from: randomUUID() })],
    [
      'a lender’s statement about no loan',
      () =>
        signed(
          { link: peer.link, from: peer.theirs, loan: randomUUID(), part: 'lender', state: 'handed_over', food: null },
          { type: 'larder-loan' },
        ),
    ],
    ['a message as a statement', () => signed(askFor())],
    ['an amount below zero', () => statement({ amount: -5 })],
    ['an amount without end', () => statement({ amount: 1e300 })],
    ['an unknown state', () => statement({ state: 'stolen' })],
    ['an unknown unit', () => statement({ unit: 'barrel' })],
    ['a name without end', () => statement({ name: 'x'.repeat(400) })],
  ]
  it.each(ignored)('changes nothing by %s', async (_what, text) => {
    const before = await snapshot()
    expect((await post('messages', signed(sync([text()])))).status).toBe(200)
    expect(await snapshot()).toBe(before)
  })

  it('gets nothing that isn’t shared', async () => {
    const asked = [statement({ item: peer.privateItem, name: 'Truffles' }), statement({ item: randomUUID() })]
    expect(await answersTo(asked)).toEqual(['declined', 'declined'])
    // A request that no person sees takes no room.
    expect(await answersTo([statement({ state: 'cancelled' }), statement({ until: '2026-01-01T00:00:00.000Z' })])).toEqual([
      'cancelled',
      'expired',
    ])
    expect(await asOwner(database(), 'select 1 from linked_loans')).toEqual([])
    const { text } = await post('messages', signed(sync([], { offers: true })))
    const reply = readUnverified((JSON.parse(text) as { message: string }).message)
    expect(JSON.stringify(reply)).toContain('Eggs')
    expect(JSON.stringify(reply)).not.toContain('Truffles')
  })

  it('can’t change the terms of a loan, repeat it, or move the lender’s part', async () => {
    const loan = randomUUID()
    const { until } = askFor()
    await post('messages', signed(sync([statement({ loan, until })])))
    const before = await snapshot()
    const forged = signed(
      { link: peer.link, from: peer.theirs, loan, part: 'lender', state: 'handed_over', food: null },
      { type: 'larder-loan' },
    )
    for (const text of [statement({ loan, until, amount: 9 }), statement({ loan, until, unit: 'g' }), statement({ loan, until }), forged])
      expect((await post('messages', signed(sync([text])))).status).toBe(200)
    expect(await snapshot()).toBe(before)
  })

  it('can’t take the name of another', async () => {
    const before = await snapshot()
    expect((await post('messages', signed(sync([], { name: 'Grandma' })))).status).toBe(200)
    expect(await snapshot()).toBe(before)
  })

  it('owes what was handed over, also if it said before that it was returned', async () => {
    const { person } = servers.lender
    const loan = randomUUID()
    const { until } = askFor()
    await post('messages', signed(sync([statement({ loan, until, state: 'returned' })])))
    expect(await asOwner(database(), `select 1 from linked_loans where loan_id = '${loan}'`)).toEqual([])
    await post('messages', signed(sync([statement({ loan, until })])))
    await post('messages', signed(sync([statement({ loan, until, state: 'returned' })])))
    const [row] = await asOwner<{ id: string }>(database(), `select id from linked_loans where loan_id = '${loan}'`)
    for (const status of ['ACCEPTED', 'COMPLETED'] as const)
      await person.must(changeBorrow, { params: { id: row?.id ?? '' }, body: { status } })
    expect(await person.must(listDebts)).toMatchObject([{ direction: 'owed_to_us', quantity: 1 }])
    await post('messages', signed(sync([statement({ loan, until, state: 'returned' })])))
    expect(await person.must(listDebts)).toEqual([])
  })

  it('can’t fill the database: no more than 50 open requests, and 100 a day', async () => {
    const ask = async () => {
      for (let sent = 0; sent < 6; sent++) await post('messages', signed(sync(Array.from({ length: 10 }, () => statement()))))
    }
    await ask()
    const open = await asOwner(database(), "select 1 from linked_loans where lender_state = 'open'")
    expect(open.length).toBe(50)
    await asOwner(database(), "update linked_loans set lender_state = 'declined' where lender_state = 'open'")
    await ask()
    const [{ count = 0 } = {}] = await asOwner<{ count: number }>(database(), 'select count(*) as count from linked_loans')
    expect(Number(count)).toBe(100)
  })

  it('is forgotten: old refused requests are deleted, those that were handed over are not', async () => {
    await asOwner(
      database(),
      "update linked_loans set updated_at = '2026-01-01T00:00:00.000Z', expires_at = '2026-01-01T00:00:00.000Z', lender_state = case when lender_state = 'open' then 'declined' else lender_state end",
    )
    while ((await deleteVoidLoans(database(), new Date())) > 0);
    expect(await asOwner(database(), 'select distinct lender_state from linked_loans')).toEqual([{ lender_state: 'returned' }])
  })
})

describe('a response', () => {
  const listen = async (handle: RequestListener): Promise<{ server: Server; url: string }> => {
    const server = createServer(handle)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const answers: [string, RequestListener][] = [
    ['a redirect to a private address', (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'a huge body',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"message":"${'a'.repeat(300_000)}"}`),
    ],
    ['no JSON', (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('no')],
    ['a page', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi')],
    ['an error', (_request, response) => response.writeHead(500).end()],
  ]
  it.each(answers)('isn’t taken: %s', async (_what, handle) => {
    const { server, url } = await listen(handle)
    const answer = await callPeer(url, 'message', 'a.b.c', { hosts: [new URL(url).host], ownHosts: [] })
    server.close()
    expect(answer).toHaveProperty('failure')
  })

  it('isn’t asked for at a private address, or without https', async () => {
    let calls = 0
    const { server, url } = await listen((_request, response) => {
      calls++
      response.end()
    })
    for (const address of [url, url.replace('http:', 'https:'), 'https://localhost', 'https://10.0.0.1', 'https://[::1]'])
      expect(await callPeer(address, 'message', 'a.b.c', { hosts: [], ownHosts: [] })).toHaveProperty('failure')
    // Another port of a listed host is another program.
    const { hostname } = new URL(url)
    for (const listed of [hostname, `${hostname}:1`, 'http://127.0.0.1'])
      expect(await callPeer(url, 'message', 'a.b.c', { hosts: [listed], ownHosts: [] })).toHaveProperty('failure')
    server.close()
    expect(calls).toBe(0)
  })

  it('that never ends holds up no one: the call stops, and goes on later', async () => {
    const calls: { after: string | null }[] = []
    let last = ''
    const { server, url } = await listen((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { message } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { message: string }
        const asked = readUnverified(message) as { id: string; known: { after: string } | null }
        calls.push({ after: asked.known?.after ?? null })
        const reply = { ...envelope(), link: peer.link, id: randomUUID(), re: asked.id, kind: 'state', name: 'B' }
        const more = calls.length > 1
        last = signed({ ...reply, statements: [], wants: [], more, offers: null }, { type: 'larder-reply' })
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ message: last }))
      })
    })
    await asOwner(database(), `update household_links set peer_url = '${url}' where id = '${peer.link}'`)
    // More loans than fit into one message.
    const ids = Array.from({ length: 90 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
    for (const id of ids)
      await asOwner(
        database(),
        `insert into linked_loans select household_id, '${id}', id, '${id}', 'lender', 'asked', 'handed_over', '${id}', null, 'Eggs', 'Other', 1000, 'each', created_at, null, null, null, null, created_at, '2026-01-01T00:00:00.000Z' from household_links where id = '${peer.link}'`,
      )
    const deps = {
      database: database(),
      secrets: await linkSecrets(),
      url: servers.lender.url,
      peers: { hosts: [new URL(url).host], ownHosts: [] },
      positions: boundedCache<string, string>(10),
    }
    const call = async () => {
      const link = await database().read({ crossHousehold: 'keys' }, (q) => linkById(q, peer.link))
      return link && callLinkedServer(deps, link)
    }
    expect(await call()).toMatchObject({ kind: 'later' })
    const sent = calls.length
    expect(sent).toBeLessThanOrEqual(30)
    const position = ids[79]
    expect([calls[0]?.after, calls[1]?.after, calls.at(-1)?.after]).toEqual(['', position, position])
    await call()
    expect(calls[sent]?.after).toBe(position)
    server.close()
  })

  it('must be signed by the server that invited', async () => {
    const { lender, borrower } = servers
    const circleId = await createOwnCircle(lender)
    const otherId = await createOwnCircle(borrower)
    const { invitation } = await lender.person.must(inviteLink, { body: { circleId, ownName: 'The Ashes' } })
    const parsed = readInvitation(invitation)
    const forged = Buffer.from(JSON.stringify({ ...parsed, k: createLinkKeys().publicKey })).toString('base64url')
    const body = { circleId: otherId, ownName: 'The Birches', invitation: `#larder-link=${forged}` }
    const joined = await borrower.person.must(joinLink, { body })
    expect(joined).toMatchObject({ state: 'joining', name: null })
    expect((await borrower.person.must(listLinks)).links.find(({ id }) => id === joined.id)?.state).toBe('joining')
  })
})

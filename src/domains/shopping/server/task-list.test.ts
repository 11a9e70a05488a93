import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { createDAVClient, type DAVObject } from 'tsdav'
import { describe, expect, it } from 'vitest'
import { createAppPassword, listAppPasswords, removeToken } from '#domains/households/contract/access-tokens.ts'
import { changeMember, undoChange } from '#domains/households/contract/index.ts'
import { changedTables, digestOf } from '#tests/support/database/digest.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const context = useTestApp()

interface Sent {
  method: string
  path?: string
  body?: string
  headers?: Record<string, string>
  password?: string | null
}
interface Home {
  ana: Person
  password: string
  send(sent: Sent): Promise<{ status: number; text: string; headers: Record<string, unknown> }>
}

async function aHome(): Promise<Home> {
  const ana = await context().person('Ana')
  await context().household(ana)
  const { password } = await ana.must(createAppPassword, { params: { id: ana.home ?? '' }, body: { name: 'Phone' } })
  return { ana, password, send: senderOf(password) }
}

const basic = (password: string) => `Basic ${Buffer.from(`ana@kitchen.example:${password}`).toString('base64')}`
function senderOf(known: string): Home['send'] {
  return async ({ method, path = '/dav/', body, headers = {}, password = known }) => {
    const type = method === 'PUT' ? 'text/calendar; charset=utf-8' : 'application/xml; charset=utf-8'
    const {
      statusCode,
      payload,
      headers: got,
    } = await context().server.app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...(password === null ? {} : { authorization: basic(password) }),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: statusCode, text: payload, headers: got }
  }
}

const listPath = '/dav/shopping/'
const vtodo = (uid: string, summary: string, more = '') =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VTODO\r\nUID:${uid}\r\nDTSTAMP:20261127T010000Z\r\nSUMMARY:${summary}\r\n${more}END:VTODO\r\nEND:VCALENDAR\r\n`
const rowsOf = async (ana: Person) =>
  (await ana.must(contract.getShoppingList)).items
    .map(
      (item) =>
        `${item.suggestedQuantity} ${item.unit} ${item.ingredientName}${item.isChecked ? ' ✓' : ''}${item.note ? ` (${item.note})` : ''}`,
    )
    .toSorted()

/** The task in a text, by a parser that isn't ours. */
function readTask(text: string) {
  const todo = new ICAL.Component(ICAL.parse(text) as never).getFirstSubcomponent('vtodo')
  const propertyOf = (name: string) => todo?.getFirstPropertyValue(name)?.toString() ?? null
  return {
    uid: propertyOf('uid'),
    summary: propertyOf('summary'),
    note: propertyOf('description'),
    status: propertyOf('status'),
    propertyOf,
  }
}

async function aClient({ ana, password }: Home) {
  const client = await createDAVClient({
    serverUrl: `http://127.0.0.1:${await portOf(context().server.app)}`,
    credentials: { username: ana.email, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  })
  const [calendar] = await client.fetchCalendars()
  if (!calendar) throw new Error('the client found no list')
  const read = async () => {
    const objects = await client.fetchCalendarObjects({ calendar, filters: [todoFilter], useMultiGet: true })
    return new Map(objects.map((object) => [readTask(String(object.data)).uid ?? '', object]))
  }
  return { client, calendar, read }
}
const todoFilter = { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, 'comp-filter': { _attributes: { name: 'VTODO' } } } }

describe('a program that finds the task list by itself', () => {
  it('finds, adds, changes, checks off and removes tasks', async () => {
    const home = await aHome()
    await home.ana.must(contract.addShoppingItem, {
      body: { ingredientName: 'Milk', suggestedQuantity: 2, unit: 'l', note: 'The blue one' },
    })
    const { client, calendar, read } = await aClient(home)
    expect(calendar).toMatchObject({ components: ['VTODO'], displayName: expect.stringContaining('Shopping list') })
    const [milk] = (await read()).values()
    expect(readTask(String(milk?.data))).toMatchObject({ summary: '2 l Milk', note: 'The blue one', status: 'NEEDS-ACTION' })

    const created = await client.createCalendarObject({ calendar, filename: 'a b.ics', iCalString: vtodo('uid-1', '2 kg Potatoes') })
    expect(created.status).toBe(201)
    expect(await rowsOf(home.ana)).toEqual(['2 kg Potatoes', '2 l Milk (The blue one)'])

    const potatoes = (await read()).get('uid-1') as DAVObject
    const done = String(potatoes.data).replace('STATUS:NEEDS-ACTION', 'STATUS:COMPLETED\r\nCOMPLETED:20261127T020000Z')
    expect((await client.updateCalendarObject({ calendarObject: { ...potatoes, data: done } })).status).toBe(204)
    expect(await rowsOf(home.ana)).toEqual(['2 kg Potatoes ✓', '2 l Milk (The blue one)'])

    // With an outdated version.
    expect((await client.updateCalendarObject({ calendarObject: potatoes })).status).toBe(412)
    const now = (await read()).get('uid-1') as DAVObject
    expect(readTask(String(now.data)).status).toBe('COMPLETED')
    expect((await client.deleteCalendarObject({ calendarObject: potatoes })).status).toBe(412)
    expect((await client.deleteCalendarObject({ calendarObject: now })).status).toBe(204)
    expect(await rowsOf(home.ana)).toEqual(['2 l Milk (The blue one)'])
  })

  it('gets only what changed since its token', async () => {
    const home = await aHome()
    const { client, calendar } = await aClient(home)
    const sync = async (syncToken?: string) => {
      const found = await client.syncCollection({
        url: calendar.url,
        props: { 'd:getetag': {} },
        syncLevel: 1,
        ...(syncToken === undefined ? {} : { syncToken }),
      })
      const { raw } = found[0] ?? {}
      const token = (raw as { multistatus: { syncToken: string } }).multistatus.syncToken
      return {
        token,
        changes: found
          .filter(({ href = '' }) => href.endsWith('.ics'))
          .map(({ href, status }) => `${status === 404 ? 'gone' : 'there'} ${href?.split('/').at(-1)}`),
      }
    }
    const { id } = await home.ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    const first = await sync()
    expect(first.changes).toEqual([`there ${id}.ics`])
    expect((await sync(first.token)).changes).toEqual([])
    await home.send({ method: 'PUT', path: `${listPath}x.ics`, body: vtodo('uid-x', '3 Eggs') })
    const second = await sync(first.token)
    expect(second.changes).toEqual(['there x.ics'])
    await home.ana.must(contract.removeShoppingItem, { params: { id } })
    const third = await sync(second.token)
    expect(third.changes).toEqual([`gone ${id}.ics`])
    expect((await sync(third.token)).changes).toEqual([])

    const [eggs] = (await home.ana.must(contract.getShoppingList)).items
    const { id: listId } = await home.ana.must(contract.addNamedList, { body: { name: 'Party' } })
    const move = (to: string | null) => home.ana.must(contract.changeShoppingItem, { params: { id: eggs?.id ?? '' }, body: { listId: to } })
    await move(listId)
    const fourth = await sync(third.token)
    expect(fourth.changes).toEqual(['gone x.ics'])
    expect((await home.send({ method: 'GET', path: `${listPath}x.ics` })).status).toBe(404)
    await move(null)
    expect((await sync(fourth.token)).changes).toEqual(['there x.ics'])
  })

  it('keeps what it needs and Larder doesn’t', async () => {
    const { ana, send } = await aHome()
    const more =
      'X-APPLE-SORT-ORDER:42\r\nPRIORITY:1\r\nDUE;TZID=Europe/Berlin:20261128T100000\r\nDESCRIPTION:line one\\nline\\, two\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n'
    await send({ method: 'PUT', path: `${listPath}Z.ics`, body: vtodo('UID@phone', 'Crème fraîche\\, 30 %', more) })
    const { text, headers } = await send({ method: 'GET', path: `${listPath}Z.ics` })
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8; component=VTODO',
      etag: expect.stringMatching(/^"[\w-]+-\d+"$/),
    })
    expect(readTask(text)).toMatchObject({ uid: 'UID@phone', summary: 'Crème fraîche, 30 %', note: 'line one\nline, two' })
    expect(readTask(text).propertyOf('x-apple-sort-order')).toBe('42')
    for (const line of ['PRIORITY:1', 'DUE;TZID=Europe/Berlin:20261128T100000', 'BEGIN:VALARM', 'TRIGGER:-PT5M'])
      expect(text).toContain(line)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(await rowsOf(ana)).toHaveLength(1)
  })

  it('changes nothing that it didn’t change', async () => {
    const { ana, send } = await aHome()
    const { id } = await ana.must(contract.addShoppingItem, {
      body: { ingredientName: '7 Up', suggestedQuantity: 1.5, unit: 'l', note: 'Cold' },
    })
    const path = `${listPath}${id}.ics`
    const { text } = await send({ method: 'GET', path })
    expect((await send({ method: 'PUT', path, body: text })).status).toBe(204)
    expect(await rowsOf(ana)).toEqual(['1.5 l 7 Up (Cold)'])
  })

  it('sees a row that its task was added to, in place of its own', async () => {
    const { ana, send } = await aHome()
    const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 1, unit: 'l' } })
    const path = `${listPath}mine.ics`
    expect((await send({ method: 'PUT', path, body: vtodo('mine', '2 l Milk'), headers: { 'if-none-match': '*' } })).status).toBe(201)
    expect(await rowsOf(ana)).toEqual(['3 l Milk'])
    expect((await send({ method: 'GET', path })).status).toBe(404)
    expect(readTask((await send({ method: 'GET', path: `${listPath}${id}.ics` })).text).summary).toBe('3 l Milk')
    // Sent again because the answer was lost, then changed.
    expect((await send({ method: 'PUT', path, body: vtodo('mine', '2 l Milk'), headers: { 'if-none-match': '*' } })).status).toBe(204)
    expect(await rowsOf(ana)).toEqual(['3 l Milk'])
    await send({ method: 'PUT', path, body: vtodo('mine', '4 l Milk') })
    expect(await rowsOf(ana)).toEqual(['5 l Milk'])
  })

  it('adds a task whose first answer was lost once', async () => {
    const { ana, send } = await aHome()
    const put = () => send({ method: 'PUT', path: `${listPath}e.ics`, body: vtodo('e', '3 Eggs'), headers: { 'if-none-match': '*' } })
    expect([(await put()).status, (await put()).status]).toEqual([201, 412])
    expect(await rowsOf(ana)).toEqual(['3 each Eggs'])
  })
})

describe('a list with a name', () => {
  const displayNames = async ({ ana, password }: Home) => {
    const { client } = await aClient({ ana, password } as Home)
    return (await client.fetchCalendars()).map(({ displayName }) => String(displayName).replace(/, .*/, ''))
  }
  const namesOf = async ({ ana }: Home, list: string) =>
    (await ana.must(contract.getShoppingList, { query: { list } })).items.map(({ ingredientName }) => ingredientName).toSorted()
  async function aPartyList(home: Home) {
    const { id } = await home.ana.must(contract.addNamedList, { body: { name: 'Party' } })
    return { id, path: `/dav/${id}/` }
  }

  it('is a task list of its own, until it is archived', async () => {
    const home = await aHome()
    const { id, path } = await aPartyList(home)
    expect(await displayNames(home)).toEqual(['Shopping list', 'Party'])
    await home.ana.must(contract.addShoppingItem, { body: { ingredientName: 'Crisps', listId: id } })
    await home.ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    const { text } = await home.send({ method: 'REPORT', path, body: query() })
    expect(text.match(/SUMMARY:.*/g)?.map((line) => line.trim())).toEqual(['SUMMARY:Crisps'])
    expect((await home.send({ method: 'PUT', path: `${path}x.ics`, body: vtodo('x', '3 l Juice') })).status).toBe(201)
    expect(await namesOf(home, id)).toEqual(['Crisps', 'Juice'])
    expect(await rowsOf(home.ana)).toEqual(['1 each Milk'])

    await home.ana.must(contract.changeNamedList, { params: { id }, body: { isArchived: true } })
    expect(await displayNames(home)).toEqual(['Shopping list'])
    for (const sent of [
      { method: 'PROPFIND', path },
      { method: 'REPORT', path, body: query() },
      { method: 'GET', path: `${path}x.ics` },
      { method: 'PUT', path: `${path}y.ics`, body: vtodo('y', 'Eggs') },
      { method: 'DELETE', path: `${path}x.ics` },
    ])
      expect([sent.method, (await home.send(sent)).status]).toEqual([sent.method, 404])
    expect(await namesOf(home, id)).toEqual(['Crisps', 'Juice'])
  })

  it('tells each list’s changes since its token', async () => {
    const home = await aHome()
    const { path } = await aPartyList(home)
    const changesOf = async (of: string, token = '') => {
      const body = `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`
      const { text } = await home.send({ method: 'REPORT', path: of, body })
      const names = [...text.matchAll(/<D:response><D:href>[^<]*\/([^/<]+)<\/D:href>(<D:status>HTTP\/1.1 404)?/g)]
      return {
        token: /<D:sync-token>([^<]+)/.exec(text)?.[1] ?? '',
        changes: names.map(([, name, gone]) => `${gone ? 'gone' : 'there'} ${name}`),
      }
    }
    const [main, party] = [await changesOf(listPath), await changesOf(path)]
    await home.send({ method: 'PUT', path: `${path}x.ics`, body: vtodo('x', '3 Eggs') })
    expect((await changesOf(path, party.token)).changes).toEqual(['there x.ics'])
    expect((await changesOf(listPath, main.token)).changes).toEqual(['gone x.ics'])
    const [row] = (await home.ana.must(contract.getShoppingList, { query: { list: 'all' } })).items
    const before = await changesOf(path)
    await home.ana.must(contract.changeShoppingItem, { params: { id: row?.id ?? '' }, body: { listId: null } })
    expect((await changesOf(path, before.token)).changes).toEqual(['gone x.ics'])
    expect((await changesOf(listPath, before.token)).changes).toEqual(['there x.ics'])
  })

  it.each(['added there first', 'removed here first'])('takes a task that a program moves, %s', async (order) => {
    const home = await aHome()
    const { id, path } = await aPartyList(home)
    const text = vtodo('x', '3 l Juice', 'DESCRIPTION:Red\r\n')
    await home.send({ method: 'PUT', path: `${listPath}x.ics`, body: text })
    const steps = [
      () => home.send({ method: 'PUT', path: `${path}x.ics`, body: text, headers: { 'if-none-match': '*' } }),
      () => home.send({ method: 'DELETE', path: `${listPath}x.ics` }),
    ]
    for (const step of order === 'added there first' ? steps : steps.toReversed()) await step()
    expect(await rowsOf(home.ana)).toEqual([])
    const { items } = await home.ana.must(contract.getShoppingList, { query: { list: id } })
    expect(items).toMatchObject([{ ingredientName: 'Juice', suggestedQuantity: 3, unit: 'l', note: 'Red' }])
    expect(readTask((await home.send({ method: 'GET', path: `${path}x.ics` })).text).uid).toBe('x')
    expect((await home.send({ method: 'GET', path: `${listPath}x.ics` })).status).toBe(404)
  })

  it('keeps a task whose file name another list uses for another', async () => {
    const home = await aHome()
    const { id, path } = await aPartyList(home)
    await home.send({ method: 'PUT', path: `${listPath}1.ics`, body: vtodo('a', 'Milk') })
    await home.send({ method: 'PUT', path: `${path}1.ics`, body: vtodo('b', 'Crisps') })
    expect(await rowsOf(home.ana)).toEqual(['1 each Milk'])
    expect(await namesOf(home, id)).toEqual(['Crisps'])
    const found = await home.send({ method: 'REPORT', path: listPath, body: query() })
    expect(found.text).toContain('UID:a')
  })

  it('lets no program change a row that has moved on', async () => {
    const home = await aHome()
    const { id, path } = await aPartyList(home)
    const { id: rowId } = await home.ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    const { text, headers } = await home.send({ method: 'GET', path: `${listPath}${rowId}.ics` })
    await home.ana.must(contract.changeShoppingItem, { params: { id: rowId }, body: { listId: id } })
    const ifMatch = { 'if-match': String(headers['etag']) }
    expect((await home.send({ method: 'PUT', path: `${listPath}${rowId}.ics`, body: text, headers: ifMatch })).status).toBe(412)
    expect((await home.send({ method: 'DELETE', path: `${listPath}${rowId}.ics` })).status).toBe(404)
    expect((await home.send({ method: 'GET', path: `${path}${rowId}.ics` })).status).toBe(200)
  })

  it('opens to no other household', async () => {
    const [home, other] = [await aHome(), await aHome()]
    const { path } = await aPartyList(other)
    for (const sent of [
      { method: 'PROPFIND', path },
      { method: 'REPORT', path, body: query() },
      { method: 'PUT', path: `${path}x.ics`, body: vtodo('x', 'Eggs') },
    ])
      expect((await home.send(sent)).status).toBe(404)
  })
})

describe('an app password', () => {
  it('is asked for, and opens nothing but its household’s task list', async () => {
    const { ana, password, send } = await aHome()
    const other = await aHome()
    for (const sent of [
      { method: 'PROPFIND', password: null },
      { method: 'PROPFIND', password: 'purple kettle 42' },
      { method: 'PROPFIND', password: password.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) },
    ]) {
      const refused = await send(sent)
      expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.stringContaining('Basic realm=') } })
    }
    expect((await send({ method: 'PROPFIND' })).headers['www-authenticate']).toBeUndefined()
    expect((await send({ method: 'PROPFIND', password: password.replaceAll('-', '').toUpperCase() })).status).toBe(207)
    for (const authorization of [`Bearer ${password}`, `Bearer app-password ${password.replaceAll('-', '')}`, basic(password)]) {
      const headers = { authorization, 'x-household-id': ana.home ?? '' }
      expect((await context().inject({ method: 'GET', url: contract.shoppingListPath, headers })).status).toBe(401)
    }
    const bearer = { authorization: `Bearer ${ana.token}` }
    expect((await context().server.app.inject({ method: 'PROPFIND' as 'GET', url: '/dav/', headers: bearer })).statusCode).toBe(401)
    const { id } = await other.ana.must(contract.addShoppingItem, { body: { ingredientName: 'Secret truffles' } })
    expect((await send({ method: 'GET', path: `${listPath}${id}.ics` })).status).toBe(404)
    expect((await send({ method: 'DELETE', path: `${listPath}${id}.ics` })).status).toBe(404)
    expect((await send({ method: 'PROPFIND', path: '/dav/other/', headers: { depth: '1' } })).status).toBe(404)
    expect((await send({ method: 'PROPFIND', path: listPath, headers: { depth: '1' } })).text).not.toContain('truffles')
  })

  it('is listed, and ends at once', async () => {
    const { ana, send } = await aHome()
    const params = { id: ana.home ?? '' }
    const [listed] = await ana.must(listAppPasswords, { params })
    expect(listed).toMatchObject({ name: 'Phone' })
    await ana.must(removeToken, { params: { ...params, tokenId: listed?.id ?? '' } })
    expect((await send({ method: 'PROPFIND' })).status).toBe(401)
    expect(await ana.must(listAppPasswords, { params })).toEqual([])
  })

  it('may only look where its person may', async () => {
    const [ana, ben] = [await context().person('Ana'), await context().person('Ben')]
    await context().household(ana, ben)
    const id = ana.home ?? ''
    const { password } = await ben.must(createAppPassword, { params: { id }, body: { name: 'Phone' } })
    const send = senderOf(password)
    await ana.must(changeMember, { params: { id, userId: ben.userId }, body: { role: 'VIEWER' } })
    expect((await send({ method: 'PROPFIND', path: listPath })).text).not.toContain('<D:write/>')
    expect((await send({ method: 'PUT', path: `${listPath}a.ics`, body: vtodo('a', 'Eggs') })).status).toBe(403)
    expect(await rowsOf(ana)).toEqual([])
  })
})

const limited = useTestApp({ LARDER_RATE_LIMITS: 'on' })

it('refuses a program that sends too much, and no other household’s', async () => {
  const [ana, ben] = [await limited().person('Ana'), await limited().person('Ben')]
  await limited().household(ana)
  await limited().household(ben)
  const getOf = async (person: Person, ip: string) => {
    const { password } = await person.must(createAppPassword, { params: { id: person.home ?? '' }, body: { name: 'Phone' } })
    const headers = { authorization: basic(password) }
    return () => limited().server.app.inject({ method: 'GET', url: `${listPath}none.ics`, headers, remoteAddress: ip })
  }
  const [first, second] = [await getOf(ana, '203.0.113.1'), await getOf(ben, '203.0.113.2')]
  const statuses: number[] = []
  while (statuses.length < 620) statuses.push(...(await Promise.all(Array.from({ length: 20 }, async () => (await first()).statusCode))))
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  expect((await second()).statusCode).toBe(404)
})

describe('a hostile request', () => {
  const wide = (count: number) => Array.from({ length: count }, (_, i) => `X-A${i}:b`).join('\r\n')
  const deep = `${'BEGIN:VTODO\r\n'.repeat(200)}${'END:VTODO\r\n'.repeat(200)}`
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><D:propfind xmlns:D="DAV:"><D:prop><D:displayname>&b;</D:displayname></D:prop></D:propfind>`
  const xxe = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><D:propfind xmlns:D="DAV:"><D:prop><D:x>&x;</D:x></D:prop></D:propfind>`
  it.each([
    ['10 MB', 'PUT', vtodo('a', 'Eggs', `${wide(1)}\r\nX-BIG:${'x'.repeat(10_000_000)}\r\n`), 413],
    ['more than a task needs', 'PUT', vtodo('a', 'Eggs', `X-BIG:${'x'.repeat(60_000)}\r\n`), 413],
    ['thousands of lines', 'PUT', vtodo('a', 'Eggs', `${wide(5_000)}\r\n`), 413],
    ['a long summary', 'PUT', vtodo('a', 'E'.repeat(1000)), 413],
    ['deep nesting', 'PUT', vtodo('a', 'Eggs', deep), 403],
    ['an event', 'PUT', vtodo('a', 'Eggs').replaceAll('VTODO', 'VEVENT'), 403],
    ['two tasks', 'PUT', vtodo('a', 'Eggs').replace('END:VCALENDAR', 'BEGIN:VTODO\r\nUID:b\r\nEND:VTODO\r\nEND:VCALENDAR'), 403],
    ['no UID', 'PUT', vtodo('', 'Eggs'), 403],
    ['control characters', 'PUT', vtodo('a', 'Eggs\u0000\u001b[2J'), 403],
    ['no end', 'PUT', vtodo('a', 'Eggs').replace('END:VTODO', ''), 403],
    ['text of no kind', 'PUT', '<html>', 403],
    ['nothing', 'PUT', '', 403],
    ['entities', 'PROPFIND', bomb, 400],
    ['a file’s entity', 'PROPFIND', xxe, 400],
    ['deep XML', 'REPORT', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`, 400],
    ['many elements', 'REPORT', `<a>${'<b/>'.repeat(20_000)}</a>`, 400],
    [
      'many namespaces',
      'PROPFIND',
      `<a ${Array.from({ length: 9_000 }, (_, i) => `xmlns:p${i}=""`).join(' ')}>${'<b xmlns:c=""/>'.repeat(4_000)}</a>`,
      400,
    ],
    ['a long namespace', 'PROPFIND', `<propfind xmlns="DAV:"><prop xmlns:x="${'u'.repeat(1_000)}"><x:a/></prop></propfind>`, 400],
    [
      'many properties',
      'PROPFIND',
      `<propfind xmlns="DAV:"><prop>${Array.from({ length: 200 }, (_, i) => `<a${i}/>`).join('')}</prop></propfind>`,
      400,
    ],
    [
      'many tasks by name',
      'REPORT',
      `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${Array.from({ length: 1_200 }, (_, i) => `<D:href>/dav/shopping/${i}</D:href>`).join('')}</C:calendar-multiget>`,
      507,
    ],
    ['an invisible name', 'PUT', vtodo('a', '\u200b'), 403],
    ['a name that turns its text around', 'PUT', vtodo('a', '\u202eklim'), 403],
    ['10 MB of XML', 'PROPFIND', `<a>${'x'.repeat(10_000_000)}</a>`, 413],
    ['unclosed XML', 'PROPFIND', '<D:propfind xmlns:D="DAV:"><D:prop>', 400],
    ['an unknown prefix', 'PROPFIND', '<D:propfind/>', 400],
    ['an unknown report', 'REPORT', '<a xmlns="urn:x"/>', 403],
    ['an unknown sync token', 'REPORT', '<D:sync-collection xmlns:D="DAV:"><D:sync-token>urn:x</D:sync-token></D:sync-collection>', 403],
  ])('of %s is refused and changes nothing', async (_, method, body, status) => {
    const { send } = await aHome()
    await context().server.jobs.settle()
    const { database } = context().server
    const before = await digestOf(database)
    const answer = await send({ method, path: method === 'PUT' ? `${listPath}a.ics` : listPath, body })
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain('root:')
    expect(changedTables(before, await digestOf(database)).filter((table) => table !== 'last_seen')).toEqual([])
  })

  it('of a large reply is answered once for each task, up to a size', async () => {
    const { send } = await aHome()
    const long = Array.from({ length: 3 }, (_, i) => `X-${'ABC'[i]}:${'&'.repeat(2_700)}\r\n`).join('')
    await send({ method: 'PUT', path: `${listPath}a.ics`, body: vtodo('a', 'Eggs', long) })
    const get = (hrefs: string) =>
      send({
        method: 'REPORT',
        path: listPath,
        body: `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>${hrefs}</C:calendar-multiget>`,
      })
    const { status, text } = await get(`<D:href>${listPath}a.ics</D:href>`.repeat(900))
    expect([status, text.split('<D:response>').length - 1]).toEqual([207, 1])
    // Other spellings of the same address.
    const spelled = Array.from({ length: 900 }, (_, i) => `<D:href>http://h${i}${listPath}a.ics</D:href>`).join('')
    expect((await get(spelled)).status).toBe(507)
  })

  it('gives a name that is free again another ETag, and the old row another name', async () => {
    const { ana, send } = await aHome()
    const etagOf = async (path: string) => String((await send({ method: 'GET', path })).headers['etag'])
    const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    const path = `${listPath}${id}.ics`
    const before = await etagOf(path)
    const removed = await ana.call(contract.removeShoppingItem, { params: { id } })
    await send({ method: 'PUT', path, body: vtodo('new', 'Eggs') })
    expect(await etagOf(path)).not.toBe(before)
    expect((await send({ method: 'PUT', path, body: vtodo('new', 'Milk'), headers: { 'if-match': before } })).status).toBe(412)
    await ana.must(undoChange, { params: { seq: Number(removed.headers['x-change-seq']) } })
    const { text } = await send({ method: 'PROPFIND', path: listPath, body: find('<A:getetag/>'), headers: { depth: '1' } })
    const names = [...text.matchAll(/<D:href>([^<]*\.ics)<\/D:href>/g)].map(([, href]) => href)
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(2)
    expect(names).toContain(path)
  })

  it('takes no UID of another row, and another household’s reaches nothing of it', async () => {
    const { ana, send } = await aHome()
    const other = await aHome()
    const foreign = await other.ana.must(contract.addShoppingItem, { body: { ingredientName: 'Truffles' } })
    const own = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 1, unit: 'l' } })
    expect((await send({ method: 'PUT', path: `${listPath}steal.ics`, body: vtodo(own.id, 'Eggs') })).status).toBe(409)
    expect((await send({ method: 'PUT', path: `${listPath}${own.id}.ics`, body: vtodo(randomUUID(), 'Eggs') })).status).toBe(409)
    const headers = { 'if-match': '"1"' }
    expect((await send({ method: 'PUT', path: `${listPath}${foreign.id}.ics`, body: vtodo(foreign.id, 'Mine'), headers })).status).toBe(412)
    expect((await send({ method: 'PUT', path: `/dav/${other.ana.home}/a.ics`, body: vtodo(foreign.id, 'Mine') })).status).toBe(404)
    expect(await rowsOf(ana)).toEqual(['1 l Milk'])
    expect(await rowsOf(other.ana)).toEqual(['1 each Truffles'])
  })
})

const find = (properties: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><A:propfind xmlns:A="DAV:" xmlns:B="urn:ietf:params:xml:ns:caldav" xmlns:C="http://calendarserver.org/ns/"><A:prop>${properties}</A:prop></A:propfind>`
const query = (conditions = '') =>
  `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO">${conditions}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`
const namesIn = (text: string) => [...text.matchAll(/<D:href>[^<]*\/([^/<]+\.ics)<\/D:href>/g)].map(([, name]) => name)

it('finds tasks by the conditions of a query', async () => {
  const { ana, send } = await aHome()
  const [open, done] = [
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } }),
    await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Salt' } }),
  ]
  await ana.must(contract.changeShoppingItem, { params: { id: done.id }, body: { isChecked: true } })
  const names = async (conditions?: string) =>
    namesIn((await send({ method: 'REPORT', path: listPath, body: query(conditions), headers: { depth: '1' } })).text)
  expect((await names()).toSorted()).toEqual([`${open.id}.ics`, `${done.id}.ics`].toSorted())
  expect(await names('<C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>')).toEqual([`${open.id}.ics`])
  const notDone = '<C:prop-filter name="STATUS"><C:text-match negate-condition="yes">COMPLETED</C:text-match></C:prop-filter>'
  expect(await names(notDone)).toEqual([`${open.id}.ics`])
})

it('loses and doubles nothing of 200 edits at once from two programs and two phones', async () => {
  const home = await aHome()
  const { ana } = home
  const shared = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Flour', suggestedQuantity: 1, unit: 'kg' } })
  const path = `${listPath}${shared.id}.ics`
  const { password } = await ana.must(createAppPassword, { params: { id: ana.home ?? '' }, body: { name: 'Laptop' } })
  /** Adds one to the flour as programs do: reads, writes if it is unchanged, and reads again otherwise. */
  async function plusOne(send: Home['send']): Promise<void> {
    for (;;) {
      const { text, headers } = await send({ method: 'GET', path })
      const summary = readTask(text).summary ?? ''
      const more = `${Number(/^\d+/.exec(summary)?.[0] ?? 0) + 1} kg Flour`
      const body = text.replace(/SUMMARY:.*/, `SUMMARY:${more}`)
      const { status } = await send({ method: 'PUT', path, body, headers: { 'if-match': String(headers['etag']) } })
      if (status === 204) return
      if (status !== 412 && status !== 409) throw new Error(`a program got ${status}`)
    }
  }
  const put = (send: Home['send'], name: string) =>
    send({ method: 'PUT', path: `${listPath}${name}.ics`, body: vtodo(name, `2 kg Food ${name}`), headers: { 'if-none-match': '*' } })
  const phone = async (name: string) => {
    for (let i = 0; i < 25; i++) {
      await ana.must(contract.addShoppingItem, {
        body: { id: randomUUID(), ingredientName: `Food ${name}${i}`, suggestedQuantity: 2, unit: 'kg' },
      })
      // The other phone may have changed the row at the same moment: phones send that again.
      for (;;) {
        const item = (await ana.must(contract.getShoppingList)).items.find(({ id }) => id === shared.id)
        const was = item?.suggestedQuantity ?? 0
        const { status } = await ana.call(contract.changeShoppingItem, {
          params: { id: shared.id },
          body: { suggestedQuantity: was + 1, quantityWas: was },
        })
        if (status === 200) break
        expect(status).toBe(409)
      }
    }
  }
  const program = async (send: Home['send'], name: string) => {
    for (let i = 0; i < 25; i++) {
      expect((await put(send, `${name}${i}`)).status).toBe(201)
      await plusOne(send)
    }
  }
  await Promise.all([phone('p'), phone('q'), program(home.send, 'c'), program(senderOf(password), 'd')])
  const rows = await rowsOf(ana)
  expect(rows).toHaveLength(101)
  expect(rows.filter((row) => row.startsWith('2 kg Food'))).toHaveLength(100)
  expect(rows).toContain('101 kg Flour')
})

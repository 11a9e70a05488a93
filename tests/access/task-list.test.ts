import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createAppPassword, createToken } from '#domains/households/contract/access-tokens.ts'
import { createGuestLink } from '#domains/shopping/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { roles } from '#platform/shared/roles.ts'
import { type SeededHouseholds, secretsOf } from '#tests/support/data/seeded-households.ts'
import { changedTables, digestOf } from '#tests/support/database/digest.ts'
import { nameOf, speaksJson } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { bearer } from './columns.ts'

// The task list's routes by every actor of the matrix. They read and write text, so they have their own requests.

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let cells = 0
beforeAll(() => {
  seeded = seededHouseholdsOf(testApp())
})
afterAll(() => console.log(`task list: ${cells} cells`))

const rows = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter((endpoint) => !speaksJson(endpoint) && endpoint.auth !== 'public')
const task = (id: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:${id}\r\nSUMMARY:3 Eggs\r\nEND:VTODO\r\nEND:VCALENDAR\r\n`
const bodies: Record<string, string> = {
  REPORT: '<D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:prop><D:getetag/></D:prop></D:sync-collection>',
  'REPORT /dav/': '<D:expand-property xmlns:D="DAV:"/>',
  PROPPATCH: '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>x</D:displayname></D:prop></D:set></D:propertyupdate>',
}

/** No one creates lists with them. */
const refused = new Set(['MKCALENDAR', 'MKCOL'])

async function send({ method, path }: Endpoint, headers: Record<string, string>, id: string, list = 'shopping') {
  cells++
  const body = method === 'PUT' ? task(id) : (bodies[`${method} ${path}`] ?? bodies[method])
  const type = method === 'PUT' ? 'text/calendar' : 'application/xml'
  const { statusCode, payload } = await testApp().server.app.inject({
    method: method as 'GET',
    url: path.replace('{list}', list).replace('{task}', `${id}.ics`),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: statusCode, text: payload }
}
const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`name:${password}`).toString('base64')}` })
const passwordOf = async (person: Person, id: string) =>
  (await person.must(createAppPassword, { params: { id }, body: { name: 'Phone' } })).password

it('refuses everyone without an app password, and changes nothing', async () => {
  const { a, exMember } = seeded
  const owner = a.people.OWNER
  const { token } = await owner.must(createToken, { params: { id: a.id }, body: { name: 'Program', scope: 'write' } })
  const guest = new URL((await owner.must(createGuestLink)).path, 'http://localhost').searchParams.get('key') ?? ''
  const actors: Record<string, Record<string, string>> = {
    '0 anonymous': {},
    '1 wrong password': basic('aaaaa-aaaaa-aaaaa-aaaaa-aaaaa-a'),
    '1 account’s password': basic('purple kettle 42'),
    '7 ex-member': bearer(exMember.token),
    '13 access token': bearer(token),
    '13 access token as password': basic(token),
    '15 guest': basic(guest),
    ...Object.fromEntries(roles.map((role) => [`session of ${role}`, bearer(a.people[role].token)])),
    ...Object.fromEntries(roles.map((role) => [`session of ${role} as password`, basic(a.people[role].token)])),
  }
  const before = await digestOf(testApp().server.database)
  const findings: string[] = []
  for (const endpoint of rows())
    for (const [who, headers] of Object.entries(actors)) {
      const { status } = await send(endpoint, { ...headers, 'x-household-id': a.id }, a.targets.listItem)
      if (status !== 401) findings.push(`${nameOf(endpoint)} × ${who}: ${status}`)
    }
  expect(findings).toEqual([])
  expect(changedTables(before, await digestOf(testApp().server.database))).toEqual([])
})

it('gives members what their role allows, and names no one', async () => {
  const { a } = seeded
  const findings: string[] = []
  for (const role of roles) {
    const headers = basic(await passwordOf(a.people[role], a.id))
    for (const endpoint of rows().filter(({ method }) => method !== 'DELETE')) {
      const { status, text } = await send(endpoint, headers, a.targets.listItem)
      const isAllowed = !refused.has(endpoint.method) && (role !== 'VIEWER' || endpoint.method !== 'PUT')
      if (isAllowed ? status >= 400 : status !== 403) findings.push(`${nameOf(endpoint)} × ${role}: ${status}`)
      for (const { firstName, email } of Object.values(a.people))
        if (text.includes(firstName) || text.includes(email)) findings.push(`${nameOf(endpoint)} × ${role}: names ${firstName}`)
    }
  }
  expect(findings).toEqual([])
})

it('shows and changes nothing of another household', async () => {
  const { a, b } = seeded
  const headers = basic(await passwordOf(b.people.OWNER, b.id))
  const before = await digestOf(testApp().server.database)
  const findings: string[] = []
  const { marker } = a
  for (const endpoint of rows()) {
    const condition = endpoint.method === 'PUT' ? { 'if-match': '*' } : {}
    for (const list of ['shopping', a.id, a.targets.list, a.targets.listItem]) {
      const { status, text } = await send(endpoint, { ...headers, ...condition, 'x-household-id': a.id }, a.targets.listItem, list)
      const told = [marker, ...secretsOf(a)].find((secret) => text.includes(secret))
      if (told !== undefined) findings.push(`${nameOf(endpoint)}: tells ${told}`)
      const isOfTask = endpoint.path.includes('{task}') && endpoint.method !== 'OPTIONS'
      if (isOfTask && status !== 404 && status !== 412) findings.push(`${nameOf(endpoint)} in ${list}: ${status}`)
    }
  }
  expect(findings).toEqual([])
  expect(changedTables(before, await digestOf(testApp().server.database)).filter((table) => table !== 'last_seen')).toEqual([])
})

import { createHash, createHmac } from 'node:crypto'
import { createEmailVerificationToken } from 'better-auth/api'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createToken } from '#domains/households/contract/access-tokens.ts'
import { createEncryption, loadSecret } from '#platform/server/security/encryption.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { changedTables, digestOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { httpRequestOf, nameOf, notSetUp, sampleFor, speaksJson } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { headersOf } from './columns.ts'
import { performRequest } from './inspector.ts'
import { linkKeys } from './link-keys.ts'

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let overseer: Person
let accessToken: string
/** Valid secrets of links in mails and calendars, by route. */
let links: Record<string, Record<string, string>>
beforeAll(async () => {
  const { people, id } = seededHouseholdsOf(testApp()).a
  overseer = await createServerAdmin(testApp())
  links = await validLinks()
  accessToken = (await people.OWNER.must(createToken, { params: { id }, body: { name: 'Program', scope: 'write' } })).token
})

async function validLinks() {
  const { database } = testApp().server
  const key = await loadSecret(database, 'auth')
  const { userId, email } = await testApp().signUp('Moira')
  const [account] = await asOwner<{ password: string }>(database, `select password from accounts where user_id = '${userId}'`)
  const password = createHash('sha256').update(String(account?.password)).digest('base64url')
  const move = { userId, from: email, to: 'moved@kitchen.example', password, until: Date.now() + 3_600_000 }
  const signature = createHmac('sha256', await loadSecret(database, 'unsubscribe'))
    .update(userId)
    .digest('base64url')
  return {
    ...(await linkKeys(seededHouseholdsOf(testApp()).a)),
    'GET /api/auth/verify-email': { token: await createEmailVerificationToken(key, email) },
    'GET /api/users/email/confirm': { token: createEncryption(key, 'mailed link').encrypt(JSON.stringify(move)) },
    'GET /api/unsubscribe': { token: `${Buffer.from(userId).toString('base64url')}.${signature}` },
  }
}

const endpoints = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)

function headersFor({ auth }: Endpoint): Record<string, string> {
  if (auth === 'public') return {}
  if (auth === 'administrator') return headersOf(overseer, null)
  const { people, id } = seededHouseholdsOf(testApp()).a
  return auth === 'token' ? { authorization: `Bearer ${accessToken}` } : headersOf(people.OWNER, id)
}

function requestFor(endpoint: Endpoint) {
  const sample = sampleFor(endpoint, seededHouseholdsOf(testApp()).a.targets)
  return httpRequestOf(endpoint, { ...sample, query: { ...sample.query, ...links[nameOf(endpoint)] } }, headersFor(endpoint))
}

describe('3.5.3: a GET', () => {
  it('that succeeds changes nothing, on any route', async () => {
    const findings: string[] = []
    const rows = endpoints().filter(({ method }) => method === 'GET')
    for (const endpoint of rows) {
      const before = await digestOf(testApp().server.database)
      const { status, text } = await performRequest(testApp().server.app, endpoint, requestFor(endpoint))
      const [expected] = notSetUp[nameOf(endpoint)] ?? [200]
      if (status !== expected) findings.push(`${nameOf(endpoint)}: ${status} ${text.slice(0, 200)}`)
      const changed = changedTables(before, await digestOf(testApp().server.database))
      if (changed.length > 0) findings.push(`${nameOf(endpoint)}: changed ${changed.join(', ')}`)
    }
    expect(findings).toEqual([])
    expect(rows.length).toBeGreaterThan(60)
  })

  it('sent as HEAD changes nothing either', async () => {
    const before = await digestOf(testApp().server.database)
    for (const endpoint of endpoints().filter(({ method, media }) => method === 'GET' && media !== 'event-stream'))
      expect((await testApp().inject({ ...requestFor(endpoint), method: 'HEAD' })).status, nameOf(endpoint)).toBe(404)
    expect(changedTables(before, await digestOf(testApp().server.database))).toEqual([])
  })

  it('of a mailed link is followed by a POST that changes something', async () => {
    for (const [name, query] of Object.entries(links)) {
      const twin = endpoints().find((endpoint) => nameOf(endpoint) === name.replace('GET', 'POST'))
      // A guest adds rows with a body of JSON.
      if (!twin || twin.body) continue
      const before = await digestOf(testApp().server.database)
      const { status } = await testApp().inject(httpRequestOf(twin, { params: {}, query, body: undefined }))
      expect([name, status]).toEqual([name, twin.path.includes('unsubscribe') ? 200 : 303])
      expect([name, changedTables(before, await digestOf(testApp().server.database)).length > 0]).toEqual([name, true])
    }
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { requestPasswordReset, resetPassword, signOut } from '#domains/account/contract/index.ts'
import { createToken, type TokenScope } from '#domains/households/contract/access-tokens.ts'
import { joinHousehold } from '#domains/households/contract/index.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { inviteCodeOf, type SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { notCompared, tablesOf } from '#tests/support/database/digest.ts'
import { startGrocy } from '#tests/support/fakes/grocy.ts'
import { startInstacart } from '#tests/support/fakes/instacart.ts'
import { nameOf, speaksJson } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { inspect } from './inspector.ts'
import { circleAdminsOnly, circleMembersMay, notAccepted, type RealSite, realRequest, setups } from './real-requests.ts'
import * as refused from './refusals.ts'

// Thousands of requests on a busy machine take a while.
vi.setConfig({ testTimeout: 600_000 })

const [instacart, grocy] = [await startInstacart(), await startGrocy()]
const testApp = useSeededApp({
  INSTACART_API_KEY: instacart.apiKey,
  INSTACART_BASE_URL: instacart.url,
  LARDER_IMPORT_HOSTS: grocy.address,
  // No broker is there, but a household can be switched on.
  LARDER_MQTT_URL: 'mqtt://127.0.0.1:9',
  LARDER_FEDERATION: 'on',
  LARDER_PUBLIC_URL: 'http://localhost:3000',
})
let seeded: SeededHouseholds
let site: RealSite
let refusals: refused.Refusal[]
let cells = 0
/** Parts of the routes, each short enough for one test on a busy machine. */
const parts = Array.from({ length: 16 }, (_, i) => i + 1)
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded, overseer: await createServerAdmin(testApp()), grocy }
  refusals = [
    refused.strangers(await endedSessions()),
    refused.withoutHousehold,
    refused.foreignIds,
    refused.foreignFields,
    refused.outsiders([['6 server administrator', site.overseer]]),
    refused.otherMembers,
    refused.circleMembers,
    refused.lowRoles,
    refused.notAdministrators,
    refused.accessTokens(await someTokens()),
  ]
})
afterAll(async () => {
  grocy.close()
  await instacart.close()
  console.log(`access matrix, refusals: ${cells} cells`)
})

const answersOnly = 'reads what is sent and answers; nothing is kept'
const inFiles = 'writes files of the data folder, not the database'
/** Routes with a writing method whose accepted request changes no table, and why. */
const changesNothing: Readonly<Record<string, string>> = {
  'POST /api/scan/photo': answersOnly,
  'POST /api/scan/barcode': answersOnly,
  'POST /api/scan/shelf': answersOnly,
  'POST /api/receipts': answersOnly,
  'POST /api/meal-plan/propose': answersOnly,
  'POST /api/recipes/parse': answersOnly,
  'POST /api/recipes/preview-collection': answersOnly,
  'POST /api/recipes/import': answersOnly,
  'POST /api/waste/report': answersOnly,
  'POST /api/circles/invite-preview': answersOnly,
  'POST /api/notifications/test': 'sends a message and waits for it; none is queued',
  'POST /api/message-targets/{id}/test': 'sends a message, and notes only whether that worked',
  'POST /api/catalogue/imports': inFiles,
  'POST /api/catalogue/files': inFiles,
  'POST /api/admin/backups': inFiles,
}

const rows = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)

/** Returns the token of a session of a member of A from before a password reset. */
async function tokenFromBeforeReset(): Promise<string> {
  const person = await testApp().person('Iris')
  await person.must(joinHousehold, { body: { inviteCode: await inviteCodeOf(seeded.a) } })
  await person.must(requestPasswordReset, { body: { email: person.email } })
  const outbox = join(testApp().config.dataDir, 'outbox')
  const mail = await vi.waitUntil(
    () =>
      readdirOf(outbox)
        .map((name) => readFileSync(join(outbox, name), 'utf8'))
        .find((text) => text.includes('reset-password?token=')),
    30_000,
  )
  const token = /reset-password\?token=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
  await person.must(resetPassword, { body: { newPassword: 'marjoram and 44 figs', token } })
  return person.token
}

const readdirOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

/** Returns ended sessions of members of A, by reason. */
async function endedSessions(): Promise<Record<string, string>> {
  const { database } = testApp().server
  const { userId } = seeded.a.people.OWNER
  const signedOut = await openSession(database, userId)
  await testApp().inject({ method: 'POST', url: signOut.path, headers: { authorization: `Bearer ${signedOut}` } })
  const deleted = await createPerson(testApp())
  await database.identity.withTables<{ users: { id: string } }>().deleteFrom('users').where('id', '=', deleted.userId).execute()
  return {
    '2 expired': await openSession(database, userId, -1000),
    '3 signed out': signedOut,
    '3 account deleted': deleted.token,
    '3 password replaced': await tokenFromBeforeReset(),
  }
}

async function someTokens(): Promise<refused.AccessTokens> {
  const { a, b } = seeded
  const make = async (person: Person, id: string, scope: TokenScope) =>
    (await person.must(createToken, { params: { id }, body: { name: 'For the matrix', scope } })).token
  return {
    read: await make(a.people.OWNER, a.id, 'read'),
    write: await make(a.people.OWNER, a.id, 'write'),
    viewer: await make(a.people.VIEWER, a.id, 'write'),
    ofB: await make(b.people.OWNER, b.id, 'write'),
  }
}

describe('a real request about rows of a household', () => {
  it('lists only routes and tables that exist as exceptions', async () => {
    const names = new Set(rows().map(nameOf))
    const listed = [setups, notAccepted, changesNothing].flatMap(Object.keys).concat(circleAdminsOnly)
    expect(listed.filter((name) => !names.has(name))).toEqual([])
    expect(await tablesOf(testApp().server.database)).toEqual(expect.arrayContaining(Object.keys(notCompared)))
  })

  it('lists every writing circle route as for admins only or for members', () => {
    const inCircles = rows().filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/circles/{id}'))
    expect(inCircles.map(nameOf).toSorted()).toEqual([...circleAdminsOnly, ...circleMembersMay].toSorted())
  })

  it.each(parts)(
    '0–16: refuses everyone else a request that is accepted from those allowed, and changes no table (part %i)',
    async (part) => {
      const inspector = inspect(site)
      const endpoints = rows().filter(({ auth }) => auth !== 'public')
      for (const endpoint of endpoints.filter((_, i) => i % parts.length === part - 1)) {
        const request = await realRequest(site, endpoint)
        for (const refuse of refusals) await refuse(inspector, request)
        await inspector.unchanged()
        const name = nameOf(endpoint)
        const { status, code } = notAccepted[name] ?? { status: endpoint.status, code: undefined }
        const writes = endpoint.method !== 'GET' && !(name in changesNothing) && !(name in notAccepted)
        await inspector.accepts('who may', endpoint, request.sample, { ...request.extra, ...request.allowed }, { status, code, writes })
      }
      cells += inspector.cells()
      expect(inspector.findings).toEqual([])
    },
  )
})

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { reauthenticate } from '#domains/account/contract/sessions-and-credentials.ts'
import { createToken, listTokens } from '#domains/households/contract/access-tokens.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { createAppWithContext } from '#tests/support/server/http-app.ts'
import { nameOf, sampleFor, speaksJson } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { type Person, personOf } from '#tests/support/server/test-app.ts'
import { headersOf } from './columns.ts'
import { type Inspector, inspect } from './inspector.ts'

// A stolen session must not become permanent access: actions that would allow it require the password or a passkey again.

vi.setConfig({ testTimeout: 600_000 })

const needsRecentAuth = [
  'DELETE /api/auth/connected-providers/{provider}',
  'DELETE /api/passkeys/{id}',
  'GET /api/export',
  'GET /api/users/me/export',
  'PATCH /api/admin',
  'PATCH /api/households/{id}/members/{userId}',
  'PATCH /api/households/{id}/tokens/{tokenId}',
  'POST /api/admin/backups',
  'POST /api/auth/connected-providers',
  'POST /api/households/{id}/app-passwords',
  'POST /api/households/{id}/calendar',
  'POST /api/households/{id}/tablets',
  'POST /api/households/{id}/tokens',
  'POST /api/households/{id}/webhooks',
  'POST /api/links',
  'POST /api/links/join',
  'POST /api/links/{id}/confirm',
  'POST /api/message-targets',
  'POST /api/passkeys',
  'POST /api/users/two-factor/confirm',
  'PUT /api/households/{id}/home-assistant',
]
const needsPassword = [
  'DELETE /api/users/me',
  'POST /api/passkeys/options',
  'POST /api/users/email',
  'POST /api/users/password',
  'POST /api/users/two-factor',
  'POST /api/users/two-factor/end',
  'POST /api/users/two-factor/recovery-codes',
]
/** Routes of accounts, households and the server that change something or return a secret or a file, and need no check: why. */
const needsNone: Record<string, string> = {
  'POST /api/auth/connected-providers/{provider}/start': 'only what ends it connects something',
  'DELETE /api/admin/users/{userId}/sessions': 'takes access away',
  'DELETE /api/households/{id}': 'can be undone for 30 days',
  'DELETE /api/households/{id}/calendar': 'takes access away',
  'DELETE /api/households/{id}/home-assistant': 'takes access away',
  'DELETE /api/households/{id}/members/{userId}': 'takes access away',
  'DELETE /api/households/{id}/tablets/{tabletId}': 'takes access away',
  'DELETE /api/households/{id}/tokens/{tokenId}': 'takes access away',
  'DELETE /api/households/{id}/webhooks/{webhookId}': 'takes access away',
  'DELETE /api/message-targets/{id}': 'takes access away',
  'DELETE /api/push-devices/{id}': 'takes access away',
  'DELETE /api/sessions': 'takes access away',
  'DELETE /api/sessions/{id}': 'takes access away',
  'DELETE /api/users/avatar': 'opens nothing',
  'GET /api/imports/{importId}/report': 'a table of what a screen shows',
  'GET /api/cookbooks/{id}/export': 'what the screens show',
  'GET /api/recipes/export': 'what the screens show',
  'GET /api/shopping-list/export': 'a table of what a screen shows',
  'GET /api/sync': 'what the screens show',
  'GET /api/waste/export': 'a table of what a screen shows',
  'PATCH /api/admin/users/{userId}': 'takes access away; unlocking gives back what there was',
  'PATCH /api/households/{id}': 'opens nothing; the invite code is shown with every list of households',
  'PATCH /api/passkeys/{id}': 'renames',
  'PATCH /api/users/preferences': 'opens nothing',
  'PATCH /api/users/profile': 'opens nothing',
  'POST /api/catalogue/files': 'opens nothing',
  'POST /api/catalogue/imports': 'opens nothing',
  'POST /api/deliveries/retry': 'sends what was to be sent anyway',
  'POST /api/households': 'a household of its own, without anybody else’s data',
  'POST /api/households/join': 'needs the code of the other household',
  'POST /api/households/{id}/invite': 'takes access away; the code is shown with every list of households',
  'POST /api/households/{id}/restore': 'gives back what there was, to the same people',
  'POST /api/households/{id}/webhooks/{webhookId}/test': 'sends no data',
  'POST /api/message-targets/{id}/test': 'sends no data',
  'POST /api/notifications/test': 'sends no data',
  'POST /api/cookbooks/{id}/links': 'shows one cookbook, and members see and end it',
  'POST /api/recipes/{id}/links': 'shows one recipe, and members see and end it',
  'POST /api/shopping-list/guest-links': 'opens one list for a day, and members see and end it',
  'POST /api/push-devices': 'notifications only, listed in the settings; browsers renew it unattended',
  'POST /api/users/reauthenticate': 'is the check',
  'PUT /api/notification-settings': 'opens nothing',
  'PUT /api/users/avatar': 'opens nothing',
}

const testApp = useSeededApp()
let seeded: SeededHouseholds
let overseer: Person
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  overseer = await createServerAdmin(testApp())
})

const rows = () =>
  testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)
const named = (names: readonly string[]) => rows().filter((endpoint) => names.includes(nameOf(endpoint)))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Returns headers of a session allowed on the route, whose last check was so many minutes ago. */
async function sessionOf({ auth }: Endpoint, minutes: number): Promise<Record<string, string>> {
  const person = auth === 'administrator' ? overseer : seeded.a.people.OWNER
  const token = await openSession(testApp().server.database, person.userId, undefined, minutesAgo(minutes))
  return headersOf({ ...person, token }, seeded.a.id)
}

async function refusesOldSessions(inspector: Inspector): Promise<void> {
  for (const endpoint of named(needsRecentAuth)) {
    const headers = await sessionOf(endpoint, 11)
    await inspector.refuses('old check', endpoint, sampleFor(endpoint, seeded.a.targets), headers, 403, 'recent_auth_required')
    await inspector.unchanged()
  }
}

describe('an action that could make access permanent', () => {
  it('is marked in its contract, on every route of accounts, households and the server', () => {
    const own = /^(person|administrator|household-in-path)$/
    const candidates = rows().filter(
      ({ auth, method, media, secret, path }) =>
        auth !== 'public' &&
        // Circles share a household's offers and nothing else.
        !/^\/api\/(circles|notifications\/(read|\{id\}))/.test(path) &&
        ((own.test(auth) && method !== 'GET') || secret || (media === 'file' && !/\/(photo|picture)$/.test(path))),
    )
    const declared = (value: Endpoint['requiresRecentAuth']) =>
      rows()
        .filter(({ requiresRecentAuth }) => requiresRecentAuth === value)
        .map(nameOf)
        .toSorted()
    expect(declared(true)).toEqual(needsRecentAuth)
    expect(declared('by-password')).toEqual(needsPassword)
    const undecided = candidates.filter((row) => row.requiresRecentAuth === null && !(nameOf(row) in needsNone)).map(nameOf)
    expect(undecided).toEqual([])
    const names = new Set(rows().map(nameOf))
    expect(Object.keys(needsNone).filter((name) => !names.has(name))).toEqual([])
  })

  it('is rejected for a session whose last check is older than ten minutes, and changes nothing', async () => {
    const inspector = inspect({ app: testApp().server.app, testApp: testApp(), seeded })
    await refusesOldSessions(inspector)
    expect(inspector.findings).toEqual([])
    expect(inspector.cells()).toBe(needsRecentAuth.length)
  })

  it('twin: is reported for every route without the check', async () => {
    const app = await createAppWithContext(testApp(), { authenticatedAt: async () => new Date() })
    const inspector = inspect({ app, testApp: testApp(), seeded })
    await refusesOldSessions(inspector)
    await app.close()
    expect(inspector.findings.filter((finding) => finding.includes('instead of 403 recent_auth_required'))).toHaveLength(
      needsRecentAuth.length,
    )
  })

  it('is allowed nine minutes after a check, and after a new one', async () => {
    const params = { id: seeded.a.id }
    const body = { name: 'Display', scope: 'read' } as const
    const owner = seeded.a.people.OWNER
    const token = await openSession(testApp().server.database, owner.userId, undefined, minutesAgo(9))
    expect((await personOf(testApp(), { ...owner, token }).call(createToken, { params, body })).status).toBe(201)

    const ada = await testApp().signUp('Ada')
    const { id } = await testApp().household(ada)
    const old = personOf(testApp(), {
      ...ada,
      token: await openSession(testApp().server.database, ada.userId, undefined, minutesAgo(30)),
    })
    const make = () => old.call(createToken, { params: { id }, body })
    expect(await make()).toMatchObject({ status: 403, body: { code: 'recent_auth_required' } })
    expect(await old.call(reauthenticate, { body: { password: 'not the password' } })).toMatchObject({ status: 422 })
    expect((await make()).status).toBe(403)
    expect((await old.call(reauthenticate, { body: { password: 'purple kettle 42' } })).status).toBe(204)
    expect((await make()).status).toBe(201)
    expect(await old.must(listTokens, { params: { id } })).toHaveLength(1)
  })

  it('checks a password in its body every time', async () => {
    const ada = await testApp().signUp('Ada')
    for (const endpoint of named(needsPassword)) {
      const sample = sampleFor(endpoint, seeded.a.targets)
      const answer = await ada.call(endpoint, { body: sample.body as never })
      expect([nameOf(endpoint), answer.status, (answer.body as { code?: string }).code]).toEqual([nameOf(endpoint), 422, 'wrong_password'])
    }
  })

  it('is rejected for access tokens', async () => {
    const owner = seeded.a.people.OWNER
    const { token } = await owner.must(createToken, { params: { id: seeded.a.id }, body: { name: 'Program', scope: 'write' } })
    const inspector = inspect({ app: testApp().server.app, testApp: testApp(), seeded })
    for (const endpoint of named([...needsRecentAuth, ...needsPassword])) {
      const headers = headersOf({ ...owner, token }, seeded.a.id)
      await inspector.refuses('token', endpoint, sampleFor(endpoint, seeded.a.targets), headers, 403, 'sign_in_required')
    }
    await inspector.unchanged()
    expect(inspector.findings).toEqual([])
  })
})

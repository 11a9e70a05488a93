import { randomUUID } from 'node:crypto'
import { addPasskey, beginPasskeyRegistration } from '#domains/account/contract/passkeys.ts'
import { changeEmail, changePassword, deleteAccount, reauthenticate } from '#domains/account/contract/sessions-and-credentials.ts'
import { connectProvider, disconnectProvider } from '#domains/account/contract/sign-in-providers.ts'
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, renewRecoveryCodes } from '#domains/account/contract/two-factor.ts'
import { sendMcpMessage } from '#domains/assistant/contract.ts'
import { confirmLink, joinLink } from '#domains/federation/contract/index.ts'
import { formatInvitation } from '#domains/federation/server/use-cases/read-invitation.ts'
import { fingerprintOf } from '#domains/federation/server/use-cases/sign-message.ts'
import { createToken } from '#domains/households/contract/access-tokens.ts'
import { changeMember, createHousehold, deleteHousehold, joinHousehold, restoreHousehold } from '#domains/households/contract/index.ts'
import { pairTablet } from '#domains/households/contract/tablets.ts'
import { previewGrocy, undoImport } from '#domains/imports/contract.ts'
import { type CatalogState, importCatalog, uploadDump } from '#domains/ingredients/contract/catalog.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { eatMeal, endRepeat, putMealPlan, repeatMeal } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, createInstacartCart } from '#domains/shopping/contract/index.ts'
import { createEncryption, loadSecret } from '#platform/server/security/encryption.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { codeOf, createAuthenticator } from '#tests/support/browser/second-factors.ts'
import { previewFile, runImport } from '#tests/support/data/import-files.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { startTabletPairing } from '#tests/support/data/personal-data.ts'
import { freshTargets, type Home, needsPicture } from '#tests/support/data/seeded-households.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { httpRequestOf, idFieldsOf, nameOf, type Sample, sampleFor, type Targets, withId } from '#tests/support/server/requests.ts'
import type { Person } from '#tests/support/server/test-app.ts'
import { headersOf } from './columns.ts'
import type { Site } from './inspector.ts'

/** A request that is accepted from `allowed`: its ids are existing rows of A, its body passes the schema and the use case. */
export interface RealRequest {
  readonly endpoint: Endpoint
  readonly sample: Sample
  /** The household the request is about. A's people are its members, in their roles. */
  readonly household: string
  /** Headers of someone allowed to send it. */
  readonly allowed: Record<string, string>
  /** Headers that every actor sends. */
  readonly extra: Record<string, string>
  /** In the request's circle, but not an admin of it; null if every member of a circle may send it. */
  readonly circleMember: Person | null
}

export interface RealSite extends Site {
  readonly overseer: Person
  /** A grocy server for imports. */
  readonly grocy: { address: string; key: string }
}

type Setup = (site: RealSite, home: Home, sample: Sample, targets: Targets) => Promise<Partial<RealRequest>>
const password = 'purple kettle 42'

/** Creates another household with the people of a home in their roles. */
async function spareHousehold({ people, marker }: Home): Promise<string> {
  const { id, inviteCode } = await people.OWNER.must(createHousehold, { body: { name: `${marker} shed` } })
  for (const role of ['ADMIN', 'MEMBER', 'VIEWER'] as const) {
    await people[role].must(joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    if (role === 'ADMIN') await people.OWNER.must(changeMember, { params: { id, userId: people[role].userId }, body: { role } })
  }
  await people.OWNER.must(changeMember, { params: { id, userId: people.VIEWER.userId }, body: { role: 'VIEWER' } })
  return id
}

/** A request of someone with their own password, sent as `field`. */
const withPassword =
  (field: string, prepare: (person: Person) => Promise<unknown> = async () => {}): Setup =>
  async ({ testApp }, _home, sample) => {
    const person = await testApp.signUp()
    await prepare(person)
    return { allowed: headersOf(person, null), sample: { ...sample, body: { ...(sample.body as object), [field]: password } } }
  }

async function useTwoFactor(person: Person): Promise<void> {
  const { secret } = await person.must(beginTwoFactor, { body: { password } })
  await person.must(confirmTwoFactor, { body: { code: codeOf(secret) } })
}

/** Requests that need more than existing rows and a body made from the contract. */
export const setups: Readonly<Record<string, Setup>> = {
  [nameOf(deleteHousehold)]: async (_site, home, sample) => {
    const id = await spareHousehold(home)
    return { household: id, sample: { ...sample, params: { id } } }
  },
  [nameOf(pairTablet)]: async ({ testApp }, _home, sample) => {
    const { code } = await startTabletPairing(testApp)
    return { sample: { ...sample, body: { code, name: `Fridge ${randomUUID()}` } } }
  },
  [nameOf(restoreHousehold)]: async (_site, home, sample) => {
    const id = await spareHousehold(home)
    await home.people.OWNER.must(deleteHousehold, { params: { id } })
    return { household: id, sample: { ...sample, params: { id } } }
  },
  [nameOf(eatMeal)]: async (_site, { people }, sample) => {
    const lot = await people.OWNER.must(addLot, { body: { ingredient: { name: 'Leftover stew' }, quantity: 2, unit: 'each' } })
    const entries = [{ date: new Date().toISOString().slice(0, 10), inventoryItemId: lot.id }]
    const [entry] = await people.OWNER.must(putMealPlan, { body: { entries } })
    return { sample: { ...sample, params: { id: entry?.id ?? '' } } }
  },
  [nameOf(endRepeat)]: async (_site, { people }, sample) => {
    await people.OWNER.must(repeatMeal, { params: { id: String(sample.params['id']) }, body: { everyWeeks: 1 } })
    return { sample }
  },
  [nameOf(changePassword)]: withPassword('currentPassword'),
  [nameOf(reauthenticate)]: withPassword('password'),
  [nameOf(changeEmail)]: withPassword('password'),
  [nameOf(deleteAccount)]: withPassword('password'),
  [nameOf(beginTwoFactor)]: withPassword('password'),
  [nameOf(renewRecoveryCodes)]: withPassword('password', useTwoFactor),
  [nameOf(endTwoFactor)]: withPassword('password', useTwoFactor),
  [nameOf(confirmTwoFactor)]: async ({ testApp }, _home, sample) => {
    const person = await testApp.signUp()
    const { secret } = await person.must(beginTwoFactor, { body: { password } })
    return { allowed: headersOf(person, null), sample: { ...sample, body: { code: codeOf(secret) } } }
  },
  [nameOf(beginPasskeyRegistration)]: withPassword('password'),
  [nameOf(addPasskey)]: async ({ testApp }, _home, sample) => {
    const person = await testApp.signUp()
    const { options, challenge } = await person.must(beginPasskeyRegistration, { body: { password } })
    const origin = 'http://localhost:3000'
    const body = { challenge, name: 'Phone', response: createAuthenticator(origin).make(options.challenge) }
    return { allowed: headersOf(person, null), extra: { origin, host: new URL(origin).host }, sample: { ...sample, body } }
  },
  [nameOf(connectProvider)]: async ({ testApp }) => {
    const person = await testApp.signUp()
    const identity = {
      provider: 'home',
      subject: randomUUID(),
      email: null,
      isEmailConfirmed: false,
      firstName: '',
      lastName: '',
      isAdmin: null,
    }
    const step = JSON.stringify({ step: 'confirmed', id: randomUUID(), connects: person.userId, identity, until: Date.now() + 600_000 })
    const cookie = createEncryption(await loadSecret(testApp.server.database, 'auth'), 'provider sign-in').encrypt(step)
    return { allowed: headersOf(person, null), extra: { cookie: `larder-provider=${cookie}` } }
  },
  [nameOf(disconnectProvider)]: async ({ testApp }, _home, sample) => {
    const person = await testApp.signUp()
    await testApp.server.database.write({ user: person.userId as UserId }, 'a connected provider', (tx) =>
      tx.rows('insert into accounts (id, user_id, account_id, provider_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?)', [
        randomUUID(),
        person.userId,
        randomUUID(),
        'oidc:home',
        new Date().toISOString(),
        new Date().toISOString(),
      ]),
    )
    return { allowed: headersOf(person, null), sample: { ...sample, params: { provider: 'home' } } }
  },
  [nameOf(importCatalog)]: async ({ testApp, overseer }, _home, sample) => {
    const form = httpRequestOf(uploadDump, { params: {}, query: {}, body: undefined }, headersOf(overseer, null))
    const { files } = (await testApp.inject(form)).body as CatalogState
    return { sample: { ...sample, body: { file: files[0]?.name } } }
  },
  [nameOf(previewGrocy)]: async ({ grocy }, _home, sample) => ({ sample: { ...sample, body: { address: grocy.address, key: grocy.key } } }),
  [nameOf(joinLink)]: async (_site, _home, sample) => {
    const invitation = { v: 1, u: 'https://larder.invalid', l: randomUUID(), k: 'A'.repeat(43), t: 'A'.repeat(22) }
    const text = formatInvitation(invitation as Parameters<typeof formatInvitation>[0])
    return { sample: { ...sample, body: { ...(sample.body as object), invitation: text } } }
  },
  [nameOf(confirmLink)]: async ({ testApp }, { id }, sample) => {
    await asOwner(
      testApp.server.database,
      `update household_links set state = 'waiting', peer_name = 'B', peer_url = 'https://larder.invalid', peer_key = '${'A'.repeat(43)}'
       where household_id = '${id}' and state = 'invited'`,
    )
    return { sample: { ...sample, body: { fingerprint: fingerprintOf('A'.repeat(43)) } } }
  },
  [nameOf(undoImport)]: async ({ testApp }, { id, people }, sample) => {
    const owner = { ...people.OWNER, home: id }
    const made = await previewFile(testApp, owner, `name,quantity,location\nBarley ${randomUUID()},2,\n`)
    await runImport(testApp, people.OWNER, made)
    return { sample: { ...sample, params: { importId: made.id } } }
  },
  [nameOf(addShoppingItem)]: async (_site, _home, sample, { ingredient }) => ({
    sample: { ...sample, body: { ...(sample.body as object), ingredientId: ingredient } },
  }),
  [nameOf(createInstacartCart)]: async (_site, { people }, sample) => {
    const body = { ingredientName: `Lentils ${randomUUID()}`, suggestedQuantity: 2, unit: 'kg' } as const
    const { instacartProductId: productId } = await people.OWNER.must(addShoppingItem, { body })
    return { sample: { ...sample, body: { items: [{ productId, quantity: 2, unit: 'kg' }] } } }
  },
  [nameOf(sendMcpMessage)]: async (_site, _home, sample) => ({
    sample: {
      ...sample,
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'add_to_shopping_list', arguments: { name: `Lentils ${randomUUID()}`, quantity: 1, unit: 'kg' } },
      },
    },
  }),
}

/** Real requests whose response differs from the contract's success, and why no test can have them accepted. */
export const notAccepted: Readonly<Record<string, { status: number; code: string; why: string }>> = {
  'POST /api/auth/connected-providers/{provider}/start': {
    status: 404,
    code: 'not_found',
    why: 'the server has no sign-in provider; the session is checked before',
  },
  'GET /mcp': { status: 405, code: 'no_stream', why: 'the protocol asks for this answer where a server opens no stream' },
  'POST /api/recipes/{id}/photo/fetch': {
    status: 422,
    code: 'fetch_refused',
    why: 'tests reach no picture on the internet, and nothing else is asked; role and recipe are checked before',
  },
}

/** Circle routes that only the circle’s admins may use. */
export const circleAdminsOnly: readonly string[] = [
  'PATCH /api/circles/{id}',
  'DELETE /api/circles/{id}',
  'POST /api/circles/{id}/code',
  'DELETE /api/circles/{id}/invites/{inviteId}',
  'POST /api/circles/{id}/asks/{userId}',
  'DELETE /api/circles/{id}/asks/{userId}',
  'PATCH /api/circles/{id}/members/{userId}',
  'DELETE /api/circles/{id}/members/{userId}',
  'DELETE /api/circles/{id}/households/{householdId}',
]

/** Writing circle routes that aren't only for the circle's admins. */
export const circleMembersMay: readonly string[] = [
  'POST /api/circles/{id}/invite',
  'POST /api/circles/{id}/asks',
  'POST /api/circles/{id}/households/{householdId}',
]

async function circleMemberFor({ testApp }: RealSite, endpoint: Endpoint, { params }: Sample): Promise<Person | null> {
  if (!circleAdminsOnly.includes(nameOf(endpoint))) return null
  const person = await createPerson(testApp, 'Circle', 'Member')
  await asOwner(
    testApp.server.database,
    `insert into circle_members (circle_id, user_id, role, joined_at) values ('${params['id']}', '${person.userId}', 'MEMBER', '2026-11-21T10:00:00.000Z')`,
  )
  return person
}

async function allowedHeaders({ overseer }: RealSite, { auth }: Endpoint, { id, people }: Home): Promise<Record<string, string>> {
  if (auth === 'administrator') return headersOf(overseer, null)
  if (auth !== 'token') return headersOf(people.OWNER, id)
  const { token } = await people.OWNER.must(createToken, { params: { id }, body: { name: 'Assistant', scope: 'write' } })
  return { authorization: `Bearer ${token}` }
}

/** Creates rows of A for one request that nothing else uses, and the request. */
export async function realRequest(site: RealSite, endpoint: Endpoint): Promise<RealRequest> {
  const { a } = site.seeded
  const kinds = idFieldsOf(endpoint).map(({ kind }) => kind)
  const targets = await freshTargets(site.testApp, a, kinds, a.people.OWNER, needsPicture(endpoint))
  // Includes optional ids of a query.
  const sample = idFieldsOf(endpoint)
    .filter(({ part }) => part === 'query')
    .reduce((whole, field) => withId(whole, field, targets[field.kind]), sampleFor(endpoint, targets))
  const allowed = await allowedHeaders(site, endpoint, a)
  const request = { endpoint, sample, household: a.id, allowed, extra: {}, ...(await setups[nameOf(endpoint)]?.(site, a, sample, targets)) }
  // The same key for all actors: a rejected request must not use it up.
  const extra = { ...request.extra, ...(endpoint.method === 'GET' ? {} : { 'idempotency-key': randomUUID() }) }
  return { ...request, extra, circleMember: await circleMemberFor(site, endpoint, request.sample) }
}

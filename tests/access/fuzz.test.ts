import fc, { type Arbitrary } from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createHousehold } from '#domains/households/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { ProblemDocument } from '#platform/shared/problem.ts'
import { roles } from '#platform/shared/roles.ts'
import { freshTargets, type Home, needsPicture, type SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import {
  httpRequestOf,
  idFieldsOf,
  inputSchema,
  type Json,
  nameOf,
  notSetUp,
  type Part,
  type Sample,
  sampleFor,
  speaksJson,
  type Targets,
  withoutNull,
} from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import type { Person, TestApp } from '#tests/support/server/test-app.ts'
import { headersOf } from './columns.ts'
import { performRequest, type Received } from './inspector.ts'

// Random requests to every route: never a server error, every response as its contract says. `LARDER_FUZZ_CASES` lengthens the run.

// Fails immediately: a real lookup would wait for a thread, or for a network that isn't there.
vi.mock('node:dns/promises', () => ({ lookup: () => Promise.reject(new Error('name lookups are off')) }))

const cases = Number(process.env['LARDER_FUZZ_CASES'] ?? 9)
const firstSeed = Number(process.env['LARDER_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** Sequential rounds, each with its own seed and server: a household's lists grow with every case. */
const rounds = Number(process.env['LARDER_FUZZ_ROUNDS'] ?? 1)
/** Routes that take a tenth of a second: they read a photo or export everything. */
const slowest = new Set(['POST /api/scan/photo', 'POST /api/scan/shelf', 'GET /api/export', 'GET /api/users/me/export'])
/** Routes that take a good part of that: they hash a password, wait as if they did, or read a file. */
const slow = new Set(['POST /api/auth/sign-in/email', 'POST /api/auth/sign-up/email', 'POST /api/auth/request-password-reset'])
function casesOf(endpoint: Endpoint): number {
  if (slowest.has(nameOf(endpoint))) return Math.min(cases, Math.max(9, Math.ceil(cases / 25)))
  return slow.has(nameOf(endpoint)) || endpoint.media === 'multipart' ? Math.ceil(cases / 5) : cases
}

/** They end, displace or close what other routes need. */
const lastOnes = new Set(['DELETE /api/sessions', 'POST /api/imports', 'PATCH /api/admin'])

const noPassword = 'seeded people have no password'
const noLinks = 'this server doesn’t link with others'
const noSecret = 'the mailed or shown secret is unknown'
const noProvider = 'this server has no sign-in provider'
const noSuchHost = 'no server has the address in the samples'
/** Routes that reject every request on a seeded server, and why. All others must succeed at least once in a run that is long enough. */
const cannotSucceed: Record<string, string> = {
  'POST /api/auth/two-factor': noSecret,
  'POST /api/auth/passkey': 'a device would have to sign',
  'POST /api/auth/reset-password': noSecret,
  'POST /api/auth/providers/{provider}/start': noProvider,
  'POST /api/auth/providers/{provider}/end-session': noProvider,
  'POST /api/auth/providers/session': noProvider,
  'POST /api/auth/connected-providers': noProvider,
  'POST /api/auth/connected-providers/{provider}/start': noProvider,
  'DELETE /api/auth/connected-providers/{provider}': noProvider,
  'POST /api/auth/send-verification-email': 'this server doesn’t require verification',
  'POST /api/users/password': noPassword,
  'POST /api/users/email': noPassword,
  'DELETE /api/users/me': noPassword,
  'POST /api/users/two-factor': noPassword,
  'POST /api/users/two-factor/confirm': noPassword,
  'POST /api/users/two-factor/recovery-codes': noPassword,
  'POST /api/users/two-factor/end': noPassword,
  'POST /api/passkeys/options': noPassword,
  'POST /api/passkeys': 'a device would have to sign',
  'POST /api/shopping-list/create-instacart-cart': 'this server has no Instacart key',
  'PUT /api/households/{id}/home-assistant': 'this server has no broker',
  'POST /api/recipes/{id}/photo/fetch': noSuchHost,
  'POST /api/imports/grocy': noSuchHost,
  'POST /api/imports/{importId}/undo': 'its import is a preview',
  'GET /api/calendar.ics': noSecret,
  'GET /api/shared-recipe': noSecret,
  'GET /api/shared-recipe/photo': noSecret,
  'GET /api/shared-cookbook': noSecret,
  'GET /api/shared-cookbook/photo': noSecret,
  'GET /api/guest-list/rows': noSecret,
  'POST /api/guest-list/rows': noSecret,
  'PUT /api/guest-list/rows/{id}': noSecret,
  'GET /api/unsubscribe': noSecret,
  'POST /api/unsubscribe': noSecret,
  'POST /api/push-actions': noSecret,
  'POST /api/households/{id}/tablets': noSecret,
  'POST /api/tablet/pairings/poll': noSecret,
  'POST /api/tablet/pairings/claim': noSecret,
  'POST /api/links': noLinks,
  'POST /api/links/join': noLinks,
  'POST /api/links/{id}/confirm': noLinks,
  'POST /api/federation/join': noLinks,
  'POST /api/federation/messages': noLinks,
}
/** Returns whether so many cases without a success can't be chance. */
const isEnoughFor = (endpoint: Endpoint) => cases >= (casesOf(endpoint) < cases ? 250 : 50)

const odd: Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '../', '%00', "' or 1=1 --", '\u202e', 'null', '[object Object]', '1e400', '-0', '９'),
  fc.double(),
  fc.constantFrom(0, -0, -1, 1e-10, 1e308, 2 ** 53, 0.1 + 0.2, 1e21),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('id', 'role', 'name', 'toString', 'constructor', 'length'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
)
const mostly = (plain: Arbitrary<unknown>): Arbitrary<unknown> => fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: odd })

/** Values with a meaning, to get past the first check. */
const known: Record<string, readonly unknown[]> = {
  timeZone: ['Europe/Berlin', 'Pacific/Kiritimati', 'UTC'],
  currency: ['EUR', 'USD'],
  email: ['fuzz@kitchen.example', 'FUZZ@kitchen.example', 'nobody@kitchen.example'],
  password: ['purple kettle 42'],
  newPassword: ['purple kettle 43'],
  callbackURL: ['/login'],
  redirectTo: ['/reset-password'],
  code: ['4006381333931', '40063813', '96385074'],
  barcode: ['4006381333931', '96385074'],
  cursor: ['1', 'abc', 'W10'],
}

const texts = new Map<number, Arbitrary<string>>()
/** Cached: creating one takes as long as a hundred texts from it. */
function textOf(maxLength: number): Arbitrary<string> {
  const made = texts.get(maxLength) ?? fc.string({ unit: 'grapheme', maxLength })
  texts.set(maxLength, made)
  return made
}

function anyValueOf(fromSchemas: Json, name: string, ids: readonly unknown[]): Arbitrary<unknown> {
  const { schema, isNullable } = withoutNull(fromSchemas)
  return mostly(isNullable ? fc.option(plainOf(schema, name, ids), { freq: 5 }) : plainOf(schema, name, ids))
}

function plainOf(schema: Json, name: string, ids: readonly unknown[]): Arbitrary<unknown> {
  const meaning = known[name]
  if (meaning) return fc.constantFrom(...meaning)
  if (schema.format === 'uuid' || name === 'userId' || name === 'seq') return fc.constantFrom(...ids)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) return recordOf(schema, ids)
  if (schema.items) return fc.array(anyValueOf(schema.items, name, ids), { maxLength: 3 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 50, 1e6) })
  if (schema.type === 'number') return fc.integer({ min: 0, max: 2_000_000 }).map((milli) => milli / 1000)
  if (schema.pattern?.includes('-\\d\\d-'))
    return fc.integer({ min: 0, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  return textOf(Math.min(schema.maxLength ?? 30, 30))
}

function recordOf({ properties = {}, required = [] }: Json, ids: readonly unknown[]): Arbitrary<unknown> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, anyValueOf(inner, name, ids)]))
  return fc.record(model, { requiredKeys: required })
}

interface Site {
  readonly testApp: TestApp
  readonly overseer: Person
}
/** A route with the rows its requests are about. */
interface Row {
  readonly endpoint: Endpoint
  readonly targets: Targets
}

/** Routes that change a household's members use a separate household. */
const homeOf = ({ auth }: Endpoint, { a, c }: SeededHouseholds): Home => (auth === 'household-in-path' ? c : a)

/** Rows for this route alone, so that no other route uses them up. Reading routes share existing ones. */
async function targetsFor(endpoint: Endpoint, { testApp }: Site): Promise<Targets> {
  const home = homeOf(endpoint, seededHouseholdsOf(testApp))
  if (endpoint.method === 'GET') return home.targets
  const kinds = idFieldsOf(endpoint).map(({ kind }) => kind)
  const targets = await freshTargets(testApp, home, kinds, home.people.OWNER, needsPicture(endpoint))
  if (nameOf(endpoint) !== 'DELETE /api/households/{id}') return targets
  const spare = await home.people.OWNER.must(createHousehold, { body: { name: `${home.marker} shed` } })
  return { ...targets, household: spare.id }
}

/** Returns requests for a route: of its schemas, and accepted ones with one changed place. */
function requestsFor(endpoint: Endpoint, seeded: SeededHouseholds, targets: Targets): Arbitrary<Sample> {
  const home = homeOf(endpoint, seeded)
  const kinds = new Set(idFieldsOf(endpoint).map(({ kind }) => kind))
  const ids = [...kinds].flatMap((kind) => [targets[kind], targets[kind], seeded.b.targets[kind], kind === 'change' ? 1 : home.gone[kind]])
  ids.push('00000000-0000-4000-8000-000000000000')
  const partOf = (part: Part, schema: Endpoint['body']): Arbitrary<unknown> =>
    schema ? anyValueOf(inputSchema(schema), part, ids) : fc.constant(undefined)
  const written = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value)
  const flat = (value: unknown): Record<string, unknown> =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, written(inner)]))
      : {}
  const params = recordOf(inputSchema(endpoint.params), ids).map(flat)
  const query = fc.oneof(fc.constant({}), partOf('query', endpoint.query).map(flat))
  const body = partOf('body', endpoint.body)
  const right = sampleFor(endpoint, targets)
  const fromSchemas = fc.record({ params, query, body }) as Arbitrary<Sample>
  return fc.oneof(
    { weight: 3, arbitrary: fromSchemas.map((sample) => ({ ...sample, params: { ...right.params, ...sample.params } })) },
    { weight: 2, arbitrary: body.map((body) => ({ ...right, body })) },
    { weight: 1, arbitrary: query.map((query) => ({ ...right, query })) },
    // Unchanged, with unsuitable headers and people.
    { weight: 1, arbitrary: fc.constant(right) },
  )
}

const oddHeaders = fc.record(
  {
    'idempotency-key': fc.constantFrom('k1', 'k2', 'two words', 'x'.repeat(200)),
    'if-match': fc.constantFrom('1', '"2"', '*', 'W/"1"', 'abc', '99999999999999999'),
    'last-event-id': fc.constantFrom('0', '1', '99999', '-1', 'abc'),
    'accept-language': fc.constantFrom('de', '*', ';;;=', 'x'.repeat(300)),
  },
  { requiredKeys: [] },
)
const extraHeaders = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders })

/** Returns how a response violates the contract; null if it doesn't. */
function wrongAbout(endpoint: Endpoint, { status, text, code }: Received): string | null {
  if (status >= 500) return `${status}: ${text}`
  if (status >= 400)
    return ProblemDocument.safeParse(JSON.parse(text)).success && code !== undefined ? null : `no problem document: ${text}`
  if (endpoint.media === 'event-stream' || endpoint.media === 'file') return null
  if (status !== endpoint.status && !(status === 303 && endpoint.auth === 'public')) return `${status} instead of ${endpoint.status}`
  if (!endpoint.reply) return text === '' ? null : `a body where none is promised: ${text}`
  const body: unknown = JSON.parse(text)
  // The identity library responds with null if there is no session.
  if (body === null && nameOf(endpoint) === 'GET /api/auth/get-session') return null
  const parsed = endpoint.reply.safeParse(body)
  if (!parsed.success) return `not of its schema: ${parsed.error.message.slice(0, 300)}`
  return JSON.stringify(parsed.data).length === text.length ? null : `more than its schema: ${text.slice(0, 300)}`
}

/** Throws at the first response that violates the contract; calls `note` for every one. */
async function fuzz(
  { endpoint, targets }: Row,
  seed: number,
  { testApp, overseer }: Site,
  note: (endpoint: Endpoint, status: number) => void,
): Promise<void> {
  const seeded = seededHouseholdsOf(testApp)
  const { b } = seeded
  const home = homeOf(endpoint, seeded)
  // Without ids of rows: a new row of A may get the id of one of B.
  const hidden = [b.marker, b.targets.inviteCode, ...roles.map((role) => b.people[role].userId)]
  await fc.assert(
    fc.asyncProperty(
      requestsFor(endpoint, seeded, targets),
      extraHeaders,
      fc.constantFrom(...roles, 'OWNER' as const, 'OWNER' as const),
      async (sample, extra, role) => {
        // Server admins see everyone's names; a user sees nothing there.
        const isOverseer = endpoint.auth === 'administrator' && role !== 'VIEWER'
        let wire: ReturnType<typeof httpRequestOf>
        try {
          // Signing out would end the sessions that other routes need.
          const who: Record<string, string> =
            endpoint.auth === 'public' ? {} : headersOf(isOverseer ? overseer : home.people[role], home.id)
          wire = httpRequestOf(endpoint, sample, { ...who, ...extra })
        } catch (error) {
          // A lone surrogate can't be encoded in a URL.
          if (error instanceof URIError) return
          throw error
        }
        const answer = await performRequest(testApp.server.app, endpoint, wire)
        note(endpoint, answer.status)
        const leaked = !isOverseer && hidden.find((secret) => answer.text.includes(secret) && !JSON.stringify(sample).includes(secret))
        const wrong = leaked ? `tells ${leaked}` : wrongAbout(endpoint, answer)
        if (wrong) throw new Error(`${wire.method} ${wire.url} ${String(wire.payload)} as ${role}: ${wrong}`)
      },
    ),
    // Doesn't repeat requests: for small inputs most draws are equal.
    { numRuns: casesOf(endpoint), seed, endOnFailure: true, ignoreEqualValues: true },
  )
}

describe.each(Array.from({ length: rounds }, (_, round) => firstSeed + round))('schema fuzz of every route, seed %i', (seed) => {
  const testApp = useSeededApp()
  let [drawn, sent] = [0, 0]
  const statusCounts: Record<number, number> = {}
  const done = new Set<string>()
  const note = (endpoint: Endpoint, status: number) => {
    sent++
    if (status < 400) done.add(nameOf(endpoint))
    statusCounts[status] = (statusCounts[status] ?? 0) + 1
  }
  afterAll(() => console.log(`fuzz: ${drawn} cases, ${sent} requests, seed ${seed}, answers ${JSON.stringify(statusCounts)}`))

  it(
    'causes no server errors, and every response matches its schema',
    async () => {
      const failures: string[] = []
      // Messages of the assistant's protocol have their own test (`assistant.test.ts`).
      const rows = testApp()
        .server.routes.map(({ endpoint }) => endpoint)
        .filter(speaksJson)
        .filter(({ media }) => media !== 'rpc')
      // Many at a time, since some wait deliberately; those come first.
      const turnOf = (endpoint: Endpoint) => (endpoint.auth === 'public' ? 0 : lastOnes.has(nameOf(endpoint)) ? 2 : 1)
      const queue = rows.toSorted((one, other) => turnOf(one) - turnOf(other))
      const site = { testApp: testApp(), overseer: await createServerAdmin(testApp()) }
      const ready: Row[] = []
      for (const endpoint of queue) ready.push({ endpoint, targets: await targetsFor(endpoint, site) })
      const work = async () => {
        for (let next = ready.shift(); next; next = ready.shift()) {
          const row = next
          drawn += casesOf(row.endpoint)
          // PostgreSQL's autovacuum is off in tests, and without statistics it plans for one row per table.
          if (ready.length % 16 === 0) await testApp().server.database.refreshStatistics()
          await fuzz(row, seed, site, note).catch((error: Error) =>
            failures.push(`${nameOf(row.endpoint)}: ${error.message.slice(0, 900)} ${(error.cause as Error | undefined)?.message ?? ''}`),
          )
        }
      }
      await Promise.all(Array.from({ length: 16 }, work))
      expect(failures).toEqual([])
      const never = rows.filter((endpoint) => isEnoughFor(endpoint) && !done.has(nameOf(endpoint))).map(nameOf)
      expect(never.filter((name) => !(name in cannotSucceed))).toEqual([])
      expect(Object.keys(cannotSucceed).filter((name) => done.has(name))).toEqual([])
      expect(statusCounts[200]).toBeGreaterThan(cases * 2)
      expect(statusCounts[422]).toBeGreaterThan(cases * 2)
    },
    Math.max(600_000, cases * 4000) * timeoutFactor,
  )

  it('finds violations (twin)', () => {
    const row = testApp()
      .server.routes.map(({ endpoint }) => endpoint)
      .filter(speaksJson)
      .find((endpoint) => nameOf(endpoint) === 'GET /api/households') as Endpoint
    expect(notSetUp[nameOf(row)]).toBeUndefined()
    expect(wrongAbout(row, { status: 500, text: '', code: undefined })).toContain('500')
    expect(wrongAbout(row, { status: 404, text: '{"error":"x"}', code: undefined })).toContain('no problem document')
    expect(wrongAbout(row, { status: 200, text: '[{"id":1}]', code: undefined })).toContain('not of its schema')
    expect(wrongAbout(row, { status: 201, text: '[]', code: undefined })).toContain('instead of')
    const home = {
      id: 'x',
      name: 'x',
      role: 'OWNER',
      inviteCode: null,
      inviteChangedAt: null,
      hasSample: false,
      restocksList: false,
      locations: [],
      timeZone: 'UTC',
      currency: 'EUR',
      createdAt: 'x',
      version: 1,
    }
    expect(wrongAbout(row, { status: 200, text: JSON.stringify([home]), code: undefined })).toBeNull()
    expect(wrongAbout(row, { status: 200, text: JSON.stringify([{ ...home, inviteHash: 'x' }]), code: undefined })).toContain(
      'more than its schema',
    )
  })
})

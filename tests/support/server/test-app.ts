import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type AppServer, compose } from '#app/compose.ts'
import { type Config, readConfig } from '#app/config.ts'
import { createHousehold, type Household, joinHousehold } from '#domains/households/contract/index.ts'
import { quotaNames, quotas } from '#domains/households/contract/quota.ts'
import { addLot, type Lot } from '#domains/inventory/contract.ts'
import { notifyCircles } from '#domains/notifications/server/use-cases/notify-circles.ts'
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { Role } from '#platform/shared/roles.ts'
import { writeMigratedDatabase } from '#tests/support/database/templates.ts'
import { type Account, createAccounts } from '../data/accounts.ts'
import { settleBeforeDigest } from '../database/digest.ts'
import { brokenInvariants } from '../database/invariants.ts'
import { sharedCluster } from '../database/postgres.ts'
import { addressOf } from './http-client.ts'

export interface TestResponse<R> {
  status: number
  body: R
  headers: Record<string, string | undefined>
  text: string
}

interface CallInput<E> {
  params?: ParamsOf<E>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  /** Household of the header: by default the person's own; none if null. */
  household?: string | null
  headers?: Record<string, string>
}

export interface Person {
  readonly email: string
  readonly token: string
  readonly userId: string
  readonly firstName: string
  /** Default household of calls. */
  home: string | null
  call<E extends Endpoint>(endpoint: E, sent?: CallInput<E>): Promise<TestResponse<ReplyOf<E>>>
  /** Returns the body of a call. Throws unless the status is 2xx. */
  must<E extends Endpoint>(endpoint: E, sent?: CallInput<E>): Promise<ReplyOf<E>>
}

export interface TestApp {
  readonly server: AppServer
  readonly config: Config
  /** Signs in a new person without a password. */
  person(firstName?: string): Promise<Person>
  /** Signs up a new person with the password `purple kettle 42`. */
  signUp(firstName?: string): Promise<Person>
  /** Creates a household of these people; the first is its OWNER. Sets it as everyone's home. */
  household(...members: Person[]): Promise<Household>
  /** Changes a member's role in the owner's household. */
  role(owner: Person, member: Person, role: Role): Promise<void>
  inject(options: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: string | Buffer
  }): Promise<TestResponse<unknown>>
}

/** Opens the whole app on an empty database of the engine under test, for one test file. Checks the data invariants after every test. */
export const useTestApp = (environment: Record<string, string> = {}): (() => TestApp) => registerTestApp(() => openTestApp(environment))

/** Does the same for an app opened by `open`. */
export function registerTestApp(open: () => Promise<OpenedTestApp>): () => TestApp {
  let testApp: TestApp | undefined
  let cleanUp = async () => {}
  beforeAll(async () => {
    const opened = await open()
    testApp = opened.testApp
    cleanUp = opened.close
  })
  afterEach(async () => {
    const broken = testApp ? await brokenInvariants(testApp.server.database) : []
    if (broken.length > 0) throw new Error(`broken invariants: ${JSON.stringify(broken, null, 2)}`)
  })
  afterAll(() => cleanUp())
  return () => {
    if (!testApp) throw new Error('the app opens in beforeAll, before the first test')
    return testApp
  }
}

interface OpenedTestApp {
  testApp: TestApp
  /** Closes the app and deletes its data. */
  close: () => Promise<void>
}

/** The data of a closed app: its folder, and on PostgreSQL its database. */
export interface ClosedApp {
  readonly folder: string
  readonly database?: string
}

/** Tests of every route create more rows than a person would. */
const highQuotas = Object.fromEntries(
  quotaNames.filter((name) => name !== 'storedBytes').map((name) => [quotas[name].setting, String(100_000)]),
)

/**
 * Opens the app on an empty database, or on a copy of another app's data. Without `isAutomatic`, background work runs only when a test
 * waits for it.
 */
export async function openTestApp(
  environment: Record<string, string> = {},
  closedApp?: ClosedApp,
  isAutomatic = true,
): Promise<OpenedTestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-kitchen-'))
  if (closedApp) cpSync(closedApp.folder, folder, { recursive: true })
  const cluster = process.env.LARDER_TEST_ENGINE === 'postgres' ? sharedCluster() : null
  const databaseUrl = (await (closedApp?.database ? cluster?.createDatabase(closedApp.database) : cluster?.createMigrated())) ?? ''
  if (!cluster && !closedApp && environment['LARDER_DATA_DIR'] === undefined) await writeMigratedDatabase(folder)
  const config = readConfig({
    LARDER_DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LARDER_APP_DATABASE_URL: cluster && environment['DATABASE_URL'] === undefined ? cluster.appUrl(databaseUrl) : '',
    LARDER_RATE_LIMITS: 'off',
    ...highQuotas,
    LARDER_BACKUP_HOURS: '0',
    LARDER_LOG_LEVEL: 'silent',
    ...environment,
  })
  const server = await compose(config, () => 'http://localhost:3000', { isAutomatic })
  await server.app.ready()
  settleBeforeDigest(server.database, async () => {
    await server.jobs.settle()
    await notifyCircles(server.database, new Date())
  })
  return {
    testApp: testAppOf(server, config),
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let people = 0

/** Wraps an existing server. */
function testAppOf(server: AppServer, config: Config): TestApp {
  const testApp: TestApp = {
    server,
    config,
    async inject({ method, url, headers = {}, payload }) {
      const answer = await server.app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) })
      const isJson = /[/+]json/.test(String(answer.headers['content-type']))
      return {
        status: answer.statusCode,
        body: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
        headers: answer.headers as Record<string, string>,
        text: answer.body,
      }
    },
    async person(firstName = 'Ana') {
      const [account] = await createAccounts(server.database, 1, firstName, 'Test')
      return personOf(testApp, account as Account)
    },
    async signUp(firstName = 'Ana') {
      const email = `person${++people}-${process.pid}@example.org`
      const answer = await testApp.inject({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email, password: 'purple kettle 42', name: `${firstName} Test`, firstName, lastName: 'Test' }),
      })
      const token = answer.headers['set-auth-token']
      if (answer.status !== 200 || !token) throw new Error(`sign-up answered ${answer.status}: ${answer.text}`)
      return personOf(testApp, { email, token, firstName, userId: (answer.body as { user: { id: string } }).user.id })
    },
    async household(owner, ...others) {
      if (!owner) throw new Error('a household needs an owner')
      const household = await owner.must(createHousehold, { body: { name: 'Test kitchen' } })
      for (const other of others) await other.must(joinHousehold, { body: { inviteCode: household.inviteCode ?? '' } })
      for (const member of [owner, ...others]) member.home = household.id
      return household
    },
    async role(owner, member, role) {
      const url = `/api/households/${owner.home}/members/${member.userId}`
      const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
      const answer = await testApp.inject({ method: 'PATCH', url, headers, payload: JSON.stringify({ role }) })
      if (answer.status !== 200) throw new Error(`role change answered ${answer.status}: ${answer.text}`)
    },
  }
  return testApp
}

/** Returns a signed-in person by their token. */
export function personOf(testApp: TestApp, who: Pick<Person, 'email' | 'token' | 'userId' | 'firstName'>): Person {
  const person: Person = {
    ...who,
    home: null,
    async call<E extends Endpoint>(endpoint: E, sent: CallInput<E> = {}) {
      const household = sent.household === undefined ? person.home : sent.household
      const headers: Record<string, string> = { authorization: `Bearer ${person.token}`, ...sent.headers }
      if (household && endpoint.auth === 'household') headers['x-household-id'] = household
      if (sent.body !== undefined) headers['content-type'] = 'application/json'
      const answer = await testApp.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, (sent.params ?? {}) as Record<string, unknown>, (sent.query ?? {}) as Record<string, unknown>),
        headers,
        ...(sent.body === undefined ? {} : { payload: JSON.stringify(sent.body) }),
      })
      return answer as TestResponse<ReplyOf<E>>
    },
    async must<E extends Endpoint>(endpoint: E, sent: CallInput<E> = {}) {
      const answer = await person.call(endpoint, sent)
      if (answer.status >= 300) throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    },
  }
  return person
}

/** Adds a lot: milk by default. */
export function addSomeLot(person: Person, ingredient: Partial<BodyInputOf<typeof addLot>> = {}): Promise<Lot> {
  return person.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 2, unit: 'l', ...ingredient } })
}

export interface SecondServer {
  /** Returns the same person as a client of the second server, or of the only one on SQLite. */
  there(person: Person): Person
  server(): AppServer
}

/** On PostgreSQL opens a second server on the app's database, for one test file. */
export function useSecondServer(testApp: () => TestApp): SecondServer {
  let other: TestApp | undefined
  beforeAll(async () => {
    const { config } = testApp()
    if (!config.databaseUrl) return
    const server = await compose(config, () => 'http://localhost:3000')
    await server.app.ready()
    other = testAppOf(server, config)
  })
  afterAll(() => other?.server.close())
  return {
    there: (person) => Object.assign(personOf(other ?? testApp(), person), { home: person.home }),
    server: () => (other ?? testApp()).server,
  }
}

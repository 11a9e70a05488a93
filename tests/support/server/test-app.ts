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
import { putMigrated } from '#tests/support/database/templates.ts'
import { type Account, mintAccounts } from '../data/accounts.ts'
import { settleFirst } from '../database/digest.ts'
import { brokenInvariants } from '../database/invariants.ts'
import { sharedCluster } from '../database/postgres.ts'
import { addressOf } from './http-client.ts'

export interface ReplicaAnswer<R> {
  status: number
  body: R
  headers: Record<string, string | undefined>
  text: string
}

export interface Sent<E> {
  params?: ParamsOf<E>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  /** Household of the header; the person's own when left out, none when null. */
  household?: string | null
  headers?: Record<string, string>
}

export interface Person {
  readonly email: string
  readonly token: string
  readonly userId: string
  readonly firstName: string
  /** Household used when a call names none. */
  home: string | null
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<ReplicaAnswer<ReplyOf<E>>>
  /** As `call`, and throws unless it is answered with 2xx. */
  must<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<ReplyOf<E>>
}

export interface TestApp {
  readonly server: AppServer
  readonly config: Config
  /** Somebody who is signed in, without a password. */
  person(firstName?: string): Promise<Person>
  /** Somebody who signed up, with the password `purple kettle 42`. */
  signUp(firstName?: string): Promise<Person>
  /** A household of its own with these members; the first is its OWNER. Everybody's home is set to it. */
  household(...members: Person[]): Promise<Household>
  /** Gives somebody in the person's household a role. */
  role(owner: Person, member: Person, role: Role): Promise<void>
  inject(options: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: string | Buffer
  }): Promise<ReplicaAnswer<unknown>>
}

/** A whole Larder on a fresh database of the engine under test, for one test file. Stock invariants are checked after every test. */
export const useTestApp = (environment: Record<string, string> = {}): (() => TestApp) => whileTesting(() => openTestApp(environment))

/** The same for a kitchen that is opened in another way. */
export function whileTesting(open: () => Promise<OpenedTestApp>): () => TestApp {
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
    if (!testApp) throw new Error('the kitchen opens before the first test')
    return testApp
  }
}

interface OpenedTestApp {
  testApp: TestApp
  /** Ends it; its data goes too. */
  close: () => Promise<void>
}

/** What a closed kitchen left behind: its data folder, and its database's name on PostgreSQL. */
export interface Left {
  readonly folder: string
  readonly database?: string
}

/** Whoever tries every route makes more than a person would. */
const manyOfEach = Object.fromEntries(
  quotaNames.filter((name) => name !== 'storedBytes').map((name) => [quotas[name].setting, String(100_000)]),
)

/** Opens a kitchen on a fresh database, or on a copy of what another one left. */
export async function openTestApp(environment: Record<string, string> = {}, left?: Left): Promise<OpenedTestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-kitchen-'))
  if (left) cpSync(left.folder, folder, { recursive: true })
  const cluster = process.env.LARDER_TEST_ENGINE === 'postgres' ? sharedCluster() : null
  const databaseUrl = (await (left?.database ? cluster?.createDatabase(left.database) : cluster?.createMigrated())) ?? ''
  if (!cluster && !left && environment['LARDER_DATA_DIR'] === undefined) await putMigrated(folder)
  const config = readConfig({
    LARDER_DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LARDER_APP_DATABASE_URL: cluster && environment['DATABASE_URL'] === undefined ? cluster.appUrl(databaseUrl) : '',
    LARDER_RATE_LIMITS: 'off',
    ...manyOfEach,
    LARDER_BACKUP_HOURS: '0',
    LARDER_LOG_LEVEL: 'silent',
    ...environment,
  })
  const server = await compose(config, () => 'http://localhost:3000')
  await server.app.ready()
  settleFirst(server.database, async () => {
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

/** The same for a Larder that stands already. */
export function testAppOf(server: AppServer, config: Config): TestApp {
  const testApp: TestApp = {
    server,
    config,
    async inject({ method, url, headers = {}, payload }) {
      const answer = await server.app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) })
      const isJson = String(answer.headers['content-type']).includes('json')
      return {
        status: answer.statusCode,
        body: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
        headers: answer.headers as Record<string, string>,
        text: answer.body,
      }
    },
    async person(firstName = 'Ana') {
      const [account] = await mintAccounts(server.database, 1, firstName, 'Test')
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
      if (!owner) throw new Error('a household needs somebody')
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

/** Somebody who is signed in already, by their token. */
export function personOf(testApp: TestApp, who: Pick<Person, 'email' | 'token' | 'userId' | 'firstName'>): Person {
  const person: Person = {
    ...who,
    home: null,
    async call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}) {
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
      return answer as ReplicaAnswer<ReplyOf<E>>
    },
    async must<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}) {
      const answer = await person.call(endpoint, sent)
      if (answer.status >= 300) throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    },
  }
  return person
}

/** Puts some food in; milk unless said otherwise. */
export function someIngredient(person: Person, ingredient: Partial<BodyInputOf<typeof addLot>> = {}): Promise<Lot> {
  return person.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 2, unit: 'l', ...ingredient } })
}

export interface SecondServer {
  /** The same person, asking the second Larder; on SQLite the first, for there one process is all. */
  there(person: Person): Person
  server(): AppServer
}

/** On PostgreSQL a second Larder on the database of a kitchen, for one test file. */
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

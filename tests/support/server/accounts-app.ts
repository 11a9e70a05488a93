import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type AccountConfig, type AccountServices, openAccountServices } from '#domains/account/server/gateway/index.ts'
import { lastAuthenticationReader } from '#domains/account/server/index.ts'
import { accountRoutes } from '#domains/account/server/routes.ts'
import { createIdentityFinder } from '#domains/households/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { mount } from '#platform/server/endpoints/mount.ts'
import { openUploads } from '#platform/server/endpoints/uploads.ts'
import { createHttpServer } from '#platform/server/http/server.ts'
import { openMailer } from '#platform/server/outbox/mailer.ts'
import { createEncryption } from '#platform/server/security/encryption.ts'
import { fastPasswordHasher } from '#tests/support/data/accounts.ts'
import { writeMigratedDatabase } from '#tests/support/database/templates.ts'
import { sharedCluster } from '../database/postgres.ts'

type Headers = Record<string, string>

/** The routes of accounts alone, on an empty database of the engine under test, with the real mailer. */
export interface AccountsApp {
  readonly app: FastifyInstance
  readonly database: Database
  readonly accounts: AccountServices
  /** All log messages. */
  readonly logged: string[]
  post(path: string, body: object, headers?: Headers): Promise<LightMyRequestResponse>
  get(path: string, bearer?: string, headers?: Headers): Promise<LightMyRequestResponse>
  /** Sends a form without fields, like a page's button. */
  submit(path: string): Promise<LightMyRequestResponse>
  /** Returns the mails in the outbox, oldest first, after pending ones are written. */
  outbox(): Promise<string[]>
  idle(): Promise<void>
  /** Returns the rows of a table as stored. */
  rows(table: 'users' | 'sessions' | 'accounts' | 'verifications'): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export interface AccountsAppOptions extends Partial<AccountConfig> {
  smtpUrl?: string
  /** Accepted Host headers. */
  hosts?: readonly string[]
  isInvited?: (code: string) => Promise<boolean>
  /** Destination of the server's own log, at level `info`. */
  logTo?: { write(line: string): void }
}

export const listeningAddress = 'http://localhost:3999'

export async function openAccountsApp(options: AccountsAppOptions = {}): Promise<AccountsApp> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-test-desk-'))
  const logged: string[] = []
  const log = (message: string) => void logged.push(message)
  const { database, drop } = await openEmptyDatabase(folder, log)
  const outboxFolder = join(folder, 'outbox')
  const mailer = openMailer({ smtpUrl: options.smtpUrl ?? null, from: 'Larder <larder@kitchen.test>', outboxFolder, retryMs: 1 }, log)
  const config: AccountConfig = {
    publicUrl: options.publicUrl ?? null,
    signup: options.signup ?? 'open',
    rateLimits: options.rateLimits ?? 'off',
    admins: options.admins ?? [],
    oidcProviders: options.oidcProviders ?? [],
    passwordSignIn: options.passwordSignIn ?? true,
  }
  const accounts = await openAccountServices({
    database,
    mailer,
    config,
    listeningUrl: () => listeningAddress,
    log,
    passwords: fastPasswordHasher,
    ...(options.isInvited ? { isInvited: options.isInvited } : {}),
  })
  const app = await createHttpServer({
    logLevel: options.logTo ? 'info' : 'silent',
    publicUrl: config.publicUrl,
    hosts: options.hosts ?? [],
    tls: null,
    webFolder: null,
    uploadBytes: 1024,
    ...(options.logTo ? { logTo: options.logTo } : {}),
  })
  mount(app, accountRoutes(accounts), {
    database,
    identify: createIdentityFinder(database, accounts.secret, accounts.extendSession),
    isServerAdmin: async () => false,
    authenticatedAt: lastAuthenticationReader(database),
    tabletCookie: 'larder-tablet',
    recheck: async () => {},
    limits: config.rateLimits,
    responseEncryption: createEncryption('key of a test', 'kept answer'),
    uploads: openUploads(join(folder, 'uploads')),
  })
  await app.ready()

  return {
    app,
    database,
    accounts,
    logged,
    post: (path, body, headers = {}) =>
      app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(body) }),
    get: (path, bearer, headers = {}) =>
      app.inject({ method: 'GET', url: path, headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...headers } }),
    submit: (path) =>
      app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' }),
    idle: () => mailer.idle(),
    async outbox() {
      await mailer.idle()
      const names = (() => {
        try {
          return readdirSync(outboxFolder).sort()
        } catch {
          return []
        }
      })()
      return names.map((name) => readFileSync(join(outboxFolder, name), 'utf8'))
    },
    rows: (table) => database.identity.withTables<Record<string, Record<string, unknown>>>().selectFrom(table).selectAll().execute(),
    async close() {
      await app.close()
      await mailer.close()
      // A test may have closed it.
      await database.close().catch(() => {})
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openEmptyDatabase(
  folder: string,
  log: (message: string) => void,
): Promise<{ database: Database; drop: () => Promise<void> }> {
  if (process.env['LARDER_TEST_ENGINE'] === 'postgres') {
    const cluster = sharedCluster()
    const url = await cluster.createMigrated()
    return { database: await openPostgres(url, log, { appUrl: cluster.appUrl(url) }), drop: () => cluster.dropDatabase(url) }
  }
  await writeMigratedDatabase(folder)
  return { database: openSqlite(folder, log), drop: async () => {} }
}

let count = 0
/** Returns sign-up data with a new address. */
export const signUpData = (email = `cook${++count}@kitchen.test`) => ({
  email,
  password: 'basil and thyme',
  firstName: 'Ada',
  lastName: 'Cook',
})

/** Returns the credentials for signing in. */
export const credentialsOf = ({ email, password }: { email: string; password: string }) => ({ email, password })

/** Returns the signed bearer token of a response. Throws if there is none. */
export function tokenOf(response: LightMyRequestResponse): string {
  const token = response.headers['set-auth-token']
  if (typeof token !== 'string') throw new Error(`no token in ${response.statusCode} ${response.body}`)
  return token
}

/** Returns the device cookie of a response, as a browser sends it. */
export function deviceOf({ headers }: LightMyRequestResponse): string {
  const [cookie] = String(headers['set-cookie'] ?? '').split('; ')
  if (!cookie) throw new Error('no device cookie')
  return cookie
}

/** Returns the first link in a mail. */
export function linkIn(mail: string): URL {
  const link = /https?:\/\/[^\s"<]+/.exec(mail)?.[0]
  if (!link) throw new Error('no link in the mail')
  return new URL(link)
}

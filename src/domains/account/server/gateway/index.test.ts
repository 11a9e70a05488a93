import { getMigrations } from 'better-auth/db/migration'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type AccountsApp, openAccountsApp, signUpData } from '#tests/support/server/accounts-app.ts'
import { identityOptions } from './identity-library.ts'

let desk: AccountsApp
afterEach(() => desk?.close())

test('creates every table and column the identity library needs', async () => {
  desk = await openAccountsApp()
  const warned: unknown[] = []
  const { database, mails, passwords } = desk.accounts
  const settings = identityOptions({
    database,
    secret: 'x'.repeat(43),
    mails,
    passwords,
    revokeTokens: async () => {},
    requiresConfirmation: true,
    log: () => {},
  })
  // The library inspects the schema through its own connection, not the adapter.
  const plan = await getMigrations({
    ...settings,
    database: { db: database.identity, type: database.engine },
    logger: { log: (...line) => void warned.push(line) },
  })
  expect([plan.toBeCreated.map(({ table }) => table), plan.toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])]).toEqual([
    [],
    [],
  ])
})

test('shares the secret between processes on one database', async () => {
  desk = await openAccountsApp()
  const { openAccountServices } = await import('./index.ts')
  const { openMailer } = await import('#platform/server/outbox/mailer.ts')
  const mailer = openMailer({ smtpUrl: null, from: 'x', outboxFolder: 'unused' }, () => {})
  const second = await openAccountServices({ database: desk.database, mailer, config: desk.accounts.config, listeningUrl: () => '' })
  expect(second.secret).toBe(desk.accounts.secret)
})

describe('a failing database', () => {
  const errorOf = async (request: Parameters<AccountsApp['accounts']['callIdentity']>[0]) =>
    desk.accounts.callIdentity(request, { bearer: null, ip: '127.0.0.1', userAgent: '' }).then(
      () => null,
      (error: Error) => error,
    )

  test('I-66: returns problem documents without SQL and logs no address', async () => {
    desk = await openAccountsApp()
    const person = signUpData('secret-address@kitchen.test')
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    await asOwner(desk.database, 'alter table accounts rename to accounts_away')
    for (const response of [
      await desk.post('/api/auth/sign-up/email', person),
      await desk.post('/api/auth/sign-in/email', { email: person.email, password: person.password }),
      await desk.post('/api/auth/request-password-reset', { email: person.email }),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([500, 'internal'])
      expect(response.body).not.toMatch(/accounts|select|insert|secret-address|node_modules|\.ts/)
    }
    expect(JSON.stringify([desk.logged, printed.mock.calls.map(String)])).not.toContain('secret-address')
    const error = await errorOf({ method: 'POST', path: '/sign-in/email', body: { email: person.email, password: person.password } })
    expect(`${error?.stack} ${JSON.stringify(error)} ${String(error?.cause)}`).not.toContain('secret-address')
    printed.mockRestore()
  })

  test('returns 503 if it doesn’t respond', async () => {
    desk = await openAccountsApp()
    const { app, database } = desk
    await database.close()
    const payload = JSON.stringify(signUpData())
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
    expect(response.headers['retry-after']).toBeDefined()
  })

  if (process.env['LARDER_TEST_ENGINE'] === 'postgres')
    test('returns 503 if the connection pool timed out, even if it has recovered', async () => {
      const { query } = pg.Client.prototype
      let isBusy = false
      const queries = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function busy(this: pg.Client, ...input: unknown[]) {
        const [first] = input
        const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
        if (isBusy && /from "users"/.test(text)) return Promise.reject(new Error('timeout exceeded when trying to connect'))
        return Reflect.apply(query, this, input)
      })
      desk = await openAccountsApp()
      isBusy = true
      const response = await desk.post('/api/auth/request-password-reset', { email: 'nobody@kitchen.test' })
      queries.mockRestore()
      expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
    })
})

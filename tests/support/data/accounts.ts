import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultPreferences } from '#domains/account/contract/index.ts'
import type { PasswordHasher } from '#domains/account/server/gateway/password-hasher.ts'
import { hashSessionToken } from '#domains/account/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { loadSecret } from '#platform/server/security/encryption.ts'

type SessionTables = {
  users: Record<'id' | 'name' | 'email' | 'first_name' | 'last_name' | 'preferences', string> &
    Record<'created_at' | 'updated_at', Date> & { email_verified: boolean; image: string | null }
  sessions: Record<'id' | 'user_id' | 'token', string> &
    Record<'expires_at' | 'authenticated_at' | 'created_at' | 'updated_at', Date> & { ip_address: string | null; user_agent: string | null }
}

const dayMs = 86_400_000
const on = (database: Database) => database.identity.withTables<SessionTables>()

/**
 * Creates a session as sign-in does, and returns its bearer token. A negative `endsInMs` creates an expired one. `authenticatedAt` is the
 * last password check; by default it stays recent however far a test moves the clock.
 */
export async function openSession(
  database: Database,
  userId: string,
  endsInMs = 8 * dayMs,
  authenticatedAt = new Date(Date.now() + 4000 * dayMs),
): Promise<string> {
  const raw = randomBytes(16).toString('hex')
  const now = new Date()
  await on(database)
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      user_id: userId,
      token: hashSessionToken(raw),
      expires_at: new Date(now.getTime() + endsInMs),
      authenticated_at: authenticatedAt,
      created_at: now,
      updated_at: now,
      ip_address: null,
      user_agent: null,
    })
    .execute()
  return `${raw}.${createHmac('sha256', await loadSecret(database, 'auth'))
    .update(raw)
    .digest('base64')}`
}

let minted = 0

export interface Account {
  email: string
  firstName: string
  userId: string
  token: string
}

/**
 * Creates accounts with a session but no password, since hashing one takes longer than most tests. Sessions last for years, so a test may
 * move the clock.
 */
export async function createAccounts(database: Database, count: number, firstName: string, lastName: string): Promise<Account[]> {
  const now = new Date()
  const people = Array.from({ length: count }, () => ({
    id: randomUUID(),
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}.${process.pid}.${++minted}@kitchen.example`.toLowerCase(),
    email_verified: false,
    image: null,
    first_name: firstName,
    last_name: lastName,
    preferences: JSON.stringify(defaultPreferences),
    created_at: now,
    updated_at: now,
  }))
  await on(database).insertInto('users').values(people).execute()
  return Promise.all(
    people.map(async ({ id, email }) => ({ email, firstName, userId: id, token: await openSession(database, id, 4000 * dayMs) })),
  )
}

const hashOf = (password: string, salt: string) => `${salt}:${createHmac('sha256', salt).update(password.normalize('NFKC')).digest('hex')}`

/** Waits as long as real hashing would, so concurrency bugs still show, but uses no CPU. */
export const fastPasswordHasher: PasswordHasher = {
  async hash(password) {
    await pause(20)
    return hashOf(password, randomBytes(8).toString('hex'))
  },
  async verify({ hash, password }) {
    await pause(20)
    return hash === hashOf(password, hash.split(':')[0] ?? '')
  },
}

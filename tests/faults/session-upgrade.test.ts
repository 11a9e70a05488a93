import { createHash, createHmac, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { getMe } from '#domains/account/contract/index.ts'
import { hashSessionToken } from '#domains/account/server/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { openPostgresTarget } from '#platform/server/database/postgres/backup.ts'
import { createSqliteTarget } from '#platform/server/database/sqlite/backup.ts'
import type { Cell, DatabaseTarget } from '#platform/server/database/table-schema.ts'
import { loadSecret } from '#platform/server/security/encryption.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { engine } from '#tests/support/server/server-processes.ts'
import { openTestApp, personOf } from '#tests/support/server/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-test-sessions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Migrations before session tokens were stored as hashes. */
const before = readdirSync(join(import.meta.dirname, '../../migrations'))
  .filter((file) => file.endsWith('.sql') && !file.endsWith('.postgres.sql') && file < '0032')
  .map((file) => file.slice(0, -'.sql'.length))

it('keeps everyone signed in when session tokens become hashes, also with a plain role as the database owner', async () => {
  const url = engine === 'postgres' ? await sharedCluster().createOwned() : ''
  const target = url ? await openPostgresTarget(url, before) : createSqliteTarget(join(folder, 'larder.db'), before)
  const [userId, now] = [randomUUID(), new Date()]
  const token = 'abcdefghijklmnopqrstuvwxyz012345'
  await put(target, 'users', {
    id: userId,
    name: 'Ana Test',
    email: 'ana@kitchen.example',
    email_verified: false,
    first_name: 'Ana',
    last_name: 'Test',
    preferences: '{}',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  })
  await put(target, 'sessions', {
    id: randomUUID(),
    user_id: userId,
    token,
    expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  })
  await target.end()

  const { testApp, close } = await openTestApp({ LARDER_DATA_DIR: folder, DATABASE_URL: url })
  try {
    const { database } = testApp.server
    const signature = createHmac('sha256', await loadSecret(database, 'auth'))
      .update(token)
      .digest('base64')
    const ana = personOf(testApp, { email: 'ana@kitchen.example', firstName: 'Ana', userId, token: `${token}.${signature}` })
    expect((await ana.must(getMe)).id).toBe(userId)
    const rows = await database.identity.withTables<{ sessions: { token: string } }>().selectFrom('sessions').select('token').execute()
    expect(rows.map((row) => ({ ...row }))).toEqual([{ token: hashSessionToken(token) }])
  } finally {
    await close()
  }
})

it('lets old access tokens expire in a year, and old calendar links never', async () => {
  const url = engine === 'postgres' ? await sharedCluster().createOwned() : ''
  const data = join(folder, 'tokens')
  mkdirSync(data)
  const target = url ? await openPostgresTarget(url, before) : createSqliteTarget(join(data, 'larder.db'), before)
  const [userId, householdId, now] = [randomUUID(), randomUUID(), new Date()]
  const [at, hash] = [now.toISOString(), (secret: string) => createHash('sha256').update(secret).digest('base64url')]
  await put(target, 'users', {
    id: userId,
    name: 'Ana Test',
    email: 'ana@kitchen.example',
    email_verified: false,
    first_name: 'Ana',
    last_name: 'Test',
    preferences: '{}',
    created_at: at,
    updated_at: at,
  })
  await put(target, 'households', {
    id: householdId,
    name: 'Home',
    time_zone: 'UTC',
    currency: 'EUR',
    invite_hash: 'x',
    invite_box: 'x',
    seq: 0,
    created_at: at,
    version: 1,
  })
  await put(target, 'members', { household_id: householdId, user_id: userId, role: 'OWNER', joined_at: at, version: 1 })
  const [token, key] = ['a'.repeat(43), 'b'.repeat(43)]
  const row = { household_id: householdId, user_id: userId, created_at: at }
  await put(target, 'access_keys', { ...row, id: randomUUID(), kind: 'read', name: 'Display', hash: hash(token) })
  await put(target, 'access_keys', { ...row, id: randomUUID(), kind: 'calendar', name: '', hash: hash(key) })
  await target.end()

  const { testApp, close } = await openTestApp({ LARDER_DATA_DIR: data, DATABASE_URL: url })
  try {
    const rows = await testApp.server.database.read(householdId as HouseholdId, (q) =>
      q.rows<{ kind: string; expires_at: string | null }>('select kind, expires_at from access_keys order by kind', []),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['calendar', 'read'])
    expect(rows[0]?.expires_at).toBeNull()
    const days = (Date.parse(rows[1]?.expires_at ?? '') - now.getTime()) / 86_400_000
    expect([365, 366]).toContain(Math.round(days))
    const headers = { authorization: `Bearer larder_${token}`, 'x-household-id': householdId }
    expect((await testApp.inject({ method: 'GET', url: listLots.path, headers })).status).toBe(200)
  } finally {
    await close()
  }
})

async function put(target: DatabaseTarget, name: string, row: Record<string, Cell>): Promise<void> {
  const table = target.tables.find((one) => one.name === name)
  if (!table) throw new Error(`there is no table ${name}`)
  await target.put(table, Object.keys(row), [Object.values(row)])
}

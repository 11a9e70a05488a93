import { randomUUID } from 'node:crypto'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()
// Before sign-in there is no user whose rows a transaction could see.
const anonymously = (database: Database) => database.identity.withTables<AccountTables>()

/** The id that a provider has in the table of accounts, where a password is `credential`. */
const prefix = 'oidc:'
const storedId = (provider: string) => `${prefix}${provider}`

/** Returns the user who is connected with a provider's person. */
export async function userAtProvider(database: Database, provider: string, subject: string): Promise<string | undefined> {
  const row = await anonymously(database)
    .selectFrom('accounts')
    .select('user_id')
    .where('provider_id', '=', storedId(provider))
    .where('account_id', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Records that something that works once was used. Returns false if it had been. */
export async function claimOnce(database: Database, id: string, now: Date, until: Date): Promise<boolean> {
  const claimed = await anonymously(database)
    .insertInto('verifications')
    .values({ id, identifier: id, value: '', expires_at: until, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n
}

/** Records whether a user is in a provider's admin group. */
export async function setAdminProvider(database: Database, userId: string, provider: string, isAdmin: boolean): Promise<void> {
  const user = anonymously(database).updateTable('users').where('id', '=', userId)
  await (isAdmin
    ? user.set({ admin_provider: provider })
    : user.set({ admin_provider: null }).where('admin_provider', '=', provider)
  ).execute()
}

export async function connectedProviders(q: Reader, userId: UserId): Promise<{ provider: string; connectedAt: string }[]> {
  const rows = await on(q)
    .selectFrom('accounts')
    .select(['provider_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('provider_id', 'like', `${prefix}%`)
    .orderBy('provider_id')
    .execute()
  return rows.map(({ provider_id, created_at }) => ({
    provider: provider_id.slice(prefix.length),
    connectedAt: new Date(created_at).toISOString(),
  }))
}

/** Connects a provider's person with a user. Returns false if the person or the user is connected with another. */
export async function connect(
  tx: Transaction,
  userId: UserId,
  { provider, subject }: { provider: string; subject: string },
  now: Date,
): Promise<boolean> {
  const own = (await connectedProviders(tx, userId)).some((one) => one.provider === provider)
  if (own) return false
  const inserted = await on(tx)
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      user_id: userId,
      account_id: subject,
      provider_id: storedId(provider),
      password: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Also ends what the provider's admin group allowed. Returns false if the user isn't connected with the provider. */
export async function disconnect(tx: Transaction, userId: UserId, provider: string): Promise<boolean> {
  const gone = await on(tx)
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', storedId(provider))
    .executeTakeFirst()
  await on(tx).updateTable('users').set({ admin_provider: null }).where('id', '=', userId).where('admin_provider', '=', provider).execute()
  return gone.numDeletedRows === 1n
}

import { sql } from 'kysely'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

/** The last account of a page. */
export type AccountCursor = readonly [createdAt: Date, id: string]

interface AccountFilter {
  search: string
  limit: number
  after: AccountCursor | null
}

/** Selects accounts with the last use of their sessions. */
const accounts = (q: Reader) =>
  on(q)
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', 'locked_at', 'admin_provider'])
    .select((row) =>
      row
        .selectFrom('sessions')
        .innerJoin('last_seen', 'last_seen.id', 'sessions.id')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select((seen) => seen.fn.max('last_seen.at').as('at'))
        .as('seen_at'),
    )

/** Newest first. */
export function listAccounts(q: Reader, { search, limit, after }: AccountFilter) {
  const like = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return accounts(q)
    .where(sql<boolean>`(lower(name) like ${like} escape '\\' or lower(email) like ${like} escape '\\')`)
    .$if(after !== null, (all) => {
      const [at, id] = after as AccountCursor
      return all.where((row) => row.or([row('created_at', '<', at), row.and([row('created_at', '=', at), row('id', '<', id)])]))
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countAccounts(q: Reader): Promise<number> {
  const { count } = await on(q)
    .selectFrom('users')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the id of the first account, or null on an empty server. */
export async function firstAccount(q: Reader): Promise<string | null> {
  const [first] = await on(q).selectFrom('users').select('id').orderBy('created_at').orderBy('id').limit(1).execute()
  return first?.id ?? null
}

/** Returns null if there is no such account. */
export async function emailOf(q: Reader, id: string): Promise<string | null> {
  const row = await on(q).selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? null
}

/** Returns what decides whether a user is a server admin, or undefined if there is no such account. */
export const adminFieldsOf = (q: Reader, id: string) =>
  on(q).selectFrom('users').select(['id', 'email', 'admin_provider']).where('id', '=', id).executeTakeFirst()

export const accountById = (q: Reader, id: string) => accounts(q).where('id', '=', id).executeTakeFirst()

/** Locks an account, or unlocks it if `at` is null. Returns false if nothing changed. */
export async function setLockedAt(tx: Transaction, id: string, at: string | null): Promise<boolean> {
  const changed = await on(tx)
    .updateTable('users')
    .set({ locked_at: at })
    .where('id', '=', id)
    .where('locked_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

export async function serverSetting(q: Reader, name: string): Promise<string | undefined> {
  return (await on(q).selectFrom('server_settings').select('value').where('name', '=', name).executeTakeFirst())?.value
}

export const setServerSetting = (tx: Transaction, name: string, value: string) =>
  on(tx)
    .insertInto('server_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()

const profileColumns = ['id', 'email', 'first_name', 'last_name', 'image', 'preferences', 'created_at', 'updated_at'] as const
export type ProfileRow = Pick<AccountTables['users'], (typeof profileColumns)[number]>

export const profileOf = (q: Reader, userId: UserId): Promise<ProfileRow | undefined> =>
  on(q).selectFrom('users').select(profileColumns).where('id', '=', userId).executeTakeFirst()

/** Returns the stored JSON, or undefined if there is no such user. */
export async function preferencesOf(q: Reader, who: { id: string } | { email: string }): Promise<string | undefined> {
  const users = on(q).selectFrom('users').select('preferences')
  const row = await ('id' in who ? users.where('id', '=', who.id) : users.where('email', '=', who.email)).executeTakeFirst()
  return row?.preferences
}

/** Updates a profile and returns it. Returns undefined if the account no longer exists or differs from `expected`. */
export const updateProfile = (
  tx: Transaction,
  userId: UserId,
  set: Partial<Pick<AccountTables['users'], 'name' | 'first_name' | 'last_name' | 'image' | 'preferences'>>,
  now: Date,
  expected?: ProfileRow,
): Promise<ProfileRow | undefined> => {
  const query = on(tx)
    .updateTable('users')
    .set({ ...set, updated_at: now })
    .where('id', '=', userId)
  return (expected ? query.where('updated_at', '=', expected.updated_at) : query).returning(profileColumns).executeTakeFirst()
}

/** Replaces a user's avatar. The last of several concurrent calls wins. */
export async function replaceAvatar(tx: Transaction, row: AccountTables['avatars']): Promise<void> {
  const { user_id: _same, ...picture } = row
  const upsert = on(tx).insertInto('avatars').values(row)
  await upsert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture)).execute()
}
export const deleteAvatar = (tx: Transaction, userId: string) => on(tx).deleteFrom('avatars').where('user_id', '=', userId).execute()

export const avatarById = (q: Reader, id: string) =>
  on(q).selectFrom('avatars').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()

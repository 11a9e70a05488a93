import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { conflict, invalid, notFound, Problem } from '#platform/shared/problem.ts'
import type { AccountServices } from '../gateway/index.ts'
import * as store from '../store/accounts.ts'
import { deleteSessions } from '../store/sessions.ts'

const defaultPageSize = 50

interface AccountQuery {
  search?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Returns accounts whose name or address contains `search`, newest first, and the cursor of the next page. */
export async function listAccounts(q: Reader, { search = '', limit = defaultPageSize, cursor }: AccountQuery, admins: ServerAdmins) {
  const rows = await store.listAccounts(q, { search, limit: limit + 1, after: cursor === undefined ? null : readCursor(cursor) })
  const page = rows.slice(0, limit)
  const isServerAdmin = await serverAdminTest(q, admins)
  const accounts = page.map((row) => toAccount(row, isServerAdmin(row)))
  const last = page.at(-1)
  const next = last && rows.length > limit ? Buffer.from(JSON.stringify([new Date(last.created_at), last.id])).toString('base64url') : null
  return { accounts, next }
}

type Row = NonNullable<Awaited<ReturnType<typeof store.accountById>>>
type Account = ReturnType<typeof toAccount>

const toAccount = ({ id, name, email, created_at, seen_at, locked_at }: Row, isServerAdmin: boolean) => ({
  id,
  name,
  email,
  createdAt: new Date(created_at).toISOString(),
  seenAt: seen_at,
  lockedAt: locked_at,
  isAdministrator: isServerAdmin,
})

/** Throws 404. */
async function getAccount(q: Reader, id: string, admins: ServerAdmins): Promise<Account> {
  const row = await store.accountById(q, id)
  if (!row) throw notFound()
  return toAccount(row, (await serverAdminTest(q, admins))(row))
}

export const countAccounts = store.countAccounts

function readCursor(text: string): store.AccountCursor {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const at = new Date(createdAt)
    if (typeof createdAt === 'string' && typeof id === 'string' && !Number.isNaN(at.getTime())) return [at, id]
  } catch {
    // Rejected below.
  }
  throw invalid('cursor_invalid', 'That page of results no longer exists. Start again from the first.', 'cursor')
}

/**
 * Locks or unlocks an account. A locked account can't sign in, its sessions and streams end, and its access tokens, calendar link and
 * notifications are suspended. Nothing is deleted. Throws 404, and 409 `administrator_stays` for a server admin who isn't one by a
 * provider's group only.
 */
export async function setAccountLock(
  tx: Transaction,
  id: string,
  isAccountLocked: boolean,
  admins: ServerAdmins,
  now: Date,
): Promise<Account> {
  const row = await store.accountById(tx, id)
  if (!row) throw notFound()
  if (isAccountLocked && (await namedAdminTest(tx, admins))(row))
    throw conflict('administrator_stays', 'You can’t lock a server admin. Make someone else a server admin first.')
  if (await store.setLockedAt(tx, id, isAccountLocked ? now.toISOString() : null)) {
    await endAllSessions(tx, id)
    // Streams of access tokens don't depend on a session.
    if (isAccountLocked) tx.publish('account-locked', id)
  }
  return getAccount(tx, id, admins)
}

/** Ends all of a user's sessions. Throws 404. */
export async function signOutEverywhere(tx: Transaction, id: string, admins: ServerAdmins): Promise<void> {
  await getAccount(tx, id, admins)
  await endAllSessions(tx, id)
}

/** Their live streams close after the commit. */
async function endAllSessions(tx: Transaction, id: string): Promise<void> {
  for (const sessionId of await deleteSessions(tx, id)) tx.publish('session-ended', sessionId)
}

/** Who is a server admin. */
export interface ServerAdmins {
  /** Lowercase email addresses. Empty: the first account. */
  readonly emails: readonly string[]
  /** Ids of the sign-in providers whose admin groups count. */
  readonly providers: readonly string[]
}

export const serverAdmins = ({ admins, oidcProviders }: Pick<AccountServices['config'], 'admins' | 'oidcProviders'>): ServerAdmins => ({
  emails: admins,
  providers: oidcProviders.flatMap(({ id, adminGroup }) => (adminGroup === undefined ? [] : id)),
})

type AdminFields = Pick<Row, 'id' | 'email' | 'admin_provider'>

const isInAdminGroup = ({ providers }: ServerAdmins, { admin_provider }: Pick<AdminFields, 'admin_provider'>): boolean =>
  admin_provider !== null && providers.includes(admin_provider)

/** Returns a predicate for the server admins that the configuration names, or the first account if it names none. */
async function namedAdminTest(q: Reader, { emails }: ServerAdmins): Promise<(account: AdminFields) => boolean> {
  if (emails.length > 0) return ({ email }) => emails.includes(email.toLowerCase())
  const first = await store.firstAccount(q)
  return ({ id }) => id === first
}

/** Returns a predicate for all server admins. */
async function serverAdminTest(q: Reader, admins: ServerAdmins): Promise<(account: AdminFields) => boolean> {
  const isNamed = await namedAdminTest(q, admins)
  return (account) => isInAdminGroup(admins, account) || isNamed(account)
}

/** Returns whether a user is a server admin. */
export async function isServerAdmin(q: Reader, userId: UserId, admins: ServerAdmins): Promise<boolean> {
  const account = await store.adminFieldsOf(q, userId)
  return account !== undefined && (await serverAdminTest(q, admins))(account)
}

/** Returns whether an address is reserved: without mail its ownership can't be confirmed, so no one may claim a server admin's. */
export const isReservedAdminEmail = ({ config, canSendMail }: Pick<AccountServices, 'config' | 'canSendMail'>, email: string): boolean =>
  !canSendMail && config.admins.includes(email.toLowerCase())

export const addressReserved = () => new Problem(403, 'address_kept', 'This address is reserved for the server admin.')

import type { Reader } from '#platform/server/database/index.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import * as store from '../store/accounts.ts'
import { serverAdminTest } from './check-server-admin.ts'

const defaultPageSize = 50

interface AccountQuery {
  search?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Returns accounts whose name or address contains `search`, newest first, and the cursor of the next page. `admins` are lowercase addresses. */
export async function listAccounts(q: Reader, { search = '', limit = defaultPageSize, cursor }: AccountQuery, admins: readonly string[]) {
  const rows = await store.listAccounts(q, { search, limit: limit + 1, after: cursor === undefined ? null : readCursor(cursor) })
  const page = rows.slice(0, limit)
  const isServerAdmin = await serverAdminTest(q, admins)
  const accounts = page.map((row) => toAccount(row, isServerAdmin(row)))
  const last = page.at(-1)
  const next = last && rows.length > limit ? Buffer.from(JSON.stringify([new Date(last.created_at), last.id])).toString('base64url') : null
  return { accounts, next }
}

type Row = NonNullable<Awaited<ReturnType<typeof store.accountById>>>
export type Account = ReturnType<typeof toAccount>

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
export async function getAccount(q: Reader, id: string, admins: readonly string[]): Promise<Account> {
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

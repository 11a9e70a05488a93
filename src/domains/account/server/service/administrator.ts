import type { UserId } from '#platform/contract/ids.ts'
import type { Reader } from '#platform/server/database.ts'
import { firstAccount } from '../store/accounts.ts'

/** Whether somebody looks after the server: one of the addresses the operator named, or where none is named the first account. */
export async function isAdministrator(q: Reader, userId: UserId, admins: readonly string[]): Promise<boolean> {
  if (admins.length > 0) {
    const [row] = await q.rows<{ email: string }>('select email from users where id = ?', [userId])
    return row !== undefined && admins.includes(row.email.toLowerCase())
  }
  return (await firstAccount(q)) === userId
}

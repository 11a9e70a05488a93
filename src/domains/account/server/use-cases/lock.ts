import type { Transaction } from '#platform/server/database/index.ts'
import { conflict } from '#platform/shared/problem.ts'
import { setLockedAt } from '../store/accounts.ts'
import { deleteSessions } from '../store/sessions.ts'
import { type Account, getAccount } from './accounts.ts'

/**
 * Locks an account, or opens it again: a locked one signs in nowhere, its sessions and streams end, its access tokens, its calendar
 * link and its messages rest. Nothing of it is deleted. Throws 404, and 409 `administrator_stays` for who looks after the server.
 */
export async function setLock(tx: Transaction, id: string, isLocked: boolean, admins: readonly string[], now: Date): Promise<Account> {
  const account = await getAccount(tx, id, admins)
  if (isLocked && account.isAdministrator)
    throw conflict('administrator_stays', 'You can’t lock a server admin. Make someone else a server admin first.')
  if (await setLockedAt(tx, id, isLocked ? now.toISOString() : null)) {
    await endAllSessions(tx, id)
    // Streams of access tokens have no session that could end.
    if (isLocked) tx.publish('account-locked', id)
  }
  return getAccount(tx, id, admins)
}

/** Signs somebody out everywhere. Throws 404. */
export async function signOutEverywhere(tx: Transaction, id: string, admins: readonly string[]): Promise<void> {
  await getAccount(tx, id, admins)
  await endAllSessions(tx, id)
}

/** Live streams hear of it once it is kept. */
async function endAllSessions(tx: Transaction, id: string): Promise<void> {
  for (const session of await deleteSessions(tx, id)) tx.publish('session-ended', session)
}

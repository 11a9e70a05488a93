import type { Transaction } from '#platform/server/database/index.ts'
import { conflict } from '#platform/shared/problem.ts'
import { setLockedAt } from '../store/accounts.ts'
import { deleteSessions } from '../store/sessions.ts'
import { type Account, getAccount } from './list-accounts.ts'

/**
 * Locks or unlocks an account. A locked account can't sign in, its sessions and streams end, and its access tokens, calendar link and
 * notifications are suspended. Nothing is deleted. Throws 404, and 409 `administrator_stays` for a server admin.
 */
export async function setAccountLock(
  tx: Transaction,
  id: string,
  isAccountLocked: boolean,
  admins: readonly string[],
  now: Date,
): Promise<Account> {
  const account = await getAccount(tx, id, admins)
  if (isAccountLocked && account.isAdministrator)
    throw conflict('administrator_stays', 'You can’t lock a server admin. Make someone else a server admin first.')
  if (await setLockedAt(tx, id, isAccountLocked ? now.toISOString() : null)) {
    await endAllSessions(tx, id)
    // Streams of access tokens don't depend on a session.
    if (isAccountLocked) tx.publish('account-locked', id)
  }
  return getAccount(tx, id, admins)
}

/** Ends all of a user's sessions. Throws 404. */
export async function signOutEverywhere(tx: Transaction, id: string, admins: readonly string[]): Promise<void> {
  await getAccount(tx, id, admins)
  await endAllSessions(tx, id)
}

/** Their live streams close after the commit. */
async function endAllSessions(tx: Transaction, id: string): Promise<void> {
  for (const sessionId of await deleteSessions(tx, id)) tx.publish('session-ended', sessionId)
}

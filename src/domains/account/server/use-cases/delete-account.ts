import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { Accounts } from '../gateway/index.ts'
import { deleteUser } from '../store/credentials.ts'
import { reauthenticate } from './reauthenticate.ts'
import { publishEndedSessions } from './sessions.ts'

/** What a later domain does when somebody goes for good. Both may be asked again after a failure. */
export interface AccountDeletionHook {
  /** Throws when something must be settled first; changes nothing. */
  check?(caller: Caller): Promise<void>
  /** Ends what ties the person to others, in transactions of its own. */
  leave(caller: Caller): Promise<void>
}

/**
 * Deletes an account: first what hangs on it elsewhere, then the account itself, its sessions and whatever belongs to nobody else.
 * What stands in logs of households are ids that lead nowhere from then on. Throws 422 `wrong_password`, 409 `last_owner`.
 */
export async function deleteAccount(
  accounts: Accounts,
  limiter: RateLimiter | null,
  caller: Caller,
  password: string,
  deletionHooks: readonly AccountDeletionHook[],
): Promise<void> {
  const { database } = accounts
  await reauthenticate(accounts, limiter, caller, password)
  for (const { check } of deletionHooks) await check?.(caller)
  for (const deletionHook of deletionHooks) await deletionHook.leave(caller)
  const ended = await database.write({ user: caller.userId }, 'delete an account', (tx) => deleteUser(tx, caller.userId), caller.userId)
  await publishEndedSessions(database, ended)
}

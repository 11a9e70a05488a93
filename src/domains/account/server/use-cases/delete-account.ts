import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { AccountServices } from '../gateway/index.ts'
import { deleteUser } from '../store/credentials.ts'
import { reauthenticate } from './reauthenticate.ts'
import { publishEndedSessions } from './sessions.ts'

/** Runs when an account is deleted. Both methods may be called again after a failure. */
export interface AccountDeletionHook {
  /** Throws if something prevents the deletion. Changes nothing. */
  check?(caller: AuthenticatedUser): Promise<void>
  /** Removes the user from shared data, in its own transactions. */
  leave(caller: AuthenticatedUser): Promise<void>
}

/**
 * Runs the deletion hooks, then deletes the account and its sessions. Change logs of households keep the user's id.
 * Throws 422 `wrong_password`, 409 `last_owner`.
 */
export async function deleteAccount(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  password: string,
  deletionHooks: readonly AccountDeletionHook[],
): Promise<void> {
  await reauthenticate(accounts, limiter, caller, password)
  for (const { check } of deletionHooks) await check?.(caller)
  for (const deletionHook of deletionHooks) await deletionHook.leave(caller)
  await accounts.database.write(
    { user: caller.userId },
    'delete an account',
    async (tx) => publishEndedSessions(tx, await deleteUser(tx, caller.userId)),
    caller.userId,
  )
}

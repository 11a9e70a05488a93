import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { conflict } from '#platform/shared/problem.ts'
import type { Accounts } from '../gateway/index.ts'
import { deleteVerifications, replacePassword } from '../store/credentials.ts'
import { deleteOtherSessions } from '../store/sessions.ts'
import { reauthenticate } from './reauthenticate.ts'
import { rejectCommonPassword } from './reject-common-password.ts'
import { publishEndedSessions } from './sessions.ts'

/**
 * Sets a new password. Ends every other session, mailed link and pending sign-in; `endTokens` also revokes access tokens and calendar
 * links. Throws 422 `wrong_password` or `password_too_common`, and 409 if the password was changed by another request.
 */
export async function changePassword(
  accounts: Accounts,
  limiter: RateLimiter | null,
  caller: Caller,
  { currentPassword, newPassword, endTokens }: { currentPassword: string; newPassword: string; endTokens: boolean },
): Promise<void> {
  const { database, passwords, mails, revokeTokens } = accounts
  await rejectCommonPassword(newPassword, 'newPassword')
  const { email, hash } = await reauthenticate(accounts, limiter, caller, currentPassword, 'currentPassword')
  const next = await passwords.hash(newPassword)
  const ended = await database.write({ user: caller.userId }, 'change the password', async (tx) => {
    if (!(await replacePassword(tx, caller.userId, hash, next)))
      throw conflict('changed_meanwhile', 'Your password was changed in the meantime.')
    await deleteVerifications(tx, caller.userId)
    if (endTokens) await revokeTokens(tx, caller.userId)
    return deleteOtherSessions(tx, caller.userId, caller.sessionId)
  })
  await publishEndedSessions(database, ended)
  mails.passwordChanged(email, endTokens)
}

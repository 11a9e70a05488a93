import type { UserId } from '#platform/shared/ids.ts'
import type { Accounts } from '../gateway/index.ts'
import { emailOf } from '../store/accounts.ts'

/** Tells somebody by mail what was done to their account. The request does not wait for it, and it never throws. */
export function sendSecurityMail(
  { database, mails }: Pick<Accounts, 'database' | 'mails'>,
  userId: UserId,
  kind: 'tokenAdded' | 'calendarLinkAdded' | 'passkeyAdded' | 'twoFactorEnded',
): void {
  database
    .read({ user: userId }, (q) => emailOf(q, userId))
    .then(
      (email) => {
        if (email !== null) mails[kind](email)
      },
      () => {},
    )
}

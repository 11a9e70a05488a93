import type { UserId } from '#platform/shared/ids.ts'
import type { Accounts } from '../gateway/index.ts'
import { emailOf } from '../store/accounts.ts'

/** Mails a user about a change to their account, in the background. Never throws. */
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

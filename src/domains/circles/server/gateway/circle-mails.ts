import type { localizedMails } from '#domains/account/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { openRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { say } from '#platform/shared/say.ts'
import { inviteDays } from '../use-cases/join-circle.ts'

/** Maximum number of invitations sent to one address in a day. */
const maxInvitesPerDay = 3

interface CircleMailOptions {
  database: Database
  post: ReturnType<typeof localizedMails>
  /** Returns the base URL of the links. */
  base: () => string
  limits: 'on' | 'off'
}

/** The mails contain no text that a user entered. */
export function circleMails({ database, post, base, limits }: CircleMailOptions) {
  const limiter = limits === 'on' ? openRateLimiter(database, 'invitations to an address', maxInvitesPerDay, 86_400_000) : null
  return {
    /** Counts an invitation to an address. Returns false if it has reached the daily limit and must not be notified. */
    async consumeInvite(email: string): Promise<boolean> {
      return limiter === null || (await limiter.consume(email.toLowerCase())) === 0
    },
    invite(email: string, code: string): void {
      const url = new URL('/circles', base())
      // In the fragment, so that it never appears in a server's log.
      url.hash = `code=${code}`
      post(email, () => ({
        kind: 'circle-invite',
        subject: say`You’re invited to a circle on Larder`,
        paragraphs: [
          say`You’ve been invited to a sharing circle on Larder. This link is for one person and expires in ${inviteDays} days:`,
          say`In a circle you can see what others have to spare and ask for it. If you don’t know the sender, ignore this email.`,
        ],
        action: { label: say`View invitation`, url: url.href },
      }))
    },
  }
}
export type CircleMails = ReturnType<typeof circleMails>

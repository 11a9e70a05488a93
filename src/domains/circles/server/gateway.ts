import type { localizedMails } from '#domains/account/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { openRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { say } from '#platform/shared/say.ts'
import { inviteDays } from './use-cases/join-circle.ts'

/** Nobody is called upon more often in a day, whoever invites them and to how many circles. */
const maxInvitations = 3

interface Post {
  database: Database
  post: ReturnType<typeof localizedMails>
  /** Answers the address that links start with. */
  base: () => string
  limits: 'on' | 'off'
}

/** The mail holds no word that somebody typed. */
export function circleMails({ database, post, base, limits }: Post) {
  const invited = limits === 'on' ? openRateLimiter(database, 'invitations to an address', maxInvitations, 86_400_000) : null
  return {
    /** Counts an invitation to an address. False: it has had enough of them today, and is not told of this one. */
    async mayTell(email: string): Promise<boolean> {
      return invited === null || (await invited.consume(email.toLowerCase())) === 0
    },
    invite(email: string, code: string): void {
      const url = new URL('/circles', base())
      // After the #, so that no server's log ever holds it.
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

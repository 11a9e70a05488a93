import type { letters } from '#domains/account/server/service.ts'
import { say } from '#platform/contract/say.ts'
import { inviteDays } from './service/join.ts'

/** `base` answers the address that links start with. The mail holds no word that somebody typed. */
export const circleMails = (post: ReturnType<typeof letters>, base: () => string) => ({
  invite(email: string, code: string): void {
    const url = new URL('/circles', base())
    // After the #, so that no server's log ever holds it.
    url.hash = `code=${code}`
    post(email, () => ({
      kind: 'circle-invite',
      subject: say`You are invited to a circle on Larder`,
      paragraphs: [
        say`Somebody who shares food with friends on Larder invites you to join them. This link lets one person in, within ${inviteDays} days:`,
        say`In a circle you see what others can spare and may ask for it. If you do not know who this is from, do nothing.`,
      ],
      action: { label: say`Look at the invitation`, url: url.href },
    }))
  },
})
export type CircleMails = ReturnType<typeof circleMails>

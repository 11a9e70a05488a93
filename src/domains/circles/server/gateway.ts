import type { Mailer } from '#platform/server/mail.ts'
import { inviteDays } from './service/join.ts'

/** `base` answers the address that links start with. The mail holds no word that somebody typed. */
export const circleMails = (mailer: Mailer, base: () => string) => ({
  invite(email: string, code: string): void {
    const url = new URL('/circles', base())
    // After the #, so that no server's log ever holds it.
    url.hash = `code=${code}`
    mailer.send({
      kind: 'circle-invite',
      to: email,
      subject: 'You are invited to a circle on Larder',
      paragraphs: [
        `Somebody who shares food with friends on Larder invites you to join them. This link lets one person in, within ${inviteDays} days:`,
        'In a circle you see what others can spare and may ask for it. If you do not know who this is from, do nothing.',
      ],
      action: { label: 'Look at the invitation', url: url.href },
    })
  },
})
export type CircleMails = ReturnType<typeof circleMails>

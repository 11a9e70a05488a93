import type { Database } from '#platform/server/database/index.ts'
import { openRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { addressKey } from '#platform/server/endpoints/request-limiter.ts'
import type { Mailer } from '#platform/server/outbox/mail.ts'
import { say, spokenLocale } from '#platform/shared/say.ts'
import { browserName } from '../../rules.ts'
import { localizedMails } from '../use-cases/language.ts'

/** Where and when somebody signed in. */
export interface NewSignIn {
  readonly userAgent: string
  readonly ip: string
  readonly at: Date
}

/** Tells an account's address of a sign-in at a device that it does not know. Returns at once. */
export type NewDeviceMail = (email: string, arrival: NewSignIn) => void

const hourMs = 3_600_000
const maxInHour = 10

/** `base` gives the address that links start with. A device that keeps no cookies is mailed about once a day. */
export function newDeviceMail(database: Database, mailer: Mailer, base: () => string, limits: 'on' | 'off'): NewDeviceMail {
  const ofDevice = openRateLimiter(database, 'mails about one new device', 1, 24 * hourMs)
  const ofAccount = openRateLimiter(database, 'mails about new devices', maxInHour, hourMs)
  const post = localizedMails(database, mailer)
  return (email, { userAgent, ip, at }) => {
    // Without a mail server it would only pile up in the outbox folder.
    if (!mailer.delivers) return
    const send = () =>
      post(email, () => {
        const device = browserName(userAgent) ?? say`Unknown device`
        return {
          kind: 'new-device',
          subject: say`New sign-in to your Larder account`,
          paragraphs: [
            say`Someone just signed in to your Larder account on a new device: ${device}, ${timeOf(at)}.`,
            say`If this was you, you can ignore this email. If not, set a new password with “Forgot password?” on this page. That signs out every device.`,
          ],
          action: { label: say`Sign in`, url: new URL('/login', base()).href },
        }
      })
    if (limits === 'off') return send()
    const device = `${email} ${addressKey(ip)} ${userAgent}`
    void (async () => (await ofDevice.consume(device)) === 0 && (await ofAccount.consume(email)) === 0)().then(
      (isAllowed) => {
        if (isAllowed) send()
      },
      () => send(),
    )
  }
}

/** An account has no time zone of its own. */
const timeOf = (at: Date) =>
  `${new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`

import type { Database } from '#platform/server/database/index.ts'
import { addressKey, openRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { Mailer } from '#platform/server/outbox/mail.ts'
import { say, spokenLocale } from '#platform/shared/say.ts'
import { browserName } from '../../rules.ts'
import { localizedMails } from '../use-cases/language.ts'

export interface NewSignIn {
  readonly userAgent: string
  readonly ip: string
  readonly at: Date
}

/** Mails an account's address about a sign-in on an unknown device, in the background. */
export type NewDeviceMail = (email: string, arrival: NewSignIn) => void

const hourMs = 3_600_000
const maxPerHour = 10

/** `base` returns the URL that links start with. A device without cookies causes one mail a day. */
export function newDeviceMail(database: Database, mailer: Mailer, base: () => string, limits: 'on' | 'off'): NewDeviceMail {
  const perDevice = openRateLimiter(database, 'mails about one new device', 1, 24 * hourMs)
  const perAccount = openRateLimiter(database, 'mails about new devices', maxPerHour, hourMs)
  const sendLocalized = localizedMails(database, mailer)
  return (email, { userAgent, ip, at }) => {
    // Without a mail server, these mails would only fill the outbox folder.
    if (!mailer.delivers) return
    const send = () =>
      sendLocalized(email, () => {
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
    void (async () => (await perDevice.consume(device)) === 0 && (await perAccount.consume(email)) === 0)().then(
      (isAllowed) => {
        if (isAllowed) send()
      },
      () => send(),
    )
  }
}

/** In UTC, because accounts have no time zone. */
const timeOf = (at: Date) =>
  `${new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`

import type { Mail, Mailer } from '#platform/server/mail.ts'
import { brake } from '../service/brake.ts'

export const resetMinutes = 15
export const confirmMinutes = 60

const mostInWindow = 5
const windowMs = 15 * 60_000

/**
 * The mails of this domain. They hold no word that somebody typed, so nobody can make this server speak to a stranger for them,
 * and their links start with the address the operator set (or the one it listens on), never with one from a request.
 */
export interface AccountMails {
  confirm(email: string, token: string): void
  alreadyHere(email: string): void
  reset(email: string, token: string): void
}

/** `base` answers the address that links start with. With limits one address gets at most 5 mails in 15 minutes. */
export function accountMails(mailer: Mailer, base: () => string, limits: 'on' | 'off'): AccountMails {
  // Nobody's mailbox is flooded through us: what is too much is dropped without a word, so that nothing is learned from it.
  const sent = limits === 'on' ? brake(mostInWindow, windowMs) : null
  const send = (mail: Mail) => {
    if (!sent || sent.take(mail.to) === 0) mailer.send(mail)
  }
  const link = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, base())
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }
  return {
    confirm: (email, token) =>
      send({
        kind: 'confirm-email',
        to: email,
        subject: 'Confirm your e-mail address for Larder',
        paragraphs: [
          `Welcome to Larder. Open this link within ${confirmMinutes} minutes to confirm that this address is yours:`,
          'Somebody signed up with this address. If that was not you, do nothing: without the link the account cannot be used.',
        ],
        action: { label: 'Confirm my address', url: link('/api/auth/verify-email', { token }) },
      }),
    alreadyHere: (email) =>
      send({
        kind: 'already-here',
        to: email,
        subject: 'You already have a Larder account',
        paragraphs: [
          'Somebody just tried to sign up with this address, but there is an account for it already. You can sign in here:',
          'Choose “Forgot password?” there if you do not know your password any more. If it was not you, there is nothing to do.',
        ],
        action: { label: 'Sign in', url: link('/login') },
      }),
    reset: (email, token) =>
      send({
        kind: 'reset-password',
        to: email,
        subject: 'Set a new password for Larder',
        paragraphs: [
          `Open this link within ${resetMinutes} minutes to set a new password. It works once:`,
          'If you did not ask for it, do nothing: your password stays as it is.',
        ],
        action: { label: 'Set a new password', url: link('/reset-password', { token }) },
      }),
  }
}

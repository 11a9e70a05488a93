import type { Database } from '#platform/server/database/index.ts'
import { addressKey, openRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { Mail, Mailer } from '#platform/server/outbox/mailer.ts'
import { messageLocale, say } from '#platform/shared/say.ts'
import { browserName } from '../../rules/device-name.ts'
import { localizedMails } from '../use-cases/user-mails.ts'

export const resetMinutes = 15
export const confirmMinutes = 60

const windowMs = 15 * 60_000
const maxPerWindow = 5
// Higher, because `requestPasswordReset` already limits them by source, and each contains a valid link.
const maxResetsPerWindow = 30

/**
 * The mails about accounts. They contain no text a user typed, so no one can use this server to send a message to a stranger.
 * Their links start with the configured or listening URL, never with one from a request.
 */
export interface AccountMails {
  confirm(email: string, token: string): void
  accountExists(email: string): void
  reset(email: string, token: string): void
  /** To an unconfirmed address. The link sets the password and confirms the address. */
  finishSignUp(email: string, token: string): void
  /** To the new address of an account. */
  changeEmail(email: string, token: string): void
  /** To the current address, before the change. */
  emailChangeRequested(email: string): void
  /** To a requested new address that already has an account. */
  addressTaken(email: string): void
  /** To the previous address of an account. */
  emailChanged(email: string): void
  passwordChanged(email: string, revokedTokens: boolean): void
  tokenAdded(email: string): void
  tabletAdded(email: string): void
  calendarLinkAdded(email: string): void
  passkeyAdded(email: string): void
  providerConnected(email: string): void
  twoFactorEnded(email: string): void
}

/** Sends a mail in the background; `compose` returns it in the current language. */
type Send = (to: string, compose: () => Omit<Mail, 'to'>) => void
type Link = (path: string, query?: Record<string, string>) => string

/** Sends the mails about accounts. `base` returns the URL that links start with. With limits, an address gets 5 mails of a kind per 15 minutes. */
export function accountMails(database: Database, mailer: Mailer, base: () => string, limits: 'on' | 'off'): AccountMails {
  // Mails over the limit are dropped silently, so that the response reveals nothing. Each kind has its own limit, so that a stranger
  // who signs up with an address can't suppress the mails its owner requests or is warned by.
  const limiter = (max: number) => openRateLimiter(database, 'mails to an address', max, windowMs)
  const [perKind, resets] = [limiter(maxPerWindow), limiter(maxResetsPerWindow)]
  const sendLocalized = localizedMails(database, mailer)
  const send: Send = (to, compose) => {
    if (limits === 'off') return sendLocalized(to, compose)
    const { kind } = compose()
    // Not awaited: the response time must not reveal whether a mail was sent.
    void (kind === 'reset-password' ? resets : perKind).consume(`${kind} ${to}`).then(
      (waitMs) => {
        if (waitMs === 0) sendLocalized(to, compose)
      },
      () => sendLocalized(to, compose),
    )
  }
  // Without a mail server, notices would only fill the outbox folder.
  const notify: Send = (to, compose) => {
    if (mailer.delivers) send(to, compose)
  }
  const link: Link = (path, query = {}) => {
    const url = new URL(path, base())
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }
  return {
    ...linkMails(send, link),
    ...emailChangeMails(send, notify, link),
    ...securityNotices(notify, link),
    ...signInNotices(notify, link),
  }
}

const linkMails = (send: Send, link: Link) =>
  ({
    confirm: (email, token) =>
      send(email, () => ({
        kind: 'confirm-email',
        subject: say`Confirm your email address for Larder`,
        paragraphs: [
          say`Welcome to Larder. Open this link within ${confirmMinutes} minutes to confirm that this address is yours:`,
          say`Someone signed up with this address. If it wasn’t you, ignore this email: the account can’t be used without the link.`,
        ],
        action: { label: say`Confirm email address`, url: link('/api/auth/verify-email', { token }) },
      })),
    accountExists: (email) =>
      send(email, () => ({
        kind: 'already-here',
        subject: say`You already have a Larder account`,
        paragraphs: [
          say`Someone just tried to sign up with this address, but it already has an account. You can sign in here:`,
          say`If you’ve forgotten your password, choose “Forgot password?” there. If this wasn’t you, you can ignore this email.`,
        ],
        action: { label: say`Sign in`, url: link('/login') },
      })),
    reset: (email, token) =>
      send(email, () => ({
        kind: 'reset-password',
        subject: say`Set a new password for Larder`,
        paragraphs: [
          say`Open this link within ${resetMinutes} minutes to set a new password. It can be used only once:`,
          say`If you didn’t request this, ignore this email. Your password won’t change.`,
        ],
        action: { label: say`Set a new password`, url: link('/reset-password', { token }) },
      })),
    finishSignUp: (email, token) =>
      send(email, () => ({
        kind: 'finish-sign-up',
        subject: say`Set your password for Larder`,
        paragraphs: [
          say`An account was created with this address but hasn’t been confirmed. Open this link within ${resetMinutes} minutes to set a password and confirm that the address is yours:`,
          say`If this wasn’t you, ignore this email. The account can’t be used without the link.`,
        ],
        action: { label: say`Set your password`, url: link('/reset-password', { token }) },
      })),
  }) satisfies Partial<AccountMails>

const emailChangeMails = (send: Send, notify: Send, link: Link) =>
  ({
    changeEmail: (email, token) =>
      send(email, () => ({
        kind: 'change-email',
        subject: say`Confirm your new email address for Larder`,
        paragraphs: [
          say`Open this link within ${confirmMinutes} minutes to use this address for your Larder account:`,
          say`If you didn’t request this, ignore this email. Nothing changes unless the link is opened.`,
        ],
        action: { label: say`Confirm new address`, url: link('/api/users/email/confirm', { token }) },
      })),
    addressTaken: (email) =>
      send(email, () => ({
        kind: 'address-taken',
        subject: say`You already have a Larder account`,
        paragraphs: [
          say`Someone tried to use this address for another account, but it already belongs to an account. Nothing was changed.`,
          say`If this was you, sign in with this address or delete that account first. Otherwise, you can ignore this email.`,
        ],
      })),
    emailChangeRequested: (email) =>
      notify(email, () => ({
        kind: 'email-change-asked',
        subject: say`Someone asked to change the email address of your Larder account`,
        paragraphs: [
          say`Someone who knows your password asked to change the email address on your account. The change takes effect when the link sent to the new address is opened.`,
          say`If this wasn’t you, set a new password with “Forgot password?” on this page. That cancels the link.`,
        ],
        action: { label: say`Sign in`, url: link('/login') },
      })),
    emailChanged: (email) =>
      notify(email, () => ({
        kind: 'email-changed',
        subject: say`The email address of your Larder account was changed`,
        paragraphs: [
          say`The email address on your account was just changed. The account password was entered to confirm the change.`,
          say`If this wasn’t you, contact your server admin right away.`,
        ],
      })),
  }) satisfies Partial<AccountMails>

const securityNotices = (notify: Send, link: Link) =>
  ({
    passwordChanged: (email, revokedTokens) =>
      notify(email, () => ({
        kind: 'password-changed',
        subject: say`Your Larder password was changed`,
        paragraphs: [
          revokedTokens
            ? say`Your password was just changed. All other devices were signed out, and access tokens and calendar links were revoked.`
            : say`Your password was just changed, and all other devices were signed out. Access tokens and calendar links still work.`,
          say`If this wasn’t you, reset your password with “Forgot password?” on this page, then review your passkeys in Settings: they still work.`,
        ],
        action: { label: say`Sign in`, url: link('/login') },
      })),
    tokenAdded: (email) =>
      notify(email, () => ({
        kind: 'token-added',
        subject: say`New access token for your Larder account`,
        paragraphs: [
          say`An access token was just added to your account. A program that has it can act for you in one of your households.`,
          ifNotYou(),
        ],
        action: { label: say`Open Settings`, url: link('/settings', { tab: 'data' }) },
      })),
    tabletAdded: (email) =>
      notify(email, () => ({
        kind: 'tablet-added',
        subject: say`New tablet for your Larder household`,
        paragraphs: [
          say`A tablet was just paired with one of your households. It shows the food, the list and the meal plan there, and changes food and list in your name, without a sign-in.`,
          ifNotYou(),
        ],
        action: { label: say`Open Settings`, url: link('/settings', { tab: 'data' }) },
      })),
    calendarLinkAdded: (email) =>
      notify(email, () => ({
        kind: 'calendar-link-added',
        subject: say`New calendar link for your Larder account`,
        paragraphs: [
          say`A calendar link was just added to your account. Anyone who has it can see what expires in one of your households, and when.`,
          ifNotYou(),
        ],
        action: { label: say`Open Settings`, url: link('/settings', { tab: 'data' }) },
      })),
  }) satisfies Partial<AccountMails>

const signInNotices = (notify: Send, link: Link) =>
  ({
    passkeyAdded: (email) =>
      notify(email, () => ({
        kind: 'passkey-added',
        subject: say`New passkey for your Larder account`,
        paragraphs: [
          say`A passkey was just added to your account. Anyone who can unlock its device can sign in without your password.`,
          say`If this wasn’t you, remove the passkey in Settings and change your password.`,
        ],
        action: { label: say`Open Settings`, url: link('/settings', { tab: 'profile' }) },
      })),
    providerConnected: (email) =>
      notify(email, () => ({
        kind: 'provider-connected',
        subject: say`New way to sign in to your Larder account`,
        paragraphs: [
          say`An account at a sign-in provider was just connected with yours. Anyone who can sign in there can sign in to Larder without your password or a code.`,
          say`If this wasn’t you, disconnect it in Settings and change your password.`,
        ],
        action: { label: say`Open Settings`, url: link('/settings', { tab: 'profile' }) },
      })),
    twoFactorEnded: (email) =>
      notify(email, () => ({
        kind: 'two-factor-ended',
        subject: say`Your Larder account no longer asks for a code`,
        paragraphs: [
          say`Two-factor sign-in was just turned off. Your password is now enough to sign in.`,
          say`If this wasn’t you, change your password and turn two-factor sign-in on again.`,
        ],
        action: { label: say`Open Settings`, url: link('/settings', { tab: 'profile' }) },
      })),
  }) satisfies Partial<AccountMails>

const ifNotYou = () => say`If this wasn’t you, change your password. That also revokes access tokens and calendar links.`

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
  `${new Intl.DateTimeFormat(messageLocale(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`

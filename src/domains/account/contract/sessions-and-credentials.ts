import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { CurrentPassword, Email, Password, ShouldEndTokens } from './index.ts'
import { PasskeyAssertion } from './passkeys.ts'

/** A device the account is signed in on. */
export const Session = z.object({
  id: z.string(),
  /** E.g. `Firefox on Windows`. */
  device: z.string(),
  ipAddress: z.string().nullable(),
  createdAt: z.string(),
  /** Updated at most every 10 minutes. */
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  auth: 'person',
  summary: 'Your sessions: this one first, then the most recently used',
  reply: z.array(Session),
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  auth: 'person',
  summary: 'End a session and its live stream',
  params: IdParams,
})
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  auth: 'person',
  summary: 'End all other sessions',
})

/** Takes exactly one of the two. Fails with 422 `wrong_password`, or `passkey_refused` for a passkey that isn't the caller's. */
export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/users/reauthenticate',
  auth: 'person',
  summary: 'Check your password or passkey again. Routes that require recent authentication then work for 10 minutes',
  scope: 'manual',
  body: z.object({ password: CurrentPassword.optional(), passkey: PasskeyAssertion.optional() }).strict(),
  perMinute: 10,
})
/** Fails with 422 `wrong_password` if the current password is wrong. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/password',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Set a new password. Ends every other session and, unless endTokens is false, access tokens and calendar links',
  scope: 'manual',
  body: z.object({ currentPassword: CurrentPassword, newPassword: Password, endTokens: ShouldEndTokens }).strict(),
  perMinute: 10,
})
/** `pending` means that the change takes effect when the link mailed to the new address is opened. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/users/email',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Change your email address. If the server sends mail, the new one must be confirmed first',
  scope: 'manual',
  body: z.object({ email: Email, password: CurrentPassword }).strict(),
  reply: z.object({ state: z.enum(['changed', 'pending']) }),
  perMinute: 5,
})
/** Deletes households without other members. Fails with 409 `last_owner` if a household would have no owner. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Delete your account and everything only you own',
  scope: 'manual',
  body: z.object({ password: CurrentPassword }).strict(),
  perMinute: 10,
})
const MailedLink = z.object({ token: z.string().max(2000) }).strict()
/** The mailed link. A GET changes nothing, because mail clients prefetch links. */
export const showConfirmEmailChange = endpoint({
  method: 'GET',
  path: '/api/users/email/confirm',
  auth: 'public',
  summary: 'A page with a button that confirms the new email address',
  media: 'file',
  query: MailedLink,
  perMinute: 20,
})
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/users/email/confirm',
  auth: 'public',
  summary: 'Confirm the new email address with the mailed token; redirects to the settings, with ?email=changed or ?email=expired',
  scope: { foundIn: 'request' },
  media: 'form',
  query: MailedLink,
  perMinute: 20,
})

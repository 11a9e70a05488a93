import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { CurrentPassword, Email, EndTokens, Password } from './index.ts'
import { PasskeyAssertion } from './passkeys.ts'

/** Somewhere the account is signed in. */
export const Session = z.object({
  id: z.string(),
  /** In words, e.g. `Firefox on Windows`. */
  device: z.string(),
  ipAddress: z.string().nullable(),
  createdAt: z.string(),
  /** To ten minutes. */
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  auth: 'person',
  summary: 'Where you are signed in, this session first, then the last used ones',
  reply: z.array(Session),
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  auth: 'person',
  summary: 'Sign one session out; its next request and its live stream end',
  mode: 'free',
  params: ById,
})
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  auth: 'person',
  summary: 'Sign out everywhere but here',
  mode: 'free',
})

/** Exactly one of the two. 422 `wrong_password`, or `passkey_refused` for a passkey that is not the caller's. Ends nothing. */
export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/users/reauthenticate',
  auth: 'person',
  summary: 'Enter your password, or show a passkey, again; what asks for a recent check then works for ten minutes',
  mode: 'free',
  body: z.object({ password: CurrentPassword.optional(), passkey: PasskeyAssertion.optional() }).strict(),
  perMinute: 10,
})
/** 422 `wrong_password` where the present one is not right. Every other session ends, and unless told otherwise every access token and calendar link. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/password',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Set a new password; every other session ends, and access tokens and calendar links unless told otherwise',
  mode: 'free',
  body: z.object({ currentPassword: CurrentPassword, newPassword: Password, endTokens: EndTokens }).strict(),
  perMinute: 10,
})
/** `pending`: a link was mailed to the new address, and nothing changes before it is opened. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/users/email',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Move to another e-mail address; where the server sends mail, the new one must be confirmed first',
  mode: 'free',
  body: z.object({ email: Email, password: CurrentPassword }).strict(),
  reply: z.object({ state: z.enum(['changed', 'pending']) }),
  perMinute: 5,
})
/** Who is alone in a household takes it along. 409 `last_owner` where others stay in one and nobody else owns it. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Delete your account and everything that is yours alone',
  mode: 'free',
  body: z.object({ password: CurrentPassword }).strict(),
  perMinute: 10,
})
const MailedLink = z.object({ token: z.string().max(2000) }).strict()
/** The link in the mail. A GET changes nothing: mail programs open links by themselves. */
export const showConfirmEmailChange = endpoint({
  method: 'GET',
  path: '/api/users/email/confirm',
  auth: 'public',
  summary: 'A page with the button that moves the account to the new e-mail address',
  mode: 'free',
  media: 'file',
  query: MailedLink,
  perMinute: 20,
})
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/users/email/confirm',
  auth: 'public',
  summary: 'Move the account with the mailed token; redirects to the settings, with ?email=changed or ?email=expired',
  mode: 'free',
  media: 'form',
  query: MailedLink,
  perMinute: 20,
})

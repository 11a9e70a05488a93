import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Email, InternalPath } from './index.ts'

const MailedLink = z.object({ token: z.string().max(2000), callbackURL: InternalPath.optional() }).strict()
/** The link in the mail. A GET changes nothing: mail programs open links by themselves. */
export const showVerifyEmail = endpoint({
  method: 'GET',
  path: '/api/auth/verify-email',
  auth: 'public',
  summary: 'A page with the button that confirms an address',
  mode: 'free',
  media: 'file',
  query: MailedLink,
  perMinute: 20,
})
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  auth: 'public',
  summary: 'Confirm an address with the mailed token; redirects to /login, with ?error= if the link is no longer valid',
  mode: 'free',
  media: 'form',
  query: MailedLink,
  perMinute: 20,
})
export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  auth: 'public',
  summary: 'Mail the confirmation link again; answers the same whether the address is known or not',
  mode: 'free',
  body: z.object({ email: Email, callbackURL: InternalPath.optional() }).strict(),
  reply: z.object({ status: z.boolean() }),
  perMinute: 5,
})

import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Email, InternalPath } from './index.ts'

const MailedLink = z.object({ token: z.string().max(2000), callbackURL: InternalPath.optional() }).strict()
/** The mailed link. A GET changes nothing, because mail clients prefetch links. */
export const showVerifyEmail = endpoint({
  method: 'GET',
  path: '/api/auth/verify-email',
  auth: 'public',
  summary: 'A page with a button that confirms an address',
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
  summary: 'Mail the confirmation link again; the response is the same for unknown addresses',
  mode: 'free',
  body: z.object({ email: Email, callbackURL: InternalPath.optional() }).strict(),
  reply: z.object({ status: z.boolean() }),
  perMinute: 5,
})

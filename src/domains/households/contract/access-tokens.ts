import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Name } from '#platform/shared/text-schemas.ts'

/** `read` allows GET requests; `write` also the changes that the member's role allows. Both are valid for one household. */
export const TokenScope = z.enum(['read', 'write'])
export type TokenScope = z.infer<typeof TokenScope>

/** The default and the maximum lifetime of a token, from its creation or extension. */
export const maxTokenDays = 365
const Days = z.int().min(1).max(maxTokenDays).default(maxTokenDays)

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  createdAt: z.string(),
  /** Requests fail with 401 from then on. */
  expiresAt: z.string(),
  /** Updated at most every 10 minutes; null if never used. */
  lastUsedAt: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

const ByToken = IdParams.extend({ tokenId: z.uuid() })

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/households/{id}/tokens',
  auth: 'household-in-path',
  summary: 'Your access tokens for this household',
  params: IdParams,
  reply: z.array(AccessToken),
})
export const createToken = endpoint({
  method: 'POST',
  path: '/api/households/{id}/tokens',
  auth: 'household-in-path',
  requiresRecentAuth: true,
  secret: true,
  summary: 'Create an access token for another program; the token itself is returned only once',
  params: IdParams,
  body: z.object({ name: Name(60), scope: TokenScope, expiresInDays: Days }).strict(),
  reply: AccessToken.extend({ token: z.string() }),
  status: 201,
  perMinute: 20,
})
export const extendToken = endpoint({
  method: 'PATCH',
  path: '/api/households/{id}/tokens/{tokenId}',
  auth: 'household-in-path',
  requiresRecentAuth: true,
  summary: 'Set in how many days an access token expires, even if it has expired',
  params: ByToken,
  body: z.object({ expiresInDays: Days }).strict(),
  reply: AccessToken,
  perMinute: 20,
})
export const removeToken = endpoint({
  method: 'DELETE',
  path: '/api/households/{id}/tokens/{tokenId}',
  auth: 'household-in-path',
  summary: 'Revoke an access token and end its live stream',
  params: ByToken,
})

/** A password with which one program, such as Apple Reminders, uses the shopping list as a task list over CalDAV. */
export const AppPassword = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Updated at most every 10 minutes; null if never used. */
  lastUsedAt: z.string().nullable(),
})
export type AppPassword = z.infer<typeof AppPassword>

export const listAppPasswords = endpoint({
  method: 'GET',
  path: '/api/households/{id}/app-passwords',
  auth: 'household-in-path',
  summary: 'Your passwords for programs that use the shopping list as a task list; revoke one like an access token',
  params: IdParams,
  reply: z.array(AppPassword),
})
export const createAppPassword = endpoint({
  method: 'POST',
  path: '/api/households/{id}/app-passwords',
  auth: 'household-in-path',
  requiresRecentAuth: true,
  secret: true,
  summary: 'Create a password for a program that uses the shopping list over CalDAV; it is returned only once',
  params: IdParams,
  body: z.object({ name: Name(60) }).strict(),
  reply: AppPassword.extend({ password: z.string() }),
  status: 201,
  perMinute: 20,
})

export const getCalendarLink = endpoint({
  method: 'GET',
  path: '/api/households/{id}/calendar',
  auth: 'household-in-path',
  summary: 'Whether you have a calendar link for this household',
  params: IdParams,
  reply: z.object({ isOn: z.boolean(), createdAt: z.string().nullable(), lastUsedAt: z.string().nullable() }),
})
export const createCalendarLink = endpoint({
  method: 'POST',
  path: '/api/households/{id}/calendar',
  auth: 'household-in-path',
  requiresRecentAuth: true,
  secret: true,
  summary: 'Create a calendar link, replacing the previous one; it is returned only once, as a path of this server',
  params: IdParams,
  reply: z.object({ path: z.string() }),
  status: 201,
  perMinute: 20,
})
export const removeCalendarLink = endpoint({
  method: 'DELETE',
  path: '/api/households/{id}/calendar',
  auth: 'household-in-path',
  summary: 'Revoke the calendar link',
  params: IdParams,
})

const Key = z.object({ keyId: z.string() })
export const accessKeyCreated = eventType('key.made', Key.extend({ kind: z.string() }))
export const accessKeyExtended = eventType('key.extended', Key)
export const accessKeyRevoked = eventType('key.ended', Key)

import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'

const badAddress = /*i18n*/ 'Use an address like https://example.org/hook.'
/** A web address without user name or password. */
const HookAddress = z
  .url({ protocol: /^https?$/, error: badAddress })
  .max(500)
  .regex(/^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i, badAddress)

/** Ends when `createdBy` leaves or is no longer an ADMIN. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  createdAt: z.string(),
  createdBy: z.object({ firstName: z.string(), lastName: z.string() }),
})
export type Webhook = z.infer<typeof Webhook>

export const Delivery = z.object({
  id: z.string(),
  /** The change's name, for example `item.added`; `ping` for a test. */
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  tries: z.int(),
  /** The receiver's status for the last attempt; null if there was no response. */
  status: z.int().nullable(),
  createdAt: z.string(),
  triedAt: z.string().nullable(),
  /** Time of the next attempt; null if there is none. */
  nextAt: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** The member who created them left or is no longer an ADMIN. */
export const webhooksRevoked = eventType('webhooks.ended', z.object({ userId: z.string(), webhookIds: z.array(z.string()) }))

const ByWebhook = IdParams.extend({ webhookId: z.uuid() })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/households/{id}/webhooks',
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'Addresses that hear of every change, and who made each: it ends with their role as ADMIN',
  params: IdParams,
  reply: z.array(Webhook),
})
/**
 * Each message is a POST of JSON `{id, householdId, seq, event, at, userId, payload}` with the headers `X-Larder-Event`, `X-Larder-Delivery`
 * and `X-Larder-Signature: t=<unix seconds>,v1=<hex>`, where v1 is the HMAC-SHA-256 of `<t>.<body>` with the secret. Any response but 2xx is
 * retried, five attempts in all within fifteen hours.
 */
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/households/{id}/webhooks',
  auth: 'household-in-path',
  requiresRecentAuth: true,
  role: 'ADMIN',
  secret: true,
  summary: 'Send every change to an address; the secret that signs the messages is answered this once',
  params: IdParams,
  body: z.object({ url: HookAddress }).strict(),
  reply: Webhook.extend({ secret: z.string() }),
  status: 201,
  perMinute: 20,
})
export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/households/{id}/webhooks/{webhookId}',
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'Send nothing to an address any more',
  params: ByWebhook,
})
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/households/{id}/webhooks/{webhookId}/test',
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'Send a test message',
  params: ByWebhook,
  reply: Delivery,
  status: 201,
  perMinute: 10,
})
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/households/{id}/webhooks/{webhookId}/deliveries',
  auth: 'household-in-path',
  role: 'ADMIN',
  summary: 'The last 50 messages to an address and what became of them, newest first; kept for a week',
  params: ByWebhook,
  reply: z.array(Delivery),
})

/** A zip with a manifest, every table as JSON and CSV, and pictures as files, all from one point in time. */
export const exportHousehold = endpoint({
  method: 'GET',
  path: '/api/export',
  auth: 'household',
  requiresRecentAuth: true,
  summary: 'Everything of the household, and what of it is yours alone, as a zip',
  scope: 'manual',
  media: 'file',
  perMinute: 6,
})
export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Everything of your account, as a zip',
  scope: 'manual',
  media: 'file',
  perMinute: 6,
})

/** What a calendar feed shows. */
const CalendarContent = z.enum(['expiration', 'meals'])
export type CalendarContent = z.infer<typeof CalendarContent>

/** The secret is in the query because calendar apps send no headers; logs omit the query. */
export const calendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar.ics',
  auth: 'public',
  summary: 'Expiry dates or planned meals as a calendar feed, by a calendar link’s secret',
  scope: { foundIn: 'keys' },
  media: 'file',
  query: z.object({ key: z.string().max(200), show: CalendarContent.default('expiration') }).strict(),
  perMinute: 60,
})

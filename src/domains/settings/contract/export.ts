import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

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

/** The secret is in the query because calendar apps send no headers; logs omit the query. */
export const calendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar.ics',
  auth: 'public',
  summary: 'Expiry dates as a calendar feed, by a calendar link’s secret',
  scope: { foundIn: 'keys' },
  media: 'file',
  query: z.object({ key: z.string().max(200) }).strict(),
  perMinute: 60,
})

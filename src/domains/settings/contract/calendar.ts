import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** The secret is in the query because calendar apps send no headers; logs omit the query. */
export const calendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar.ics',
  auth: 'public',
  summary: 'What goes off when, as a calendar to subscribe to; by the secret of a calendar link',
  mode: 'free',
  media: 'file',
  query: z.object({ key: z.string().max(200) }).strict(),
  perMinute: 60,
})

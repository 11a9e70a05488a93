import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const State = z.object({ status: z.enum(['ok', 'degraded']), reason: z.string().optional() })

export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  auth: 'public',
  summary: 'Whether the process answers',
  reply: State,
})
export const ready = endpoint({
  method: 'GET',
  path: '/api/ready',
  auth: 'public',
  summary: 'Whether it can serve: database, migrations, disk (503 when not)',
  reply: State,
})
export const openApiDocument = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'public',
  media: 'file',
  summary: 'This description',
})

/** For devices that must not learn who did what: an event without content after each change. */
export const liveSignals = endpoint({
  method: 'GET',
  path: '/api/live/signals',
  auth: 'household',
  scope: 'none',
  media: 'event-stream',
  tablet: true,
  summary: 'Server-sent events that say only that something in the household changed',
})

/** Server-sent events of the household: `id: seq`, data `{channel, event, payload}`. Resumes after `Last-Event-ID`. */
export const live = endpoint({
  method: 'GET',
  path: '/api/live',
  auth: 'household',
  scope: 'none',
  media: 'event-stream',
  summary: 'Live changes of the household as server-sent events',
})

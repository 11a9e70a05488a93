import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** A message for the service worker, which shows one notification per tag; a tap opens `url`. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  url: z.string(),
  tag: z.string(),
  /** Buttons. A browser shows the first two or so. */
  actions: z.array(z.object({ title: z.string(), token: z.string() })),
  /** What to show if a button doesn't work. */
  failureText: z.string(),
})
export type PushMessage = z.infer<typeof PushMessage>

export const runPushAction = endpoint({
  method: 'POST',
  path: '/api/push-actions',
  auth: 'public',
  scope: 'manual',
  summary: 'Do what a button of a push message says; `message` is what to show next',
  body: z.object({ token: z.string().min(1).max(1000) }).strict(),
  reply: z.object({ message: PushMessage.nullable() }),
  perMinute: 60,
})

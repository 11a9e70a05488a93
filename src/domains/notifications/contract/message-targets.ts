import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { Name } from '#platform/shared/text-schemas.ts'

export const targetKinds = ['ntfy', 'gotify', 'telegram', 'webhook'] as const
export type TargetKind = (typeof targetKinds)[number]

const badAddress = /*i18n*/ 'Use an address like https://example.org.'
/** A web address without user name and password. */
const Address = (pattern: RegExp, error: string = badAddress) =>
  z
    .url({ protocol: /^https?$/, error })
    .max(500)
    .regex(pattern, error)
const withoutPath = /^https?:\/\/[^/?#@\\]+\/?$/i
const withPath = /^https?:\/\/[^/?#@\\]+(?:\/[^?#\\]*)?$/i
const withQuery = /^https?:\/\/[^/?#@\\]+(?:[/?][^#\\]*)?$/i
/** Sent in a header. */
const Secret = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'Use the token as the server shows it, without spaces.')

/** Headers that belong to the request itself. */
const ownHeaders = /^(host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|accept.*|proxy-.*|sec-.*)$/i
const Header = z
  .object({
    name: z
      .string()
      .trim()
      .max(60)
      .regex(/^[A-Za-z0-9-]+$/, 'Use a header name like Authorization.')
      .refine((name) => !ownHeaders.test(name), 'This header can’t be set.'),
    value: z
      .string()
      .trim()
      .max(500)
      .regex(/^[\x20-\x7e]+$/, 'Use letters, digits and punctuation only.'),
  })
  .strict()

/**
 * Where a target's messages go, and what they need to be accepted. What is sent:
 * - `ntfy`: `POST` to the server with `{topic, title, message, priority, tags, click}`.
 * - `gotify`: `POST /message` with `{title, message, priority, extras}`; a tap opens the link.
 * - `telegram`: `sendMessage` of the Bot API with title, message and link as text.
 * - `webhook`: `POST` with `{title, body, type, format, url}` as the Apprise API accepts it; `body` ends with the link, `type` is `info`
 *   or `warning`. Any 2xx response counts as delivered.
 */
export const TargetAddress = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('ntfy'),
      server: Address(withoutPath, /*i18n*/ 'Use the server’s address, such as https://ntfy.sh, without the topic.'),
      topic: z
        .string()
        .trim()
        .max(64)
        .regex(/^[\w-]+$/, 'Use letters, digits, dashes and underscores only.'),
      token: Secret.optional(),
    })
    .strict(),
  z.object({ kind: z.literal('gotify'), server: Address(withPath), token: Secret }).strict(),
  z
    .object({
      kind: z.literal('telegram'),
      token: z
        .string()
        .trim()
        .regex(/^\d{1,20}:[\w-]{20,100}$/, 'Use the token as BotFather shows it.'),
      chatId: z
        .string()
        .trim()
        .regex(/^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/, 'Use a number, or the @name of a channel.'),
    })
    .strict(),
  z.object({ kind: z.literal('webhook'), url: Address(withQuery), header: Header.optional() }).strict(),
])
export type TargetAddress = z.infer<typeof TargetAddress>

/**
 * Why a message wasn't delivered. `denied`: the server rejected the token. `not_found`: it doesn't know the topic, chat or address.
 * `no_response`: no usable response in time. `not_allowed`: the address isn't on the internet, and the server admin hasn't listed it.
 * `failed`: the server responded with an error.
 */
export const TargetProblem = z.enum(['denied', 'not_found', 'no_response', 'not_allowed', 'failed'])
export type TargetProblem = z.infer<typeof TargetProblem>

export const MessageTarget = z.object({
  id: z.string(),
  kind: z.enum(targetKinds),
  name: z.string(),
  /** Of the address, which isn't returned. */
  host: z.string(),
  createdAt: z.string(),
  /** Why the last message wasn't delivered; null if it was. */
  problem: TargetProblem.nullable(),
  problemSince: z.string().nullable(),
})
export type MessageTarget = z.infer<typeof MessageTarget>

export const listMessageTargets = endpoint({
  method: 'GET',
  path: '/api/message-targets',
  auth: 'person',
  summary: 'The apps my notifications are sent to, without addresses and tokens',
  reply: z.array(MessageTarget),
})
export const addMessageTarget = endpoint({
  method: 'POST',
  path: '/api/message-targets',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Send my notifications to ntfy, Gotify, Telegram or a webhook, too',
  body: z.object({ name: Name(60), to: TargetAddress }).strict(),
  reply: MessageTarget,
  status: 201,
  perMinute: 20,
})
export const removeMessageTarget = endpoint({
  method: 'DELETE',
  path: '/api/message-targets/{id}',
  auth: 'person',
  summary: 'Stop sending my notifications to an app',
  params: IdParams,
})

export const TargetTestOutcome = z.enum(['delivered', ...TargetProblem.options])
export type TargetTestOutcome = z.infer<typeof TargetTestOutcome>
export const testMessageTarget = endpoint({
  method: 'POST',
  path: '/api/message-targets/{id}/test',
  auth: 'person',
  scope: 'manual',
  summary: 'Send a message to an app and say whether it arrived',
  params: IdParams,
  reply: z.object({ outcome: TargetTestOutcome }),
  perMinute: 10,
})

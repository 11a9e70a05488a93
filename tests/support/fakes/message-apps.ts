import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as an app shows it. */
export interface ShownMessage {
  readonly title: string
  readonly text: string
  /** What a tap opens; null if the service has no such field. */
  readonly link: string | null
}

/** ntfy, Gotify, Telegram's Bot API and the Apprise API on loopback, as their documentation describes requests and responses. */
export interface MessageApps {
  readonly origin: string
  readonly host: string
  /** Accepted messages, by the topic, token, chat or key they were for. */
  readonly shown: Map<string, ShownMessage[]>
  /** Bodies of all requests. */
  readonly bodies: Record<string, unknown>[]
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** Makes the services respond with this instead. 0 closes the connection without a response. */
  respond(status: number | null, headers?: Record<string, string>, body?: object | string): void
  stop(): Promise<void>
}

export const tokens = {
  ntfy: 'tk_7eevizlsiwf9yi4uxsrs83r4352o0',
  gotify: 'AWVyXmCDeFg1234',
  telegram: '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1',
}
type Body = Record<string, unknown>
interface Reply {
  status: number
  body: unknown
  shown?: { to: string; message: ShownMessage }
}
const json = (status: number, body: unknown): Reply => ({ status, body })

/** https://docs.ntfy.sh/publish/#publish-as-json */
function ntfy(headers: IncomingHttpHeaders, { topic, title, message, click, priority, tags }: Body): Reply {
  if (typeof topic !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(topic))
    return json(400, { code: 40009, http: 400, error: 'invalid topic' })
  if (headers.authorization !== undefined && headers.authorization !== `Bearer ${tokens.ntfy}`)
    return json(401, { code: 40101, http: 401, error: 'unauthorized' })
  if (topic.startsWith('private') && headers.authorization === undefined) return json(403, { code: 40301, http: 403, error: 'forbidden' })
  if (![1, 2, 3, 4, 5].includes(priority as number) || !Array.isArray(tags)) return json(400, { code: 40024, http: 400, error: 'invalid' })
  if (Buffer.byteLength(String(message)) > 4096) return json(413, { code: 41301, http: 413, error: 'message too large' })
  return { status: 200, body: { id: 'hwQ2YpKdmg', event: 'message', topic }, shown: { to: topic, message: shownOf(title, message, click) } }
}

/** https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras */
function gotify(headers: IncomingHttpHeaders, { title, message, priority, extras }: Body): Reply {
  if (headers['x-gotify-key'] !== tokens.gotify)
    return json(401, {
      error: 'Unauthorized',
      errorCode: 401,
      errorDescription: 'you need to provide a valid access token or user credentials to access this api',
    })
  if (typeof message !== 'string' || typeof priority !== 'number') return json(400, { error: 'Bad Request', errorCode: 400 })
  const click = (extras as { 'client::notification'?: { click?: { url?: string } } })['client::notification']?.click?.url
  return {
    status: 200,
    body: { id: 25, appid: 5, message, title, priority, extras },
    shown: { to: 'gotify', message: shownOf(title, message, click) },
  }
}

/** https://core.telegram.org/bots/api#making-requests and #sendmessage */
function telegram(path: string, { chat_id, text, entities }: Body): Reply {
  const fail = (status: number, description: string) => json(status, { ok: false, error_code: status, description })
  if (path !== `/bot${tokens.telegram}/sendMessage`) return fail(401, 'Unauthorized')
  if (chat_id === '403') return fail(403, 'Forbidden: bot was blocked by the user')
  if (!/^-?\d+$/.test(String(chat_id))) return fail(400, 'Bad Request: chat not found')
  const [bold] = entities as { type: string; offset: number; length: number }[]
  const [title = '', ...rest] = String(text).split('\n')
  if (bold?.type !== 'bold' || bold.offset !== 0 || bold.length !== title.length) return fail(400, 'Bad Request: entities')
  const link = /https?:\S+/.exec(String(text))?.[0] ?? null
  return {
    status: 200,
    body: { ok: true, result: { message_id: 7 } },
    shown: { to: `chat ${chat_id}`, message: { title, text: rest.join('\n'), link } },
  }
}

/** https://github.com/caronc/apprise-api#persistent-storage-solution */
function apprise(path: string, { title, body, type, format }: Body): Reply {
  const key = path.slice('/notify/'.length)
  if (!key) return json(404, { error: 'not found' })
  if (typeof body !== 'string' || !['info', 'success', 'warning', 'failure'].includes(type as string) || format !== 'text')
    return json(400, { error: 'Payload lacks minimum requirements' })
  return { status: 200, body: 'sent', shown: { to: key, message: shownOf(title, body, null) } }
}

const shownOf = (title: unknown, text: unknown, link: unknown): ShownMessage => ({
  title: String(title),
  text: String(text),
  link: typeof link === 'string' ? link : null,
})

function replyTo(path: string, headers: IncomingHttpHeaders, body: Body): Reply {
  if (path === '/') return ntfy(headers, body)
  if (path.endsWith('/message')) return gotify(headers, body)
  if (path.startsWith('/bot')) return telegram(path, body)
  if (path.startsWith('/notify/')) return apprise(path, body)
  return json(404, { error: 'page not found' })
}

export async function startMessageApps(): Promise<MessageApps> {
  const [shown, bodies, requests]: [MessageApps['shown'], Body[], MessageApps['requests']] = [new Map(), [], []]
  let fixed: { status: number; headers: Record<string, string>; body: object | string } | null = null
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers })
      const body = request.headers['content-type'] === 'application/json' ? (JSON.parse(text) as Body) : {}
      bodies.push(body)
      if (fixed?.status === 0) return void request.socket.destroy()
      if (fixed) {
        const content = typeof fixed.body === 'string' ? fixed.body : JSON.stringify(fixed.body)
        return void response.writeHead(fixed.status, { 'content-type': 'application/json', ...fixed.headers }).end(content)
      }
      const reply = request.method === 'POST' ? replyTo(path, request.headers, body) : json(405, {})
      if (reply.shown) shown.set(reply.shown.to, [...(shown.get(reply.shown.to) ?? []), reply.shown.message])
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    shown,
    bodies,
    requests,
    respond(status, headers = {}, body = {}) {
      fixed = status === null ? null : { status, headers, body }
    },
    stop: () => new Promise((done) => server.close(() => done())),
  }
}

import { connect } from 'node:net'
import { createHousehold, type Household, joinHousehold } from '#domains/households/contract/index.ts'
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'

interface HttpResponse<R> {
  status: number
  body: R
  headers: Headers
}

interface HttpCallInput<E> {
  params?: ParamsOf<E>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  headers?: Record<string, string>
  /** Another server on the same database. */
  url?: string
}

/** A person who uses a running server over HTTP. */
export interface HttpPerson {
  readonly userId: string
  readonly token: string
  readonly url: string
  /** Household of the header of every call. */
  home: string | null
  headers(): Record<string, string>
  call<E extends Endpoint>(endpoint: E, sent?: HttpCallInput<E>): Promise<HttpResponse<ReplyOf<E>>>
  /** Returns the body of a call. Throws unless the status is 2xx. */
  must<E extends Endpoint>(endpoint: E, sent?: HttpCallInput<E>): Promise<ReplyOf<E>>
}

let people = 0
/** The password of everyone who signs up here. */
export const password = 'purple kettle 42'

export interface SignedInUser {
  email: string
  userId: string
  token: string
}

/** Signs up with a new address, or signs in, at the server of `url`. */
export async function signUpOrIn(url: string, who: { firstName: string; lastName: string } | { email: string }): Promise<SignedInUser> {
  const action = 'email' in who ? 'sign-in' : 'sign-up'
  const body =
    'email' in who
      ? { email: who.email, password }
      : {
          email: `${who.firstName.toLowerCase()}${++people}-${process.pid}@example.org`,
          password,
          name: `${who.firstName} ${who.lastName}`,
          ...who,
        }
  const answer = await fetch(`${url}/api/auth/${action}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })
  const token = answer.headers.get('set-auth-token')
  if (answer.status !== 200 || !token) throw new Error(`${action} answered ${answer.status}: ${await answer.text()}`)
  const { user } = (await answer.json()) as { user: { id: string } }
  return { email: body.email, userId: user.id, token }
}

export async function signUp(url: string, firstName = 'Ana'): Promise<HttpPerson> {
  const { userId, token } = await signUpOrIn(url, { firstName, lastName: 'Test' })
  return httpPerson(url, userId, token)
}

/** Returns a person with an existing token. */
export function httpPerson(url: string, userId: string, token: string, home: string | null = null): HttpPerson {
  const person: HttpPerson = {
    userId,
    token,
    url,
    home,
    headers: () => ({ authorization: `Bearer ${token}`, ...(person.home ? { 'x-household-id': person.home } : {}) }),
    async call<E extends Endpoint>(endpoint: E, sent: HttpCallInput<E> = {}) {
      const path = addressOf(endpoint.path, (sent.params ?? {}) as Record<string, unknown>, (sent.query ?? {}) as Record<string, unknown>)
      const answer = await fetch(`${sent.url ?? url}${path}`, {
        method: endpoint.method,
        headers: { ...person.headers(), ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }), ...sent.headers },
        ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      })
      const text = await answer.text()
      const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '') && text !== ''
      return { status: answer.status, body: (isJson ? JSON.parse(text) : undefined) as ReplyOf<E>, headers: answer.headers }
    },
    async must<E extends Endpoint>(endpoint: E, sent: HttpCallInput<E> = {}) {
      const answer = await person.call(endpoint, sent)
      if (answer.status >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
  return person
}

/** Creates a household of these people; the first is its OWNER. Sets it as everyone's home. */
export async function shareHousehold(...[owner, ...others]: [HttpPerson, ...HttpPerson[]]): Promise<Household> {
  const household = await owner.must(createHousehold, { body: { name: 'Test kitchen' } })
  for (const other of others) await other.must(joinHousehold, { body: { inviteCode: household.inviteCode ?? '' } })
  for (const person of [owner, ...others]) person.home = household.id
  return household
}

/** Fills in the parameters and query of a contract's path. */
export function addressOf(path: string, params: Record<string, unknown>, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}

export interface RawConnection {
  /** Returns the status after the complete response. */
  send(request: Buffer): Promise<number>
  close(): void
}

/** Opens one keep-alive connection, for one request at a time. */
export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let answered: ((status: number) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  let status = 0
  let missing = -1
  let head = ''
  socket.on('data', (data) => {
    const chunk = typeof data === 'string' ? Buffer.from(data) : data
    if (missing < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1]
      if (length === undefined && status !== 204) return void socket.destroy(new Error('an answer without Content-Length'))
      missing = Number(length ?? 0) - (head.length - end - 4)
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    head = ''
    answered?.(status)
  })
  const lost = (error?: Error) => failed?.(error ?? new Error('the connection was closed'))
  socket.on('error', lost)
  socket.on('close', () => lost())
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed || socket.readableEnded) return reject(new Error('the connection was closed'))
        answered = resolve
        failed = reject
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Returns a request in the wire format of HTTP/1.1. */
export function httpRequest(method: string, path: string, headers: Record<string, string>, body?: unknown): Buffer {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${payload}`)
}

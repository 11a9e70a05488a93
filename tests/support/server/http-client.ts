import { createHousehold, type Household, joinHousehold } from '#domains/households/contract/index.ts'
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'

export interface WireAnswer<R> {
  status: number
  body: R
  headers: Headers
}

export interface WireSent<E> {
  params?: ParamsOf<E>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  headers?: Record<string, string>
  /** Another process on the same database. */
  url?: string
}

/** Somebody who speaks to a running server over a real socket. */
export interface WirePerson {
  readonly userId: string
  readonly token: string
  readonly url: string
  /** Household of the header of every call. */
  home: string | null
  headers(): Record<string, string>
  call<E extends Endpoint>(endpoint: E, sent?: WireSent<E>): Promise<WireAnswer<ReplyOf<E>>>
  /** As `call`, and throws unless it is answered with 2xx. */
  must<E extends Endpoint>(endpoint: E, sent?: WireSent<E>): Promise<ReplyOf<E>>
}

let people = 0
/** What everybody chose who was signed up here. */
export const password = 'purple kettle 42'

export interface Entered {
  email: string
  userId: string
  token: string
}

/** Signs somebody up, under an address nobody had before, or in again, at the server of `url`. */
export async function enter(url: string, who: { firstName: string; lastName: string } | { email: string }): Promise<Entered> {
  const way = 'email' in who ? 'sign-in' : 'sign-up'
  const body =
    'email' in who
      ? { email: who.email, password }
      : {
          email: `${who.firstName.toLowerCase()}${++people}-${process.pid}@example.org`,
          password,
          name: `${who.firstName} ${who.lastName}`,
          ...who,
        }
  const answer = await fetch(`${url}/api/auth/${way}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })
  const token = answer.headers.get('set-auth-token')
  if (answer.status !== 200 || !token) throw new Error(`${way} answered ${answer.status}: ${await answer.text()}`)
  const { user } = (await answer.json()) as { user: { id: string } }
  return { email: body.email, userId: user.id, token }
}

/** Signs somebody up at the server of `url`. */
export async function signUp(url: string, firstName = 'Ana'): Promise<WirePerson> {
  const { userId, token } = await enter(url, { firstName, lastName: 'Test' })
  return wirePerson(url, userId, token)
}

/** Somebody whose token is known already. */
export function wirePerson(url: string, userId: string, token: string, home: string | null = null): WirePerson {
  const person: WirePerson = {
    userId,
    token,
    url,
    home,
    headers: () => ({ authorization: `Bearer ${token}`, ...(person.home ? { 'x-household-id': person.home } : {}) }),
    async call<E extends Endpoint>(endpoint: E, sent: WireSent<E> = {}) {
      const path = addressOf(endpoint.path, (sent.params ?? {}) as Record<string, unknown>, (sent.query ?? {}) as Record<string, unknown>)
      const answer = await fetch(`${sent.url ?? url}${path}`, {
        method: endpoint.method,
        headers: { ...person.headers(), ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }), ...sent.headers },
        ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
      return { status: answer.status, body: (isJson ? JSON.parse(text) : undefined) as ReplyOf<E>, headers: answer.headers }
    },
    async must<E extends Endpoint>(endpoint: E, sent: WireSent<E> = {}) {
      const answer = await person.call(endpoint, sent)
      if (answer.status >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
  return person
}

/** A household of its own with these people in it; the first is its OWNER. Everybody's home is set to it. */
export async function shareHousehold(...[owner, ...others]: [WirePerson, ...WirePerson[]]): Promise<Household> {
  const household = await owner.must(createHousehold, { body: { name: 'Test kitchen' } })
  for (const other of others) await other.must(joinHousehold, { body: { inviteCode: household.inviteCode ?? '' } })
  for (const person of [owner, ...others]) person.home = household.id
  return household
}

/** The address of a contract's path with its parameters and query filled in. */
export function addressOf(path: string, params: Record<string, unknown>, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}

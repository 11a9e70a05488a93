import { t } from '@lingui/core/macro'
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { ProblemDocument } from '#platform/shared/problem.ts'
import { currentLanguage } from '../i18n/language.ts'
import { newId } from '../session/device.ts'
import { renewRecentAuth } from '../session/recent-auth.ts'
import { currentSession, leave } from '../session/session.ts'

const unauthorized = () => t`Unauthorized. Please log in again.`
const unreachable = () => t`Can’t reach Larder right now. Check your connection and try again.`
const strange = () => t`The response didn’t come from Larder. Check your connection and try again.`

/**
 * A call that failed. `message` is for logs, in the API client's fixed wording; `sentence` is what a screen shows.
 * `status` 0: no answer came at all.
 */
export class ApiError extends Error {
  readonly status: number
  readonly problem: ProblemDocument | null
  readonly sentence: string

  constructor(status: number, body: string, statusText: string, problem: ProblemDocument | null, sentence?: string) {
    super(status === 401 || status === 403 ? 'Unauthorized. Please log in again.' : `API ${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.sentence = sentence ?? (status === 401 ? unauthorized() : problem?.detail || readable(status))
  }

  /** The stable code of the problem, `offline` when no answer came. */
  get code(): string {
    return this.problem?.code ?? (this.status === 0 ? 'offline' : 'unknown')
  }

  /** The complaint about one field of the body, by its path. */
  field(path: string): string | undefined {
    return this.problem?.fields?.filter((field) => field.path === path).map(({ message }) => message)[0]
  }
}

function readable(status: number): string {
  if (status === 0) return unreachable()
  if (status === 403) return unauthorized()
  if (status === 413) return t`That’s too large to send.`
  if (status === 429) return t`Too many attempts. Wait a moment and try again.`
  if (status >= 500) return t`Something went wrong. Try again in a moment.`
  return t`That didn’t work. Try again.`
}

/** What to show for anything thrown: the problem's sentence, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError && (error.problem?.detail || error.status === 0 || error.status === 401)) return error.sentence
  return fallback
}

/** Anything at all of a household is wrong for another: nothing here has a default. */
interface Extras {
  /** Sends `If-Match: "version"`; a stale one answers 412 with the present row in `problem.current`. */
  ifMatch?: number
  /** Made when left out; pass your own to repeat the same act after a reload. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The household meant; the active one when left out. */
  household?: string | null
  /** Never sent again by itself: the answer tells of a third party, which is not to be asked twice. */
  once?: boolean
}

type Part<Name extends string, Value> = Value extends Record<string, never> ? unknown : Record<Name, Value>
type LoosePart<Name extends string, Value> =
  Value extends Record<string, never> ? unknown : Record<string, never> extends Value ? Partial<Record<Name, Value>> : Record<Name, Value>

/** What an endpoint must be given; parts it does not have cannot be passed. */
export type ArgsOf<E> = Part<'params', ParamsOf<E>> & Partial<Record<'query', QueryInputOf<E>>> & LoosePart<'body', BodyInputOf<E>>
export type CallArgs<E> = ArgsOf<E> & Extras

type LooseArgs = { params?: object; query?: object; body?: unknown } & Extras

/** The path with its `{names}` filled and the query appended; keys without a value are left out. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, args: { params?: object; query?: object }): string {
  const params = new Map<string, unknown>(Object.entries(args.params ?? {}))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name) ?? '')))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Calls an endpoint and answers its reply. Throws `ApiError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[args]: Record<string, never> extends CallArgs<E> ? [CallArgs<E>?] : [CallArgs<E>]
): Promise<ReplyOf<E>> {
  return (await answer(endpoint, args as LooseArgs | undefined)).reply as ReplyOf<E>
}

/** As `call`, with the response's headers: `X-Next-Cursor` of a paged list stands there. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  ...[args]: Record<string, never> extends CallArgs<E> ? [CallArgs<E>?] : [CallArgs<E>]
): Promise<{ reply: ReplyOf<E>; headers: Headers; nextCursor: string | null }> {
  const { reply, headers } = await answer(endpoint, args as LooseArgs | undefined)
  return { reply: reply as ReplyOf<E>, headers, nextCursor: headers.get('x-next-cursor') }
}

async function answer(endpoint: Endpoint, args: LooseArgs = {}): Promise<{ reply: unknown; headers: Headers }> {
  const body = args.body === undefined && endpoint.body !== null ? {} : args.body
  return request(endpoint.method, addressOf(endpoint, args), { ...args, body })
}

/** Sends a form with files, e.g. `upload(scanPhoto, form)`. A file is never sent twice by itself: no key, no retry. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  extras: Pick<Extras, 'signal'> & { params?: ParamsOf<E> } = {},
): Promise<ReplyOf<E>> {
  const { params, ...rest } = extras
  const address = addressOf(endpoint, params === undefined ? {} : { params: params as object })
  const { reply } = await request(endpoint.method, address, { ...rest, body: form })
  return reply as ReplyOf<E>
}

/** Fetches a file an endpoint answers, e.g. an export. A page of HTML is none of ours. */
export async function download<E extends Endpoint>(endpoint: E, ...[args]: [CallArgs<E>?]): Promise<Blob> {
  const given = (args ?? {}) as LooseArgs
  const response = await withRecentAuth(async () => {
    const answered = await send(endpoint.method, addressOf(endpoint, given), headersFor(given), undefined, given.signal)
    if (!answered.ok) throw await errorOf(answered)
    return answered
  })
  if (/html/i.test(response.headers.get('content-type') ?? ''))
    throw new ApiError(response.status, '', response.statusText, null, strange())
  return response.blob()
}

/** Where the server wants the password again, asks for it and repeats the request. Throws as before if the person cancels. */
async function withRecentAuth<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'recent_auth_required' || !(await renewRecentAuth())) throw error
    return work()
  }
}

type RequestOptions = Extras & { body?: unknown }

/**
 * One request under `/api`, for the few paths that are in no contract (sign-in). Everything else uses `call`.
 * A write carries an idempotency key and keeps it when it is sent again, so that trying again never does a thing twice.
 */
export async function request(
  method: string,
  address: string,
  options: RequestOptions = {},
): Promise<{ reply: unknown; headers: Headers }> {
  const idempotencyKey = options.idempotencyKey ?? newId()
  return withRecentAuth(() => requestOnce(method, address, { ...options, idempotencyKey }))
}

async function requestOnce(
  method: string,
  address: string,
  options: RequestOptions & { idempotencyKey: string },
): Promise<{ reply: unknown; headers: Headers }> {
  const headers = headersFor(options)
  const isForm = options.body instanceof FormData
  if (method !== 'GET' && !isForm) headers.set('Idempotency-Key', options.idempotencyKey)
  let body: BodyInit | undefined
  if (options.body instanceof FormData) body = options.body
  else if (options.body !== undefined) {
    body = JSON.stringify(options.body)
    headers.set('Content-Type', 'application/json')
  }
  const token = currentSession().token
  const attempts = method === 'GET' || isForm || options.once ? 1 : 3
  for (let attempt = 1; ; attempt += 1) {
    try {
      // What somebody did is not lost when they leave the page with it. Where a browser has no room for that (64 kB), it goes as the rest.
      const outlives = attempt === 1 && method !== 'GET' && typeof body === 'string' && body.length < 4096
      const response = await send(method, address, headers, body, options.signal, outlives)
      if (response.ok) return { reply: await readReply(response), headers: response.headers }
      throw await errorOf(response)
    } catch (error) {
      const sessionStore = error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
      if (sessionStore && attempt < attempts && !options.signal?.aborted) {
        await pause(attempt * 400 + Math.random() * 200)
        continue
      }
      refuseSession(error, token)
      throw error
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function headersFor(options: Extras): Headers {
  const { token, household: active } = currentSession()
  const household = options.household === undefined ? active : options.household
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage() })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (household) headers.set('X-Household-Id', household)
  if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`)
  return headers
}

async function send(
  method: string,
  address: string,
  headers: Headers,
  body: BodyInit | undefined,
  signal: AbortSignal | undefined,
  keepalive = false,
): Promise<Response> {
  try {
    return await fetch(address, {
      method,
      headers,
      // The one cookie there is says that this device signed in before.
      credentials: address.startsWith('/api/auth/') ? 'same-origin' : 'omit',
      ...(body === undefined ? {} : { body }),
      keepalive,
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'no response', 'no response', null, unreachable())
  }
}

const isJson = (response: Response) => /\bjson\b/i.test(response.headers.get('content-type') ?? '')

async function readReply(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  // A captive portal or a proxy answers 200 with a page of its own.
  if (!isJson(response)) throw new ApiError(response.status, text.slice(0, 200), response.statusText, null, strange())
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(response.status, text.slice(0, 200), response.statusText, null, strange())
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  let problem: ProblemDocument | null = null
  if (isJson(response)) {
    try {
      const body: unknown = JSON.parse(text)
      if (isProblem(body)) problem = body
    } catch {
      problem = null
    }
  }
  return new ApiError(response.status, text, response.statusText, problem)
}

// By hand, not by the schema: sign-in must stay light and loads no validator.
function isProblem(body: unknown): body is ProblemDocument {
  const { code, detail } = (body ?? {}) as Partial<Record<string, unknown>>
  return typeof code === 'string' && typeof detail === 'string'
}

const keepsSession = /^(role_denied|administrators_only|recent_auth_required)$/

/** A refused token ends the session, unless the person has signed in again meanwhile. A missing right does not. */
function refuseSession(error: unknown, token: string | null): void {
  if (!(error instanceof ApiError) || token === null || token !== currentSession().token) return
  if (error.status === 401 || (error.status === 403 && !keepsSession.test(error.code))) leave(unauthorized())
}

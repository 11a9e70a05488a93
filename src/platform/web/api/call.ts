import { t } from '@lingui/core/macro'
import { backoffMs } from '#platform/shared/backoff.ts'
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { ProblemDocument } from '#platform/shared/problem.ts'
import { currentLanguage } from '../i18n/language.ts'
import { renewRecentAuth } from '../session/recent-auth.ts'
import { currentSession, endSession } from '../session/session.ts'
import { noteWrite } from './local-source.ts'
import { newId } from './new-id.ts'

const unauthorized = () => t`Unauthorized. Please log in again.`
const unreachable = () => t`Can’t reach Larder right now. Check your connection and try again.`
const unexpectedResponse = () => t`The response didn’t come from Larder. Check your connection and try again.`

/**
 * A failed request. `message` is for logs and has the API client's fixed wording; `sentence` is shown on screens. `status` is 0 if there
 * was no response.
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
    this.sentence = sentence ?? (status === 401 ? unauthorized() : problem?.detail || sentenceFor(status))
  }

  /** The stable problem code; `offline` if there was no response. */
  get code(): string {
    return this.problem?.code ?? (this.status === 0 ? 'offline' : 'unknown')
  }

  /** Returns the validation message for one field of the body, by its path. */
  field(path: string): string | undefined {
    return this.problem?.fields?.filter((field) => field.path === path).map(({ message }) => message)[0]
  }
}

function sentenceFor(status: number): string {
  if (status === 0) return unreachable()
  if (status === 403) return unauthorized()
  if (status === 413) return t`That’s too large to send.`
  if (status === 429) return t`Too many attempts. Wait a moment and try again.`
  if (status >= 500) return t`Something went wrong. Try again in a moment.`
  return t`That didn’t work. Try again.`
}

/** Returns the text to show for a thrown value: the server's sentence, or `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError && (error.problem?.detail || error.status === 0 || error.status === 401)) return error.sentence
  return fallback
}

interface CallOptions {
  /** Sends `If-Match: "version"`. A stale version fails with 412 and the current row in `problem.current`. */
  ifMatch?: number
  /** Generated if omitted. Pass your own to repeat the same write after a reload. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Defaults to the active household. */
  household?: string | null
  /** Disables retries, for endpoints that make the server call a third party. */
  once?: boolean
}

type Part<Name extends string, Value> = Value extends Record<string, never> ? unknown : Record<Name, Value>
type LoosePart<Name extends string, Value> =
  Value extends Record<string, never> ? unknown : Record<string, never> extends Value ? Partial<Record<Name, Value>> : Record<Name, Value>

/** The arguments of an endpoint. Parts it doesn't have can't be passed. */
export type ArgsOf<E> = Part<'params', ParamsOf<E>> & Partial<Record<'query', QueryInputOf<E>>> & LoosePart<'body', BodyInputOf<E>>
export type CallArgs<E> = ArgsOf<E> & CallOptions

type LooseArgs = { params?: object; query?: object; body?: unknown } & CallOptions

/** Returns the path with its `{names}` filled in and the query appended. Omits keys without a value. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, args: { params?: object; query?: object }): string {
  const params = new Map<string, unknown>(Object.entries(args.params ?? {}))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name) ?? '')))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Calls an endpoint and returns its reply. Throws `ApiError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[args]: Record<string, never> extends CallArgs<E> ? [CallArgs<E>?] : [CallArgs<E>]
): Promise<ReplyOf<E>> {
  return (await callEndpoint(endpoint, args as LooseArgs | undefined)).reply as ReplyOf<E>
}

/** Like `call`, and also returns the response headers and the `X-Next-Cursor` of a paged list. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  ...[args]: Record<string, never> extends CallArgs<E> ? [CallArgs<E>?] : [CallArgs<E>]
): Promise<{ reply: ReplyOf<E>; headers: Headers; nextCursor: string | null }> {
  const { reply, headers } = await callEndpoint(endpoint, args as LooseArgs | undefined)
  return { reply: reply as ReplyOf<E>, headers, nextCursor: headers.get('x-next-cursor') }
}

async function callEndpoint(endpoint: Endpoint, args: LooseArgs = {}): Promise<{ reply: unknown; headers: Headers }> {
  const body = args.body === undefined && endpoint.body !== null ? {} : args.body
  return request(endpoint.method, urlOf(endpoint, args), { ...args, body })
}

/** Uploads a form with files, e.g. `upload(scanPhoto, form)`. Has no idempotency key and never retries. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  extras: Pick<CallOptions, 'signal'> & { params?: ParamsOf<E>; query?: QueryInputOf<E> } = {},
): Promise<ReplyOf<E>> {
  return (await uploadWithHeaders(endpoint, form, extras)).reply
}

/** Like `upload`, and also returns the response headers. */
export async function uploadWithHeaders<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  extras: Pick<CallOptions, 'signal' | 'household'> & { params?: ParamsOf<E>; query?: QueryInputOf<E> } = {},
): Promise<{ reply: ReplyOf<E>; headers: Headers }> {
  const { params, query, ...options } = extras
  const given = {
    ...(params === undefined ? {} : { params: params as object }),
    ...(query === undefined ? {} : { query: query as object }),
  }
  const address = urlOf(endpoint, given)
  const { reply, headers } = await request(endpoint.method, address, { ...options, body: form })
  return { reply: reply as ReplyOf<E>, headers }
}

/** Downloads a file, e.g. an export. Throws `ApiError` if the response is an HTML page, which can only come from a proxy. */
export async function download<E extends Endpoint>(endpoint: E, ...[args]: [CallArgs<E>?]): Promise<Blob> {
  const input = (args ?? {}) as LooseArgs
  return downloadFrom(endpoint.method, urlOf(endpoint, input), input)
}

/** Downloads a picture from an address in a reply. Throws `ApiError` as `download` does. */
export const downloadPicture = (address: string, signal: AbortSignal): Promise<Blob> => downloadFrom('GET', address, { signal })

async function downloadFrom(method: string, address: string, options: CallOptions): Promise<Blob> {
  const response = await withRecentAuth(async () => {
    const reply = await send(method, address, headersFor(options), undefined, options.signal)
    if (!reply.ok) throw await readError(reply)
    return reply
  })
  if (/html/i.test(response.headers.get('content-type') ?? ''))
    throw new ApiError(response.status, '', response.statusText, null, unexpectedResponse())
  return response.blob()
}

/** Runs `work`. If the server requires recent authentication, prompts for it and runs `work` again; rethrows if the person cancels. */
async function withRecentAuth<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'recent_auth_required' || !(await renewRecentAuth())) throw error
    return work()
  }
}

type RequestOptions = CallOptions & { body?: unknown }

/**
 * Sends one request under `/api`, for the paths that are in no contract (sign-in). Everything else uses `call`.
 * Retries of a write keep its idempotency key, so the server applies it once.
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
      // `keepalive` lets a small write finish after the page is closed. Browsers limit it to 64 kB in total.
      const keepalive = attempt === 1 && method !== 'GET' && typeof body === 'string' && body.length < 4096
      const response = await send(method, address, headers, body, options.signal, keepalive)
      if (response.ok) {
        if (method !== 'GET') noteWrite(headers.get('X-Household-Id'), readChangeSeq(response.headers))
        return { reply: await readReply(response), headers: response.headers }
      }
      throw await readError(response)
    } catch (error) {
      const isTransient = error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
      if (isTransient && attempt < attempts && !options.signal?.aborted) {
        await delay(backoffMs(attempt, { firstMs: 500 }))
        continue
      }
      endRejectedSession(error, token)
      throw error
    }
  }
}

/** Reads the change's `seq` from `X-Change-Seq`. Returns null if the request changed nothing. */
export function readChangeSeq(headers: Headers): number | null {
  const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
  return Number.isInteger(seq) && seq > 0 ? seq : null
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function headersFor(options: CallOptions): Headers {
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
      // A person's only cookie marks this device as known at sign-in.
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
  // A captive portal or proxy may respond 200 with a page of its own.
  if (!isJson(response)) throw new ApiError(response.status, text.slice(0, 200), response.statusText, null, unexpectedResponse())
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(response.status, text.slice(0, 200), response.statusText, null, unexpectedResponse())
  }
}

/** Reads a response that isn't ok. */
export async function readError(response: Response): Promise<ApiError> {
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

// Not checked with the schema, to keep the validator out of the sign-in bundle.
function isProblem(body: unknown): body is ProblemDocument {
  const { code, detail } = (body ?? {}) as Partial<Record<string, unknown>>
  return typeof code === 'string' && typeof detail === 'string'
}

const sessionKeepingCodes = /^(role_denied|administrators_only|recent_auth_required)$/

/** Ends the session if its token was rejected, unless the person has signed in again since. A missing permission keeps it. */
function endRejectedSession(error: unknown, token: string | null): void {
  if (!(error instanceof ApiError) || token === null || token !== currentSession().token) return
  if (error.status === 401 || (error.status === 403 && !sessionKeepingCodes.test(error.code))) endSession(unauthorized())
}

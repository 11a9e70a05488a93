import { backoffMs } from '#platform/shared/backoff.ts'
import { type Endpoint, type ReplyOf, tabletHeader } from '#platform/shared/endpoint.ts'
import { currentLanguage } from '../i18n/language.ts'
import { ApiError, type ArgsOf, readChangeSeq, readError, urlOf } from './call.ts'
import { newId } from './new-id.ts'

const maxAttempts = 3
const isTransient = (status: number) => status === 0 || (status >= 502 && status <= 504)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The reply, and the number of the change that a write made. */
export interface TabletReply<R> {
  readonly reply: R
  readonly seq: number | null
}

/**
 * Calls an endpoint as the paired tablet. It proves itself with its cookie, never with the session of a person who is signed in to this
 * browser. Repeats a write that got no response with the same key, so that it counts once. Throws `ApiError`.
 */
export async function callTablet<E extends Endpoint>(
  endpoint: E,
  ...[args]: Record<string, never> extends ArgsOf<E> ? [ArgsOf<E>?] : [ArgsOf<E>]
): Promise<TabletReply<ReplyOf<E>>> {
  const { body, ...address } = (args ?? {}) as { params?: object; query?: object; body?: unknown }
  const isWrite = endpoint.method !== 'GET'
  const headers = tabletHeaders('application/json')
  if (isWrite && endpoint.auth !== 'public') headers.set('Idempotency-Key', newId())
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(urlOf(endpoint, address), init)
    } catch (error) {
      const canRepeat = isWrite && endpoint.auth !== 'public' && attempt < maxAttempts
      if (!canRepeat || !(error instanceof ApiError) || !isTransient(error.status)) throw error
      await pause(backoffMs(attempt, { firstMs: 500 }))
    }
  }
}

export const tabletHeaders = (accept: string) => new Headers({ Accept: accept, 'Accept-Language': currentLanguage(), [tabletHeader]: '1' })

async function send<R>(url: string, init: RequestInit): Promise<TabletReply<R>> {
  const response = await fetch(url, init).catch(() => {
    throw new ApiError(0, 'no response', 'no response', null)
  })
  if (!response.ok) throw await readError(response)
  const reply = response.status === 204 ? undefined : await response.json()
  return { reply: reply as R, seq: readChangeSeq(response.headers) }
}

import { ApiError, readChangeSeq, request } from '../api/call.ts'
import type { PendingMutation, ReadyRequest, Refusal } from './operation.ts'
import type { SendOutcome } from './sender.ts'

/** A server that accepts the connection but doesn't respond counts as unreachable after this. */
export const responseTimeoutMs = 15_000

export function timeoutSignal(ms = responseTimeoutMs): AbortSignal {
  if (typeof AbortSignal.timeout === 'function') return AbortSignal.timeout(ms)
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}

/** Statuses of a temporary failure: the server did nothing, and the request is valid. */
const temporaryStatuses = [0, 408, 425, 429, 502, 503, 504]

/**
 * Whether the server didn't respond: no connection, a timeout, or a response from a captive portal. Any response without a problem
 * document didn't come from Larder.
 */
export const isNetworkFailure = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || (error.problem === null && error.status !== 401 && error.status !== 403)

const refusalOf = ({ status, code, sentence, problem }: ApiError): Refusal => ({ status, code, sentence, problem })

/** Sends one operation as it was stored. */
export async function sendOperation(mutation: PendingMutation, { method, address, body, ifMatch }: ReadyRequest): Promise<SendOutcome> {
  try {
    const { reply, headers } = await request(method, address, {
      ...(body === undefined ? {} : { body }),
      ...(ifMatch === undefined ? {} : { ifMatch }),
      household: mutation.household,
      idempotencyKey: mutation.id,
      signal: timeoutSignal(),
    })
    return { outcome: 'done', seq: readChangeSeq(headers), reply }
  } catch (error) {
    return outcomeOf(error)
  }
}

export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof ApiError) || isNetworkFailure(error)) return { outcome: 'silent' }
  if (error.status === 401 || (error.status === 403 && error.code !== 'role_denied')) return { outcome: 'signed-out' }
  if (error.status === 429) return { outcome: 'silent', waitMs: 5000 }
  if (temporaryStatuses.includes(error.status)) return { outcome: 'silent' }
  if (error.status >= 500) return { outcome: 'broken', refusal: refusalOf(error) }
  return { outcome: 'refused', refusal: refusalOf(error) }
}

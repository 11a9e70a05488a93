import type { Endpoint, ReplyOf } from '#platform/shared/endpoint.ts'
import { type LocalQuery, type LocalSource, localSources, peekLocally } from './local-source.ts'

/** Whether there was no response: an `ApiError` with the status 0. */
const isUnreachable = (error: unknown) => error instanceof Error && 'status' in error && error.status === 0

/** How long to wait for the server where this device has a reply that is almost as good. */
const fallbackTimeoutMs = 4000
/** How often to look again if this device has no reply yet. */
const fallbackRetryMs = 500

/** Returns the server's reply, or after `fallbackTimeoutMs` what `known` returns as soon as it isn't undefined. */
async function orKnownAfterTimeout<T>(server: Promise<T>, known: () => T | undefined): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    const resolveIfKnown = () => {
      const reply = known()
      if (reply === undefined) timer = setTimeout(resolveIfKnown, fallbackRetryMs)
      else resolve(reply)
    }
    timer = setTimeout(resolveIfKnown, fallbackTimeoutMs)
  })
  try {
    return await Promise.race([server, late])
  } finally {
    clearTimeout(timer)
  }
}

const noReply = new Error('no reply on this device')

/** Returns what `convert` makes of this device's reply if it has one, otherwise the server's. */
export function replyLocallyOr<E extends Endpoint, T>(
  question: LocalQuery<E>,
  signal: AbortSignal,
  fromServer: (signal: AbortSignal) => Promise<T>,
  convert: (reply: ReplyOf<E>) => T,
): Promise<T> {
  const { source, loading } = localSources()
  if (!source && !loading) return fromServer(signal)
  const known = (): T | undefined => {
    const reply = peekLocally(question, true)
    return reply === undefined ? undefined : convert(reply)
  }
  const orLocal = (error: unknown): T => {
    const reply = isUnreachable(error) ? known() : undefined
    if (reply === undefined) throw error
    return reply
  }
  const local = async (from: LocalSource | null) => {
    const reply = (await from?.reply(question)) as ReplyOf<E> | undefined
    return reply === undefined ? undefined : convert(reply)
  }
  if (!loading) return local(source).then((reply) => reply ?? orKnownAfterTimeout(fromServer(signal).catch(orLocal), known))
  const racing = new AbortController()
  signal.addEventListener('abort', () => racing.abort())
  const server = fromServer(racing.signal)
  const device = loading.then(local).then((reply) => {
    if (reply === undefined) throw noReply
    // Browsers have few connections to a server, which may not respond.
    racing.abort()
    return reply
  })
  // Once the device has loaded, its replies count as having the pending changes, which the server's lacks.
  const serverFirst = server.then((reply) => (localSources().source ? device.catch(() => reply) : reply))
  return orKnownAfterTimeout(
    Promise.any([serverFirst, device]).catch(() => server.catch(orLocal)),
    known,
  )
}

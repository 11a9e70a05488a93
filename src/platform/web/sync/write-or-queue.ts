import { ApiError, readChangeSeq } from '../api/call.ts'
import type { Connectivity } from './connectivity.ts'
import type { Refusal } from './operation.ts'
import type { NewOperation, Outcome } from './outbox-interface.ts'
import { currentSyncSession } from './sync-session.ts'

export type WriteResult =
  | { readonly state: 'sent'; readonly id: string; readonly seq: number | null; readonly reply: unknown }
  /** Saved on this device, to be sent when the server is reachable again. */
  | { readonly state: 'queued'; readonly id: string; readonly ended: Promise<Outcome> }

/** A write that was sent without the outbox, from the headers of its response. */
export const sentWrite = (headers: Headers, reply?: unknown): WriteResult => ({ state: 'sent', id: '', seq: readChangeSeq(headers), reply })

/** How long to wait for a response before reporting the change as queued. */
const responseTimeoutMs = 4000

/**
 * Sends a write through the outbox; while offline, queues it on this device. Returns null without an outbox. Throws `ApiError` if the
 * server refuses it.
 */
export async function writeOrQueue(write: NewOperation): Promise<WriteResult | null> {
  const session = currentSyncSession()
  if (!session) return null
  const { id, stored, ended } = session.outbox.add(write)
  const early = await orTimeout(ended, session.connectivity)
  if (early === 'timeout') {
    // The page may close as soon as it says that the change will be sent.
    await stored
    return { state: 'queued', id, ended }
  }
  if (early.state === 'refused') {
    // Reported by the caller, so the outbox needn't report it again.
    void session.outbox.dismiss([id])
    throw refusedError(early.refusal)
  }
  const { seq, reply } = early.state === 'sent' ? { reply: undefined, ...early } : { seq: null, reply: undefined }
  return { state: 'sent', id, seq, reply }
}

/** Does what `writeOrQueue` does; before the outbox is open, `send` sends the write. */
export async function writeOrSend(write: NewOperation, send: () => Promise<{ reply: unknown; headers: Headers }>): Promise<WriteResult> {
  // Without an outbox, `send` runs at once, since it may put changes in order.
  const written = currentSyncSession() && (await writeOrQueue(write))
  if (written) return written
  const { reply, headers } = await send()
  return sentWrite(headers, reply)
}

/** Drops a queued write if it wasn't sent; otherwise queues `undo` after it and returns when that ends. */
export async function withdrawWrite(id: string, undo: NewOperation): Promise<{ ended: Promise<Outcome> } | null> {
  const { outbox } = currentSyncSession() ?? {}
  return !outbox || (await outbox.withdraw(id)) ? null : outbox.add({ ...undo, after: id })
}

export const refusedError = ({ status, code, sentence, problem }: Refusal): ApiError =>
  new ApiError(status, sentence, '', problem ?? { type: 'about:blank', title: code, status, code, detail: sentence, requestId: '' })

/** Returns the outcome, or `timeout` if the device is offline or the server doesn't respond in time. */
async function orTimeout(ended: Promise<Outcome>, connectivity: Connectivity): Promise<Outcome | 'timeout'> {
  let stop = () => {}
  const timeout = new Promise<'timeout'>((resolve) => {
    const checkOffline = () => connectivity.offlineSince() !== null && resolve('timeout')
    const timer = setTimeout(() => resolve('timeout'), responseTimeoutMs)
    const unwatch = connectivity.watch(checkOffline)
    stop = () => {
      clearTimeout(timer)
      unwatch()
    }
    checkOffline()
  })
  try {
    return await Promise.race([ended, timeout])
  } finally {
    stop()
  }
}

import { backoffMs } from '#platform/shared/backoff.ts'
import { liveSignals } from '#platform/shared/system-endpoints.ts'
import { tabletHeaders } from '../api/call-tablet.ts'

// The server sends a comment every 15 s. Three missing ones mean that the connection is dead.
const heartbeatTimeoutMs = 45_000
const reconnectBackoff = { firstMs: 1000, maxMs: 30_000, jitter: 0.5 }

/** Calls `onSignal` after each change in the household, and `onBreak` each time the stream ends. Returns the function that stops this. */
export function followSignals({ onSignal, onBreak }: { onSignal: () => void; onBreak: () => void }): () => void {
  const stopped = new AbortController()
  void follow(stopped.signal, onSignal, onBreak)
  return () => stopped.abort()
}

async function follow(signal: AbortSignal, onSignal: () => void, onBreak: () => void): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const wasOpen = await read(signal, onSignal)
    if (signal.aborted) return
    onBreak()
    failures = wasOpen ? 1 : failures + 1
    await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, reconnectBackoff)))
    // What changed in between is unknown.
    if (!signal.aborted && wasOpen) onSignal()
  }
}

/** Reads until the stream ends. Returns whether it was open. */
async function read(signal: AbortSignal, onSignal: () => void): Promise<boolean> {
  const broken = new AbortController()
  const abort = () => broken.abort()
  signal.addEventListener('abort', abort)
  let watchdog = setTimeout(abort, heartbeatTimeoutMs)
  let wasOpen = false
  try {
    const response = await fetch(liveSignals.path, {
      headers: tabletHeaders('text/event-stream'),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: broken.signal,
    })
    if (!response.ok || !response.body) return false
    wasOpen = true
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      clearTimeout(watchdog)
      watchdog = setTimeout(abort, heartbeatTimeoutMs)
      // Events have no content.
      if (decoder.decode(value, { stream: true }).includes('data:')) onSignal()
    }
  } catch {
    return wasOpen
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', abort)
    broken.abort()
  }
}

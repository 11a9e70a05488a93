import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { currentLanguage } from '../i18n/language.ts'

// The server sends a comment every 15 s. Three missing ones mean the connection is dead.
const heartbeatTimeoutMs = 45_000

export interface StreamOptions {
  token: string
  household: string
  lastId: string | null
  signal: AbortSignal
  onOpen: () => void
  /** A new position to resume from. Called before the event that has it; the first one has no event. */
  onId: (id: string) => void
  onEvent: (event: EventSourceMessage) => void
}

/** Reads until the stream ends. Returns the status if the server refused it, otherwise 0. */
export async function readStream({ token, household, lastId, signal, onOpen, onId, onEvent }: StreamOptions): Promise<number> {
  const broken = new AbortController()
  const abort = () => broken.abort()
  signal.addEventListener('abort', abort)
  let watchdog = setTimeout(abort, heartbeatTimeoutMs)
  try {
    const headers = new Headers({
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      'X-Household-Id': household,
      'Accept-Language': currentLanguage(),
    })
    if (lastId !== null) headers.set('Last-Event-ID', lastId)
    const response = await fetch('/api/live', { headers, credentials: 'omit', cache: 'no-store', signal: broken.signal })
    if (!response.ok || !response.body) return response.status
    if (!response.headers.get('content-type')?.includes('text/event-stream')) return 0
    onOpen()
    const parser = createParser({ onId, onEvent })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 0
      clearTimeout(watchdog)
      watchdog = setTimeout(abort, heartbeatTimeoutMs)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    return 0
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', abort)
    broken.abort()
  }
}

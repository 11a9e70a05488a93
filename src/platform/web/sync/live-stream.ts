import { currentLanguage } from '../i18n/language.ts'

// The server sends a comment every 15 s. Three missing ones mean the connection is dead.
const heartbeatTimeoutMs = 45_000

/** An event of the stream. `id` is the sequence number of the latest change; `data` is empty if the event only carries the id. */
export interface StreamEvent {
  id: string | null
  event: string
  data: string
}

/** Parses a text/event-stream from chunks. */
export function eventReader(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let buffer = ''
  let id: string | null = null
  let event = ''
  let data: string[] = []
  let hasId = false
  return (chunk) => {
    buffer += chunk
    const lines = buffer.split(/\r\n|\n|\r(?=[\s\S])/)
    buffer = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0 || event !== '' || hasId) onEvent({ id, event: event || 'message', data: data.join('\n') })
        event = ''
        data = []
        hasId = false
        continue
      }
      const colon = line.indexOf(':')
      if (colon === 0) continue
      const name = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (name === 'id') {
        id = value
        hasId = true
      } else if (name === 'event') event = value
      else if (name === 'data') data.push(value)
    }
  }
}

interface StreamOptions {
  token: string
  household: string
  lastId: string | null
  signal: AbortSignal
  onOpen: () => void
  onEvent: (event: StreamEvent) => void
}

/** Reads until the stream ends. Returns the status if the server refused it, otherwise 0. */
export async function readStream({ token, household, lastId, signal, onOpen, onEvent }: StreamOptions): Promise<number> {
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
    const read = eventReader(onEvent)
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 0
      clearTimeout(watchdog)
      watchdog = setTimeout(abort, heartbeatTimeoutMs)
      read(decoder.decode(value, { stream: true }))
    }
  } catch {
    return 0
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', abort)
    broken.abort()
  }
}

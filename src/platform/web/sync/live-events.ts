import { t } from '@lingui/core/macro'
import type { EventSourceMessage } from 'eventsource-parser'
import { backoffMs } from '#platform/shared/backoff.ts'
import type { LiveFrame } from '#platform/shared/event.ts'
import { currentSession, endSession, watchSession } from '../session/session.ts'
import type { StreamOptions } from './live-stream.ts'

/**
 * Live changes: one `GET /api/live` stream for all tabs of a household. The tab that holds the lock reads it and relays every frame to
 * the others. Uses `fetch`, because EventSource can't send the bearer token.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'waiting'

type Listener = (frame: LiveFrame) => void
type EventFilter = string | { channel?: string; event?: string }

const listeners = new Set<{ filter: EventFilter; listener: Listener }>()
const resyncListeners = new Set<() => void>()
const openListeners = new Set<(household: string) => void>()
const membershipListeners = new Set<() => void>()
const watchers = new Set<() => void>()
let state: LiveState = 'off'

/** Subscribes to frames by a channel prefix (`inventory:`) or by event name. Returns a function that unsubscribes. */
export function onEvent(filter: EventFilter, listener: Listener): () => void {
  const entry = { filter, listener }
  listeners.add(entry)
  return () => listeners.delete(entry)
}

/** Runs when frames were missed and everything on screen may be stale. */
export function onResync(listener: () => void): () => void {
  resyncListeners.add(listener)
  return () => resyncListeners.delete(listener)
}

/**
 * Runs when a household's stream opens for the first time. Queries started earlier may have missed changes. Later gaps are replayed by
 * the server.
 */
export function onStreamOpened(listener: (household: string) => void): () => void {
  openListeners.add(listener)
  return () => openListeners.delete(listener)
}

/** Runs when the server refuses the stream: the person may no longer be a member of the household. */
export function onMembershipLost(listener: () => void): () => void {
  membershipListeners.add(listener)
  return () => membershipListeners.delete(listener)
}

export const liveState = (): LiveState => state
export function watchLiveState(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function setState(next: LiveState) {
  if (next === state) return
  state = next
  for (const watcher of [...watchers]) watcher()
}

function deliver(frame: LiveFrame) {
  for (const { filter, listener } of [...listeners]) {
    const fits =
      typeof filter === 'string'
        ? frame.channel.startsWith(filter)
        : (filter.channel === undefined || frame.channel.startsWith(filter.channel)) &&
          (filter.event === undefined || frame.event === filter.event)
    if (!fits) continue
    try {
      listener(frame)
    } catch (error) {
      // One listener's error must not stop the others.
      console.error(error)
    }
  }
}

/** Runs what follows after missed messages: everything is read again. */
export function notifyResync(): void {
  for (const listener of [...resyncListeners]) listener()
}

interface Relayed {
  id: string | null
  /** Null if only the id is relayed. `opened`: no later change will be missed. */
  frame: LiveFrame | 'resync' | 'opened' | null
  /** The tab with the stream has lost its connection. Any other message means it is connected. */
  isDown?: true
}

/** With much jitter, so that the clients of a restarted server spread out. */
const reconnectBackoff = { firstMs: 1000, maxMs: 30_000, jitter: 0.5 }

/** Opens a stream while the session has an active household, and closes it at sign-out. Returns a function that stops this. */
export function startLive(): () => void {
  let stop = () => {}
  let open = ''
  const follow = () => {
    const { token, household } = currentSession()
    const next = token && household ? `${token} ${household}` : ''
    if (next === open) return
    stop()
    open = next
    stop = token && household ? openStream(token, household) : () => {}
    if (next === '') setState('off')
  }
  const unwatch = watchSession(follow)
  follow()
  return () => {
    unwatch()
    stop()
    open = ''
    setState('off')
  }
}

/** What a tab needs to read the stream for all tabs. */
interface StreamReader {
  token: string
  household: string
  signal: AbortSignal
  tabs: BroadcastChannel | null
  lastId: () => string | null
  /** Whether another tab read the stream before this one. */
  hasWaited: () => boolean
  accept: (relayed: Relayed) => void
}

/** Opens the household's stream, or waits until the tab that has it closes. Returns a function that stops this. */
function openStream(token: string, household: string): () => void {
  const ended = new AbortController()
  const name = `larder-live:${household}`
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let lastId: string | null = null
  let hasWaited = false

  const accept = ({ id, frame }: Relayed) => {
    if (id !== null) lastId = id
    if (frame === 'resync') notifyResync()
    else if (frame === 'opened') for (const listener of [...openListeners]) listener(household)
    else if (frame) deliver(frame)
  }
  if (tabs) {
    tabs.onmessage = (message: MessageEvent<Relayed>) => {
      setState(message.data.isDown ? 'waiting' : 'live')
      accept(message.data)
    }
  }
  const reader = { token, household, signal: ended.signal, tabs, lastId: () => lastId, hasWaited: () => hasWaited, accept }

  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (locks && tabs) {
    setState('live')
    const timer = setTimeout(() => {
      hasWaited = true
    }, 1000)
    locks
      .request(name, { signal: ended.signal }, () => {
        clearTimeout(timer)
        return readForAllTabs(reader)
      })
      .catch(() => {})
  } else void readForAllTabs(reader)

  return () => {
    ended.abort()
    tabs?.close()
  }
}

/** Reads the stream and relays its frames to the other tabs. Reconnects with backoff until `signal` aborts or the session ends. */
async function readForAllTabs({ token, household, signal, tabs, lastId, hasWaited, accept }: StreamReader): Promise<void> {
  const relay = (relayed: Relayed) => {
    tabs?.postMessage(relayed)
    accept(relayed)
  }
  let failures = 0
  let wasOpen = false
  while (!signal.aborted) {
    setState('connecting')
    const status = await readStreamWhenLoaded({
      token,
      household,
      lastId: lastId(),
      signal,
      onOpen() {
        failures = 0
        setState('live')
        // Time has passed without a known id, so the missed changes can't be replayed.
        if ((wasOpen || hasWaited()) && lastId() === null) accept({ id: null, frame: 'resync' })
        else if (lastId() === null) relay({ id: null, frame: 'opened' })
        tabs?.postMessage({ id: null, frame: null })
        wasOpen = true
      },
      onId: (id) => relay({ id, frame: null }),
      onEvent(event) {
        const frame = frameOf(event)
        if (frame) relay({ id: null, frame })
      },
    })
    if (signal.aborted) return
    if (status === 401) {
      if (currentSession().token === token) endSession(t`Unauthorized. Please log in again.`)
      return
    }
    if (status === 403 || status === 404) for (const listener of [...membershipListeners]) listener()
    failures += 1
    setState('waiting')
    // Sent after each attempt, so that tabs opened later receive it too.
    tabs?.postMessage({ id: null, frame: null, isDown: true })
    await sleepUntilNeeded(backoffMs(failures, reconnectBackoff), signal)
  }
}

/** Loads the reader, which the sign-in page doesn't need, and reads the stream. */
const readStreamWhenLoaded = (options: StreamOptions): Promise<number> =>
  import('./live-stream.ts').then(
    ({ readStream }) => readStream(options),
    () => 0,
  )

function frameOf({ event, data }: EventSourceMessage): LiveFrame | 'resync' | null {
  if (event === 'resync') return 'resync'
  try {
    const frame: unknown = JSON.parse(data)
    if (typeof frame !== 'object' || frame === null) return null
    if ('event' in frame && frame.event === 'resync') return 'resync'
    if (!('channel' in frame && typeof frame.channel === 'string' && 'event' in frame && typeof frame.event === 'string')) return null
    return { channel: frame.channel, event: frame.event, payload: 'payload' in frame ? frame.payload : undefined }
  } catch {
    return null
  }
}

/** Waits for `ms` milliseconds, or until the network returns or the tab becomes visible. */
function sleepUntilNeeded(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', onVisibilityChange)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') wake()
    }
    const timer = setTimeout(wake, ms)
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', onVisibilityChange)
    signal.addEventListener('abort', wake)
  })
}

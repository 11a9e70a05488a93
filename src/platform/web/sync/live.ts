import { t } from '@lingui/core/macro'
import type { LiveFrame } from '#platform/shared/event.ts'
import { currentSession, leave, watchSession } from '../session/session.ts'
import { readStream, type StreamEvent } from './live-stream.ts'

/**
 * Live changes: one stream to `GET /api/live` for all tabs of a household. The tab that holds the lock reads it and
 * relays every frame to the others. Read by `fetch`, because an EventSource cannot carry the bearer token.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'waiting'

type Listener = (frame: LiveFrame) => void
type EventFilter = string | { channel?: string; event?: string }

const listeners = new Set<{ wanted: EventFilter; listener: Listener }>()
const resyncListeners = new Set<() => void>()
const openListeners = new Set<(household: string) => void>()
const membershipListeners = new Set<() => void>()
const watchers = new Set<() => void>()
let state: LiveState = 'off'

/**
 * Listens to frames: a string is the beginning of the channel's name (`inventory:`), or name the event.
 * Answers how to stop.
 */
export function onEvent(wanted: EventFilter, listener: Listener): () => void {
  const entry = { wanted, listener }
  listeners.add(entry)
  return () => listeners.delete(entry)
}

/** Runs when frames were missed and everything on screen may be out of date. */
export function onResync(resyncer: () => void): () => void {
  resyncListeners.add(resyncer)
  return () => resyncListeners.delete(resyncer)
}

/**
 * Runs when a household's line opens for the first time: what was asked for until now may miss what happened between its answer and this
 * moment. Later breaks are made good by the line itself.
 */
export function onOpened(opener: (household: string) => void): () => void {
  openListeners.add(opener)
  return () => openListeners.delete(opener)
}

/** Runs when the server refuses the line: we may no longer belong to the household. */
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
  for (const { wanted, listener } of [...listeners]) {
    const fits =
      typeof wanted === 'string'
        ? frame.channel.startsWith(wanted)
        : (wanted.channel === undefined || frame.channel.startsWith(wanted.channel)) &&
          (wanted.event === undefined || frame.event === wanted.event)
    if (!fits) continue
    try {
      listener(frame)
    } catch (error) {
      // One screen's mistake must not cost the others their news.
      console.error(error)
    }
  }
}

function resync() {
  for (const resyncer of [...resyncListeners]) resyncer()
}

interface Relayed {
  id: string | null
  /** Null: only the place in the log is told. `opened`: from here on nothing is missed. */
  frame: LiveFrame | 'resync' | 'opened' | null
  /** No news arrives in the tab that has the line, so none does here. Any other word means that the line stands. */
  isDown?: true
}

const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Starts following the session: a stream opens when a household is open and closes when the person leaves. */
export function startLive(): () => void {
  let stop = () => {}
  let open = ''
  const follow = () => {
    const { token, household } = currentSession()
    const wanted = token && household ? `${token} ${household}` : ''
    if (wanted === open) return
    stop()
    open = wanted
    stop = token && household ? openLine(token, household) : () => {}
    if (wanted === '') setState('off')
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

function openLine(token: string, household: string): () => void {
  const ended = new AbortController()
  const name = `larder-live:${household}`
  const air = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let lastId: string | null = null
  // Another tab had the line before us.
  let waited = false

  const take = ({ id, frame }: Relayed) => {
    if (id !== null) lastId = id
    if (frame === 'resync') resync()
    else if (frame === 'opened') for (const opener of [...openListeners]) opener(household)
    else if (frame) deliver(frame)
  }
  const tell = (relayed: Relayed) => {
    air?.postMessage(relayed)
    take(relayed)
  }
  if (air) {
    air.onmessage = (message: MessageEvent<Relayed>) => {
      setState(message.data.isDown ? 'waiting' : 'live')
      take(message.data)
    }
  }

  const hold = async () => {
    let failures = 0
    let opened = false
    while (!ended.signal.aborted) {
      setState('connecting')
      const outcome = await readStream({
        token,
        household,
        lastId,
        signal: ended.signal,
        onOpen() {
          failures = 0
          setState('live')
          // We never learned where we are, and time has passed: what happened meanwhile is unknown.
          if ((opened || waited) && lastId === null) take({ id: null, frame: 'resync' })
          else if (lastId === null) tell({ id: null, frame: 'opened' })
          air?.postMessage({ id: null, frame: null })
          opened = true
        },
        onEvent(event) {
          const relayed = relayedFrom(event)
          if (relayed) tell(relayed)
        },
      })
      if (ended.signal.aborted) return
      if (outcome === 401) {
        if (currentSession().token === token) leave(t`Unauthorized. Please log in again.`)
        return
      }
      if (outcome === 403 || outcome === 404) for (const listener of [...membershipListeners]) listener()
      failures += 1
      setState('waiting')
      // Said after every try, so that a tab opened meanwhile hears it too.
      air?.postMessage({ id: null, frame: null, isDown: true })
      const wait = Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 5), longestWaitMs)
      await nap(wait / 2 + Math.random() * (wait / 2), ended.signal)
    }
  }

  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (locks && air) {
    setState('live')
    const turn = setTimeout(() => {
      waited = true
    }, 1000)
    locks
      .request(name, { signal: ended.signal }, () => {
        clearTimeout(turn)
        return hold()
      })
      .catch(() => {})
  } else void hold()

  return () => {
    ended.abort()
    air?.close()
  }
}

function relayedFrom({ id, event, data }: StreamEvent): Relayed | null {
  if (event === 'resync') return { id, frame: 'resync' }
  if (data === '') return { id, frame: null }
  try {
    const frame: unknown = JSON.parse(data)
    if (typeof frame !== 'object' || frame === null) return null
    if ('event' in frame && frame.event === 'resync') return { id, frame: 'resync' }
    if (!('channel' in frame && typeof frame.channel === 'string' && 'event' in frame && typeof frame.event === 'string')) return null
    return { id, frame: { channel: frame.channel, event: frame.event, payload: 'payload' in frame ? frame.payload : undefined } }
  } catch {
    return null
  }
}

/** Waits, but not longer than until the network or the person comes back. */
function nap(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', seen)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const seen = () => {
      if (document.visibilityState === 'visible') wake()
    }
    const timer = setTimeout(wake, ms)
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', seen)
    signal.addEventListener('abort', wake)
  })
}

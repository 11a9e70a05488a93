import { callWithHeaders } from '#platform/web/api/call.ts'
import { liveState, onEvent, onResync, onStreamOpened, watchLiveState } from '#platform/web/sync/live.ts'
import { openReplica } from '#platform/web/sync/replica.ts'
import type { Replica } from '#platform/web/sync/replica-types.ts'
import type { SyncSession } from '#platform/web/sync/sync-session.ts'
import { isNetworkFailure, timeoutFactor } from '#platform/web/sync/transport.ts'
import { getShoppingList, ShoppingChange, shoppingChange, shoppingChannel } from '../../contract/index.ts'
import { foldList, hearRow, type ListView, type RowNews, reuseRows, viewOf } from '../../rules/offline.ts'

/** A list is asked for again when somebody comes back to it after this long; live news keep it right meanwhile. */
const freshMs = 30_000

let open: { running: SyncSession; household: string; replica: Replica<ListView>; close: () => void } | null = null

/** The household's list on this device: what the server said last with everything done here since. One per tab. */
export function listOf(running: SyncSession, household: string): Replica<ListView> {
  if (open?.running.outbox === running.outbox && open.household === household) return open.replica
  open?.close()

  const replica: Replica<ListView> = openReplica<ListView>({
    name: 'shopping',
    household,
    kind: 'shopping',
    outbox: running.outbox,
    connectivity: running.connectivity,
    async fetch() {
      const { reply: list, headers } = await callWithHeaders(getShoppingList, { household, signal: timeoutFactor() })
      const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
      const items = reuseRows(replica.state().view?.items ?? [], list.items)
      return { data: { ...viewOf(list), items }, seq: Number.isInteger(seq) ? seq : null }
    },
    read: readKept,
    fold: foldList,
    receive: (view, news, seq) => hearRow(view, news as RowNews, seq),
    isNetworkFailure,
  })
  const come = () => {
    if (document.visibilityState === 'hidden') return void replica.flush()
    if (Date.now() - (replica.state().asOf ?? 0) > freshMs) replica.refresh()
  }
  const stops = [
    onEvent({ channel: 'shopping:', event: shoppingChange }, ({ channel, payload }) => {
      if (channel !== shoppingChannel(household)) return
      const news = ShoppingChange.safeParse(payload)
      if (!news.success || news.data.type === 'RELOAD' || news.data.data === null) replica.refresh()
      else replica.receiveEvent({ type: news.data.type, item: news.data.data } satisfies RowNews, news.data.seq)
    }),
    onResync(() => replica.refresh()),
    // What happened between our asking and the first news is in neither.
    onStreamOpened((opened) => opened === household && replica.refresh()),
    watchLiveState(() => liveState() === 'live' && running.connectivity.offlineSince() !== null && replica.refresh()),
    listen(document, 'visibilitychange', come),
    listen(window, 'pagehide', () => void replica.flush()),
    listen(window, 'online', () => replica.refresh()),
  ]
  open = {
    running,
    household,
    replica,
    close() {
      for (const stop of stops) stop()
      replica.close()
    },
  }
  replica.refresh()
  return replica
}

/** A list as any release kept it. */
function readKept(kept: unknown): ListView | null {
  if (typeof kept !== 'object' || kept === null || !('items' in kept) || !Array.isArray(kept.items)) return null
  return {
    items: kept.items,
    aisles: 'aisles' in kept && Array.isArray(kept.aisles) ? kept.aisles : [],
    canSendToInstacart: 'canSendToInstacart' in kept && kept.canSendToInstacart === true,
    gone: 'gone' in kept ? numbersOf(kept.gone) : {},
    heard: 'heard' in kept ? numbersOf(kept.heard) : {},
  }
}

const numbersOf = (kept: unknown) => (typeof kept === 'object' && kept !== null ? (kept as Record<string, number>) : {})

function listen(target: Document | Window, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}

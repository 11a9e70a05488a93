import { callWithHeaders, changeSeq } from '#platform/web/api/call.ts'
import { onSignOut } from '#platform/web/session/session.ts'
import { liveState, onEvent, onResync, onStreamOpened, watchLiveState } from '#platform/web/sync/live.ts'
import { openReplyReplica } from '#platform/web/sync/reply-replica.ts'
import type { ReplyReplica } from '#platform/web/sync/reply-replica-types.ts'
import { isNetworkFailure, timeoutSignal } from '#platform/web/sync/send-operation.ts'
import type { SyncSession } from '#platform/web/sync/sync-session.ts'
import { getShoppingList, ShoppingChange, shoppingChange, shoppingChannel } from '../../contract/index.ts'
import { applyEvent, foldList, type ListView, type RowEvent, reuseRows, viewOf } from '../../rules/offline.ts'

/** Refetches the list when the page becomes visible after this long. While it is visible, live events keep it up to date. */
const freshMs = 30_000

let open: { session: SyncSession; household: string; replica: ReplyReplica<ListView>; close: () => void } | null = null
onSignOut(() => {
  open?.close()
  open = null
})

/** Opens the replica of a household's list: the last server state with this device's pending changes applied. One per tab. */
export function openListReplica(session: SyncSession, household: string): ReplyReplica<ListView> {
  if (open?.session.outbox === session.outbox && open.household === household) return open.replica
  open?.close()

  const replica: ReplyReplica<ListView> = openReplyReplica<ListView>({
    name: 'shopping',
    household,
    kind: 'shopping',
    outbox: session.outbox,
    connectivity: session.connectivity,
    async fetch() {
      const { reply: list, headers } = await callWithHeaders(getShoppingList, { household, signal: timeoutSignal() })
      const items = reuseRows(replica.state().view?.items ?? [], list.items)
      return { data: { ...viewOf(list), items }, seq: changeSeq(headers) }
    },
    read: readStored,
    fold: foldList,
    receive: (view, event, seq) => applyEvent(view, event as RowEvent, seq),
    isNetworkFailure,
  })
  const refreshIfStale = () => {
    if (document.visibilityState === 'hidden') return void replica.flush()
    if (Date.now() - (replica.state().asOf ?? 0) > freshMs) replica.refresh()
  }
  const stops = [
    onEvent({ channel: 'shopping:', event: shoppingChange }, ({ channel, payload }) => {
      if (channel !== shoppingChannel(household)) return
      const change = ShoppingChange.safeParse(payload)
      if (!change.success || change.data.type === 'RELOAD' || change.data.data === null) replica.refresh()
      else replica.receiveEvent({ type: change.data.type, item: change.data.data } satisfies RowEvent, change.data.seq)
    }),
    onResync(() => replica.refresh()),
    // Changes between the fetch and the opening of the stream are in neither.
    onStreamOpened((opened) => opened === household && replica.refresh()),
    watchLiveState(() => liveState() === 'live' && session.connectivity.offlineSince() !== null && replica.refresh()),
    listen(document, 'visibilitychange', refreshIfStale),
    listen(window, 'pagehide', () => void replica.flush()),
    listen(window, 'online', () => replica.refresh()),
  ]
  open = {
    session,
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

/** Reads a stored list, written by any release; earlier ones stored `gone` and `heard`. */
function readStored(stored: unknown): ListView | null {
  if (typeof stored !== 'object' || stored === null || !('items' in stored) || !Array.isArray(stored.items)) return null
  const fields = stored as Record<string, unknown>
  return {
    items: stored.items,
    aisles: Array.isArray(fields['aisles']) ? fields['aisles'] : [],
    canSendToInstacart: fields['canSendToInstacart'] === true,
    tombstones: toNumbers(fields['tombstones'] ?? fields['gone']),
    lastSeqs: toNumbers(fields['lastSeqs'] ?? fields['heard']),
  }
}

const toNumbers = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, number>) : {})

function listen(target: Document | Window, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}

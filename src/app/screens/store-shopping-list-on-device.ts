import { currentSession } from '#platform/web/session/session.ts'
import { liveState, onStreamOpened } from '#platform/web/sync/live.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'

/** How long the page's own requests come first. */
const delayMs = 2000

/** Stores the shopping list once the server is reached, so that it opens offline even if it never was open. Returns a function that stops this. */
export function storeShoppingListOnDevice(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = async () => {
    const { openListReplica } = await import('#domains/shopping/web/api/list-replica.ts')
    const session = currentSyncSession()
    const { household } = currentSession()
    if (session && household) openListReplica(session, household)
  }
  const storeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void store(), delayMs)
  }
  if (liveState() === 'live') storeSoon()
  const stop = onStreamOpened(storeSoon)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

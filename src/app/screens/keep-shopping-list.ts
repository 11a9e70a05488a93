import { currentSession } from '#platform/web/session/session.ts'
import { liveState, onStreamOpened } from '#platform/web/sync/live.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'

/** How long the page's own requests come first. */
const delayMs = 2000

/** Stores the shopping list once the server is reached, so that it opens offline even if it never was open. Returns a function that stops this. */
export function keepShoppingList(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = async () => {
    const { openListReplica } = await import('#domains/shopping/web/api/list-replica.ts')
    const session = currentSyncSession()
    const { household } = currentSession()
    if (session && household) openListReplica(session, household)
  }
  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void keep(), delayMs)
  }
  if (liveState() === 'live') keepSoon()
  const stop = onStreamOpened(keepSoon)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

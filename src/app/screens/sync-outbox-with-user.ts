import { getMe, type User } from '#domains/account/contract/index.ts'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import { call } from '#platform/web/api/call.ts'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { keepDrafts } from '#platform/web/forms/drafts.ts'
import { timeoutSignal } from '#platform/web/sync/send-operation.ts'
import { currentSyncSession, registerMembershipCheck, registerReplyHandler, startOutbox } from '#platform/web/sync/sync-session.ts'
import { replyHandlers } from './reply-handlers.ts'

for (const [kind, load] of Object.entries(replyHandlers)) registerReplyHandler(kind, load)
registerMembershipCheck(async (household) => {
  const isMember = (await call(listHouseholds, { signal: timeoutSignal() })).some(({ id }) => id === household)
  if (!isMember) keepDrafts((id) => id !== household)
  return isMember
})

/**
 * Starts syncing as soon as the person is known, and forgets the data of households the person has left. Returns a function that stops
 * this.
 */
export function syncOutboxWithUser(): () => void {
  let readAt = 0
  const update = () => {
    const me = cache.getQueryData<User>(queryKeyOf(getMe, {}))
    if (me) startOutbox(me.id)
    const households = cache.getQueryState<Household[]>(queryKeyOf(listHouseholds, {}))
    // Only a response from the server can end a membership, not a persisted one.
    if (!households?.data || households.dataUpdatedAt <= readAt) return
    const { outbox } = currentSyncSession() ?? {}
    if (!outbox) return
    readAt = households.dataUpdatedAt
    const ids = households.data.map(({ id }) => id)
    void outbox.keepOnly(ids)
    keepDrafts((id) => ids.includes(id))
  }
  update()
  return cache.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') update()
  })
}

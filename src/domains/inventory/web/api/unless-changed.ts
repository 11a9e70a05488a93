import type { IfMatch } from '#platform/web/sync/operation.ts'
import { isOffline } from '#platform/web/sync/write-or-queue.ts'
import type { Lot } from '../../contract.ts'
import { pendingLotIntents } from './pending-lot-actions.ts'

/** Makes a change of a lot fail if someone else changed the lot since it was shown. */
export function unlessChanged(household: string | null, { id, version }: Lot): { readonly ifMatch: IfMatch } {
  const own = pendingLotIntents(household).filter(({ mutation, intent }) => mutation.state === 'waiting' && intent.lotId === id)
  return { ifMatch: { version, own: own.map(({ mutation }) => mutation.id) } }
}

/** Amounts that waited must not undo what others used meanwhile. */
export const unlessChangedMeanwhile = (household: string | null, lot: Lot) => (isOffline() ? unlessChanged(household, lot) : {})

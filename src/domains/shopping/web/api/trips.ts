import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { currentAtStore } from '#domains/stores/web/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import type { OperationRequest } from '#platform/web/sync/operation.ts'
import { writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import * as contract from '../../contract/index.ts'
import type { TripIntent } from './pending-trip-changes.ts'

const none: readonly contract.ShoppingTrip[] = []

/** Returns who is shopping now; works offline. */
export const useTrips = (): readonly contract.ShoppingTrip[] => useEndpointQuery(contract.listTrips, {}, { persisted: true }).data ?? none

interface Write {
  words: string
  intent: TripIntent
  request: OperationRequest
  /** Sends it before the outbox is open. */
  send: (household: string | null) => Promise<{ reply: unknown; headers: Headers }>
}

/** Changes a trip; while offline, on this device. Throws `ApiError`. */
async function write({ words, intent, request, send }: Write) {
  const { household } = currentSession()
  const operation = { household: household ?? '', kind: 'shoppingTrips', words, intent, request }
  const written = await writeOrSend(operation, () => send(household))
  const onChange = () => void invalidateIn(household, contract.listTrips)
  if (written.state === 'queued') void written.ended.then(onChange)
  else onChange()
  return { operation, written, onChange }
}

/** Tells the others that the user is shopping from the list, at the store where this device is. Throws `ApiError`. */
export async function startTrip(userId: string, listId: string | null): Promise<void> {
  const [id, storeId, startedAt] = [newId(), currentAtStore(), new Date().toISOString()]
  const body = { id, startedAt, ...(listId === null ? {} : { listId }), ...(storeId === null ? {} : { storeId }) }
  await write({
    words: t`Start shopping`,
    intent: { id, to: { id, userId, listId, storeId, startedAt, version: 0 } },
    request: { method: 'POST', address: urlOf(contract.startTrip, {}), body },
    send: (household) => callWithHeaders(contract.startTrip, { body, household }),
  })
}

/** Says that the trip goes on at another store; null if it is unknown. Throws `ApiError`. */
export async function moveTrip(id: string, storeId: string | null): Promise<void> {
  const [params, body] = [{ id }, { storeId }]
  await write({
    words: t`Change the store`,
    intent: { id, to: body },
    request: { method: 'PATCH', address: urlOf(contract.changeTrip, { params }), body },
    send: (household) => callWithHeaders(contract.changeTrip, { params, body, household }),
  })
}

/** Ends a trip, with Undo unless it is silent. Throws `ApiError`. */
export async function endTrip(trip: contract.ShoppingTrip, { isSilent = false } = {}): Promise<void> {
  const { id, userId, listId, storeId, startedAt, version } = trip
  const params = { id }
  const { operation, written, onChange } = await write({
    words: t`Finish shopping`,
    intent: { id, to: null },
    request: { method: 'DELETE', address: urlOf(contract.endTrip, { params }) },
    send: (household) => callWithHeaders(contract.endTrip, { params, household }),
  })
  const opposite: TripIntent = { id, to: { id, userId, listId, storeId, startedAt, version } }
  if (!isSilent) offerUndo(operation, written, t`Finished shopping`, { by: undoChange, opposite, onChange })
}

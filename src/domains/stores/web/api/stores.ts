import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import type { OperationRequest } from '#platform/web/sync/operation.ts'
import { writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import type { Store } from '../../contract.ts'
import * as contract from '../../contract.ts'
import type { StoreIntent } from './pending-store-changes.ts'

const noStores: readonly Store[] = []

/** Returns the household's stores in its order; works offline. */
export const useStores = (): readonly Store[] => useEndpointQuery(contract.listStores, {}, { persisted: true }).data ?? noStores

interface Write {
  words: string
  /** Said with Undo once it is done or queued. Null if the change shows by itself. */
  message: string | null
  intent: StoreIntent
  opposite: StoreIntent
  request: OperationRequest
  /** Sends it before the outbox is open. */
  send: (household: string | null) => Promise<{ reply: unknown; headers: Headers }>
}

/** Changes a store; while offline, on this device. Throws `ApiError`. */
async function write({ words, message, intent, opposite, request, send }: Write): Promise<void> {
  const { household } = currentSession()
  const operation = { household: household ?? '', kind: 'stores', words, intent, request }
  const written = await writeOrSend(operation, () => send(household))
  const onChange = () => void invalidateIn(household, contract.listStores)
  if (message !== null) offerUndo(operation, written, message, { by: undoChange, opposite, onChange })
  if (written.state === 'queued') void written.ended.then(onChange)
  else onChange()
}

/** Adds a store after the others. Returns its id. Throws `ApiError`. */
export async function addStore(name: string, stores: readonly Store[]): Promise<string> {
  const id = newId()
  const place = Math.max(-1, ...stores.map((one) => one.place)) + 1
  const store: Store = { id, name, place, aisles: { arranged: [], pairs: [] }, createdAt: new Date().toISOString(), version: 0 }
  const body = { id, name, place }
  await write({
    words: t`Add the store ${name}`,
    message: null,
    intent: { id, to: store },
    opposite: { id, to: null },
    request: { method: 'POST', address: urlOf(contract.addStore, {}), body },
    send: (household) => callWithHeaders(contract.addStore, { body, household }),
  })
  return id
}

/** Throws `ApiError`. */
export function changeStore(store: Store, to: Partial<Pick<Store, 'name' | 'place'>>): Promise<void> {
  const params = { id: store.id }
  return write({
    words: t`Change the store ${store.name}`,
    message: to.name === undefined ? null : t`Renamed to ${to.name}`,
    intent: { id: store.id, to },
    opposite: { id: store.id, to: { name: store.name } },
    request: { method: 'PATCH', address: urlOf(contract.changeStore, { params }), body: to },
    send: (household) => callWithHeaders(contract.changeStore, { params, body: to, household }),
  })
}

/** Throws `ApiError`. */
export function removeStore(store: Store): Promise<void> {
  const params = { id: store.id }
  return write({
    words: t`Remove the store ${store.name}`,
    message: t`Removed ${store.name}`,
    intent: { id: store.id, to: null },
    opposite: { id: store.id, to: store },
    request: { method: 'DELETE', address: urlOf(contract.removeStore, { params }) },
    send: (household) => callWithHeaders(contract.removeStore, { params, household }),
  })
}

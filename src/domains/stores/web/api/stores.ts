import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import type { Store } from '../../contract.ts'
import * as contract from '../../contract.ts'

const noStores: readonly Store[] = []

/** Returns the household's stores in its order; works offline. */
export const useStores = (): readonly Store[] => useEndpointQuery(contract.listStores, {}, { persisted: true }).data ?? noStores

const write = rowWriter<Store>('stores', undoChange, contract.listStores)

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
export async function changeStore(store: Store, to: Partial<Pick<Store, 'name' | 'place'>>): Promise<void> {
  const params = { id: store.id }
  await write({
    words: t`Change the store ${store.name}`,
    message: to.name === undefined ? null : t`Renamed to ${to.name}`,
    intent: { id: store.id, to },
    opposite: { id: store.id, to: { name: store.name } },
    request: { method: 'PATCH', address: urlOf(contract.changeStore, { params }), body: to },
    send: (household) => callWithHeaders(contract.changeStore, { params, body: to, household }),
  })
}

/** Throws `ApiError`. */
export async function removeStore(store: Store): Promise<void> {
  const params = { id: store.id }
  await write({
    words: t`Remove the store ${store.name}`,
    message: t`Removed ${store.name}`,
    intent: { id: store.id, to: null },
    opposite: { id: store.id, to: store },
    request: { method: 'DELETE', address: urlOf(contract.removeStore, { params }) },
    send: (household) => callWithHeaders(contract.removeStore, { params, household }),
  })
}

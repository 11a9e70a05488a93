import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { RowsOf } from '#platform/web/sync/operation.ts'
import type { RowIntent } from '#platform/web/sync/pending-row-change.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import { buildIfMatch } from '#platform/web/sync/versioned-reply-handler.ts'
import * as contract from '../../contract/index.ts'

type Bundle = contract.Bundle

const none: readonly Bundle[] = []

/** Returns the household's bundles by name; works offline. */
export const useBundles = (): readonly Bundle[] => useEndpointQuery(contract.listBundles, {}, { persisted: true }).data ?? none

const write = rowWriter<Bundle>('shoppingBundles', undoChange, contract.listBundles)

/** Creates a bundle; while offline, on this device. Throws `ApiError`. */
export async function addBundle({ name, items }: Pick<Bundle, 'name' | 'items'>): Promise<void> {
  const id = newId()
  const body = { id, name, items }
  await write({
    words: t`Create the bundle ${name}`,
    message: null,
    intent: { id, to: { id, name, items, createdAt: new Date().toISOString(), version: 0 } },
    opposite: { id, to: null },
    request: { method: 'POST', address: urlOf(contract.addBundle, {}), body },
    send: (household) => callWithHeaders(contract.addBundle, { body, household }),
  })
}

/** The bundle that a waiting change is about. */
const bundlesChangedBy: RowsOf = ({ kind, intent }) => (kind === 'shoppingBundles' ? [(intent as RowIntent<Bundle>).id] : [])

/** Renames a bundle or replaces its items, unless someone else changed it since it was shown. Throws `ApiError`. */
export async function changeBundle(bundle: Bundle, to: contract.BundleChange): Promise<void> {
  const params = { id: bundle.id }
  const { household } = currentSession()
  const ifMatch = buildIfMatch(household, bundlesChangedBy, bundle, 'always')
  await write({
    words: t`Change the bundle ${bundle.name}`,
    message: t`Saved ${to.name ?? bundle.name}`,
    intent: { id: bundle.id, to: to as Partial<Bundle> },
    opposite: { id: bundle.id, to: { name: bundle.name, items: bundle.items } },
    request: { method: 'PATCH', address: urlOf(contract.changeBundle, { params }), body: to, ...ifMatch },
    send: (of) => callWithHeaders(contract.changeBundle, { params, body: to, ifMatch: bundle.version, household: of }),
  })
}

/** Throws `ApiError`. */
export async function removeBundle(bundle: Bundle): Promise<void> {
  const params = { id: bundle.id }
  await write({
    words: t`Delete the bundle ${bundle.name}`,
    message: t`Deleted ${bundle.name}`,
    intent: { id: bundle.id, to: null },
    opposite: { id: bundle.id, to: bundle },
    request: { method: 'DELETE', address: urlOf(contract.removeBundle, { params }) },
    send: (household) => callWithHeaders(contract.removeBundle, { params, household }),
  })
}

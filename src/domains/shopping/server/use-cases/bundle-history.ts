import type { HistoryHandler } from '#domains/households/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { listBundleNames } from '../store/bundles.ts'
import { undoBundleChange } from './edit-bundle.ts'

function sentence(event: string, name: string): string {
  if (event === contract.bundleAdded.name) return say`Created the bundle ${name}`
  return event === contract.bundleRemoved.name ? say`Deleted the bundle ${name}` : say`Changed the bundle ${name}`
}

export const bundleHistory: HistoryHandler = {
  names: [contract.bundleAdded.name, contract.bundleChanged.name, contract.bundleRemoved.name],
  async describe(q, householdId, changes) {
    const idOf = (payload: unknown) => (payload as { bundleId: string }).bundleId
    const ids = changes.map(({ payload }) => idOf(payload))
    const names = await listBundleNames(q, householdId, ids)
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, names.get(idOf(payload)) ?? say`(deleted)`)]))
  },
  undo: undoBundleChange,
}

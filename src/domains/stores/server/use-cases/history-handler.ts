import type { HistoryHandler } from '#domains/households/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { listStoreNames } from '../store.ts'
import { undoStoreChange } from './edit-store.ts'

function sentence(event: string, name: string): string {
  if (event === contract.storeAdded.name) return say`Added the store ${name}`
  return event === contract.storeRemoved.name ? say`Removed the store ${name}` : say`Changed the store ${name}`
}

export const storeHistory: HistoryHandler = {
  names: [contract.storeAdded.name, contract.storeChanged.name, contract.storeRemoved.name],
  async describe(q, householdId, changes) {
    const idOf = (payload: unknown) => (payload as { storeId: string }).storeId
    const ids = changes.map(({ payload }) => idOf(payload))
    const names = await listStoreNames(q, householdId, ids)
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, names.get(idOf(payload)) ?? say`(deleted)`)]))
  },
  undo: undoStoreChange,
}

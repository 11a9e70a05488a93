import type { HistoryHandler } from '#domains/households/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { findStore } from '../store.ts'
import { undoStoreChange } from './edit-store.ts'

function sentence(event: string, name: string): string {
  if (event === contract.storeAdded.name) return say`Added the store ${name}`
  return event === contract.storeRemoved.name ? say`Removed the store ${name}` : say`Changed the store ${name}`
}

export const storeHistory: HistoryHandler = {
  names: [contract.storeAdded.name, contract.storeChanged.name, contract.storeRemoved.name],
  async describe(q, householdId, changes) {
    const told = new Map<number, string>()
    for (const { seq, name, payload } of changes) {
      const row = await findStore(q, householdId, (payload as { storeId: string }).storeId)
      told.set(seq, sentence(name, row?.name ?? say`(deleted)`))
    }
    return told
  },
  undo: undoStoreChange,
}

import type { HistoryHandler } from '#domains/households/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { listNamesOf } from '../store/lists.ts'
import { undoNamedListChange } from './edit-named-list.ts'

function sentence(event: string, name: string): string {
  switch (event) {
    case contract.namedListAdded.name:
      return say`Created the shopping list ${name}`
    case contract.namedListArchived.name:
      return say`Archived the shopping list ${name}`
    case contract.namedListRestored.name:
      return say`Restored the shopping list ${name}`
    case contract.namedListRemoved.name:
      return say`Deleted the shopping list ${name}`
    default:
      return say`Renamed a shopping list to ${name}`
  }
}

export const namedListHistory: HistoryHandler = {
  names: [
    contract.namedListAdded.name,
    contract.namedListChanged.name,
    contract.namedListArchived.name,
    contract.namedListRestored.name,
    contract.namedListRemoved.name,
  ],
  async describe(q, householdId, changes) {
    const idOf = (payload: unknown) => (payload as { listId: string }).listId
    const ids = changes.map(({ payload }) => idOf(payload))
    const names = await listNamesOf(q, householdId, ids)
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, names.get(idOf(payload)) ?? say`(deleted)`)]))
  },
  undo: undoNamedListChange,
}

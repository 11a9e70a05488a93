import type { HistoryHandler } from '#domains/households/server/index.ts'
import { listStoreNames } from '#domains/stores/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { undoTripChange } from './shopping-trips.ts'

function sentence(event: string, store: string | undefined): string {
  switch (event) {
    case contract.tripStarted.name:
      return store === undefined ? say`Started shopping` : say`Started shopping at ${store}`
    case contract.tripMoved.name:
      return store === undefined ? say`Continued shopping` : say`Continued shopping at ${store}`
    default:
      return say`Finished shopping`
  }
}

export const tripHistory: HistoryHandler = {
  names: [contract.tripStarted.name, contract.tripMoved.name, contract.tripEnded.name],
  async describe(q, householdId, changes) {
    const storeOf = (payload: unknown) => (payload as { storeId?: string | null }).storeId ?? null
    const stores = await listStoreNames(
      q,
      householdId,
      changes.flatMap(({ payload }) => storeOf(payload) ?? []),
    )
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, stores.get(storeOf(payload) ?? ''))]))
  },
  undo: undoTripChange,
}

import type { HistoryHandler } from '#domains/households/server/index.ts'
import { listStoreNames } from '#domains/stores/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { findTrips } from '../store/trips.ts'
import { undoTripChange } from './shopping-trips.ts'

function sentence(event: string, store: string | undefined): string {
  switch (event) {
    case contract.tripStarted.name:
      return store === undefined ? say`Started shopping` : say`Started shopping at ${store}`
    case contract.tripMoved.name:
      return store === undefined ? say`Went on shopping` : say`Went on shopping at ${store}`
    default:
      return say`Finished shopping`
  }
}

export const tripHistory: HistoryHandler = {
  names: [contract.tripStarted.name, contract.tripMoved.name, contract.tripEnded.name],
  async describe(q, householdId, changes) {
    const idOf = (payload: unknown) => (payload as { tripId: string }).tripId
    const rows = await findTrips(
      q,
      householdId,
      changes.map(({ payload }) => idOf(payload)),
    )
    const stores = await listStoreNames(
      q,
      householdId,
      rows.flatMap(({ store_id }) => store_id ?? []),
    )
    const storeOf = new Map(rows.map(({ id, store_id }) => [id, stores.get(store_id ?? '')]))
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, storeOf.get(idOf(payload)))]))
  },
  undo: undoTripChange,
}

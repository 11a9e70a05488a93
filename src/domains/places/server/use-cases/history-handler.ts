import { changeUndone } from '#domains/households/contract/index.ts'
import type { HistoryHandler } from '#domains/households/server/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { listPlaceNames } from '../store.ts'
import { restoreOrder } from './arrange-places.ts'
import { restorePlace } from './edit-place.ts'
import type { PlaceReferences } from './rename-location.ts'

interface Payload {
  placeId?: string
  from?: string
  to?: string
}

function sentence(event: string, { from = '', to = '' }: Payload, place: string): string {
  switch (event) {
    case contract.placeAdded.name:
      return say`Added the place ${place}`
    case contract.placeRemoved.name:
      return say`Removed the place ${place}`
    case contract.placeRenamed.name:
      return say`Renamed the place ${translateLocation(from)} to ${translateLocation(to)}`
    case contract.placesArranged.name:
      return say`Arranged the places`
    default:
      return say`Changed the place ${place}`
  }
}

/** Describes changes of places for History, and undoes them. */
export const placeHistory = (references: PlaceReferences): HistoryHandler => ({
  names: [
    contract.placeAdded.name,
    contract.placeChanged.name,
    contract.placeRenamed.name,
    contract.placesArranged.name,
    contract.placeRemoved.name,
  ],
  async describe(q, householdId, changes) {
    const payloadOf = (payload: unknown) => payload as Payload
    const ids = changes.flatMap(({ payload }) => payloadOf(payload).placeId ?? [])
    const names = await listPlaceNames(q, householdId, ids)
    const nameOf = ({ placeId = '' }: Payload) => translateLocation(names.get(placeId) ?? say`(deleted)`)
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, payloadOf(payload), nameOf(payloadOf(payload)))]))
  },
  async undo(tx, member, change) {
    const payload =
      change.name === contract.placesArranged.name
        ? await restoreOrder(tx, member, change)
        : await restorePlace(tx, references, member, change)
    return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, ...payload })
  },
})

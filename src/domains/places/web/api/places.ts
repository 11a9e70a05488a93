import { t } from '@lingui/core/macro'
import { listHouseholds, undoChange } from '#domains/households/contract/index.ts'
import { householdTable } from '#domains/households/rules/local-household.ts'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import type { LocalTables } from '#platform/shared/local-tables.ts'
import { callWithHeaders, uploadWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { deriveLocally } from '#platform/web/api/local-source.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { invalidate, queryKeyOf, useEndpointQuery, useQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import { sentWrite } from '#platform/web/sync/write-or-queue.ts'
import * as contract from '../../contract.ts'
import { guessStorage } from '../../rules/guess-storage.ts'
import type { ListedPlace } from '../../rules/list-places.ts'
import type { PlaceIntent } from './pending-place-changes.ts'

type Place = contract.Place

const noPlaces: readonly Place[] = []

/** Returns the places that the household named, in its order; works offline. */
export const usePlaces = (): readonly Place[] => useEndpointQuery(contract.listPlaces, {}, { persisted: true }).data ?? noPlaces

const namesIn = (tables: LocalTables): readonly string[] | null => tables.rows(householdTable)[0]?.locations ?? null

/** Returns the household's names of places; works offline. */
export function usePlaceNames(): readonly string[] {
  const { household } = currentSession()
  const read = () => deriveLocally(household, namesIn)
  const { data } = useQuery({
    queryKey: [...queryKeyOf(contract.listPlaces, undefined, household), 'names'],
    queryFn: () => read() ?? null,
    initialData: read,
    meta: { local: { endpoint: contract.listPlaces, household, read } },
    enabled: deriveLocally(household, () => true) ?? false,
  })
  const known = useActiveHousehold()?.locations
  return data ?? known ?? noNames
}
const noNames: readonly string[] = []

const write = rowWriter<Place>('places', undoChange, contract.listPlaces, listHouseholds)

/** Returns a place as this device shows it until the server has it, last in order. */
const newPlace = (name: string, storage: Storage | null = guessStorage(name), position = 100_000): Place => ({
  id: newId(),
  name,
  position,
  storage,
  picture: null,
  createdAt: new Date().toISOString(),
  version: 0,
})

/** Adds a place. Throws `ApiError`. */
export async function addPlace(name: string, storage: Storage | null = guessStorage(name), isQuiet = false): Promise<Place> {
  const place = newPlace(name, storage)
  const body = { id: place.id, name, storage }
  const shown = translateLocation(name)
  await write({
    words: t`Add the place ${shown}`,
    message: isQuiet ? null : t`Added ${shown}`,
    intent: { id: place.id, to: place },
    opposite: { id: place.id, to: null },
    request: { method: 'POST', address: urlOf(contract.addPlace, {}), body },
    send: (household) => callWithHeaders(contract.addPlace, { body, household }),
  })
  return place
}

/** Renames a place with everything that names it, and says how cold it is. Throws `ApiError`. */
export async function changePlace({ place, name: from, storage: before }: ListedPlace, { name, storage }: Pick<Place, 'name' | 'storage'>) {
  const isRenamed = name !== from
  if (!isRenamed && storage === before) return
  const there = (back: boolean) => (isRenamed ? { renamed: back ? { from: name, to: from } : { from, to: name } } : {})
  const [old, shown] = [translateLocation(from), translateLocation(name)]
  const message = isRenamed
    ? { words: t`Rename ${old} to ${shown}`, message: t`Renamed to ${shown}` }
    : { words: t`Change the place ${shown}`, message: t`Changed ${shown}` }
  if (place) {
    const params = { id: place.id }
    const body = { ...(isRenamed && { name }), ...(storage !== before && { storage }) }
    const back = { ...(isRenamed && { name: from }), ...(storage !== before && { storage: before }) }
    await write({
      ...message,
      intent: { id: place.id, to: body, ...there(false) } as PlaceIntent,
      opposite: { id: place.id, to: back, ...there(true) } as PlaceIntent,
      request: { method: 'PATCH', address: urlOf(contract.changePlace, { params }), body },
      send: (household) => callWithHeaders(contract.changePlace, { params, body, household }),
    })
  } else {
    const added = newPlace(name, storage)
    const body = { id: added.id, name, storage, ...(isRenamed && { from }) }
    await write({
      ...message,
      intent: { id: added.id, to: added, ...there(false) } as PlaceIntent,
      opposite: { id: added.id, to: null, ...there(true) } as PlaceIntent,
      request: { method: 'POST', address: urlOf(contract.addPlace, {}), body },
      send: (household) => callWithHeaders(contract.addPlace, { body, household }),
    })
  }
}

/** Puts the places into an order. Those that weren't named yet become places. Throws `ApiError`. */
export async function arrangePlaces(listed: readonly ListedPlace[]): Promise<void> {
  const rows = listed.map(({ place, name, storage }, position) => ({ before: place, after: place ?? newPlace(name, storage), position }))
  const [first, ...others] = rows.map(({ before, after, position }) => ({
    id: after.id,
    to: before ? { position } : { ...after, position },
  }))
  const [firstBack, ...othersBack] = rows.map(({ before, after }) => ({ id: after.id, to: before ? { position: before.position } : null }))
  if (!first || !firstBack) return
  const body = { places: rows.map(({ after: { id, name } }) => ({ id, name })) }
  await write({
    words: t`Arrange the places`,
    message: null,
    intent: { ...first, others } as PlaceIntent,
    opposite: { ...firstBack, others: othersBack } as PlaceIntent,
    request: { method: 'PUT', address: urlOf(contract.arrangePlaces, {}), body },
    send: (household) => callWithHeaders(contract.arrangePlaces, { body, household }),
  })
}

/** Removes an empty place. Throws `ApiError`. */
export async function removePlace({ place, name }: ListedPlace): Promise<void> {
  const known = place ?? (await addPlace(name, null, true))
  const params = { id: known.id }
  const shown = translateLocation(name)
  await write({
    words: t`Remove the place ${shown}`,
    message: t`Removed ${shown}`,
    intent: { id: known.id, to: null },
    opposite: { id: known.id, to: known },
    request: { method: 'DELETE', address: urlOf(contract.removePlace, { params }) },
    send: (household) => callWithHeaders(contract.removePlace, { params, household }),
  })
}

function offerPictureUndo(household: string | null, message: string, headers: Headers): void {
  const onChange = () => void invalidate(contract.listPlaces)
  onChange()
  const operation = { household: household ?? '', kind: 'places', words: message }
  // The device learns from the server which picture is back.
  offerUndo(operation, sentWrite(headers), message, { by: undoChange, opposite: { id: '', to: {} }, onChange })
}

/** Sets or replaces a place's picture, and offers Undo. Throws `ApiError`. */
export async function setPlacePicture({ place, name, storage }: ListedPlace, picture: File): Promise<void> {
  const { household } = currentSession()
  const { id } = place ?? (await addPlace(name, storage, true))
  const form = new FormData()
  form.append('image', picture)
  const { headers } = await uploadWithHeaders(contract.setPlacePicture, form, { params: { id }, household })
  offerPictureUndo(household, t`Changed the picture of ${translateLocation(name)}`, headers)
}

/** Removes a place's picture, and offers Undo. Throws `ApiError`. */
export async function removePlacePicture({ id, name }: Place): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(contract.removePlacePicture, { params: { id }, household })
  offerPictureUndo(household, t`Removed the picture of ${translateLocation(name)}`, headers)
}

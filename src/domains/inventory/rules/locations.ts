import type { Storage } from '#domains/ingredients/contract/index.ts'

const storageLocations: Record<Storage, string> = { PANTRY: 'Pantry', FRIDGE: 'Fridge', FREEZER: 'Freezer' }

/** Returns the entered location, else the ingredient's usual one, else the storage's name. */
export const locationFor = (storage: Storage, input?: string, usual?: string) => input || usual || storageLocations[storage]

const isStorageLocation = (location: string) => Object.values(storageLocations).includes(location)

export interface Place {
  storage: Storage
  location: string
}

/** Returns where a move leads. A location that is only the old storage's name changes with the storage. */
export function placeAfterMove(from: Place, to: { storage?: Storage | undefined; location?: string | undefined }): Place {
  const storage = to.storage ?? from.storage
  const isKept = to.storage === undefined || !isStorageLocation(from.location)
  return { storage, location: locationFor(storage, to.location ?? (isKept ? from.location : undefined)) }
}

/** Where an ingredient's items go once they are opened. Rows stored by an earlier release lack it. */
interface OpenedRule {
  openedStorage?: Storage | null | undefined
  openedLocation?: string | undefined
}

/**
 * Returns where a lot goes when it is opened; null if it stays. `placeStorage` is how cold it is at the location of the rule. Opening something
 * frozen doesn't thaw it.
 */
export function placeAfterOpening(
  from: Place,
  { openedStorage = null, openedLocation = '' }: OpenedRule,
  placeStorage: Storage | null,
): Place | null {
  if (from.storage === 'FREEZER' || (openedStorage === null && openedLocation === '')) return null
  const storage = openedStorage ?? placeStorage ?? from.storage
  const location = openedLocation || (storage === from.storage ? from.location : storageLocations[storage])
  return storage === from.storage && location === from.location ? null : { storage, location }
}

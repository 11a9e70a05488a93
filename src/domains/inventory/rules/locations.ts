import type { Storage } from '#domains/ingredients/contract/index.ts'

const storageLocations: Record<Storage, string> = { PANTRY: 'Pantry', FRIDGE: 'Fridge', FREEZER: 'Freezer' }

/** Returns the entered location, else the ingredient's usual one, else the storage's name. */
export const locationFor = (storage: Storage, input?: string, usual?: string) => input || usual || storageLocations[storage]

const isStorageLocation = (location: string) => Object.values(storageLocations).includes(location)

interface Place {
  storage: Storage
  location: string
}

/** Returns where a move leads. A location that is only the old storage's name changes with the storage. */
export function placeAfterMove(from: Place, to: { storage?: Storage | undefined; location?: string | undefined }): Place {
  const storage = to.storage ?? from.storage
  const isKept = to.storage === undefined || !isStorageLocation(from.location)
  return { storage, location: locationFor(storage, to.location ?? (isKept ? from.location : undefined)) }
}

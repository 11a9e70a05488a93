import type { Storage } from '#domains/ingredients/contract/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Place } from '../contract.ts'
import { guessStorage } from './guess-storage.ts'

/** A location of the household. `place` is null while only items or the household's names mention it. */
export interface ListedPlace {
  readonly place: Place | null
  readonly name: string
  readonly storage: Storage | null
  /** Items there. */
  readonly count: number
  /** The spellings that these items have. */
  readonly locations: readonly string[]
}

interface Used {
  readonly location: string
  readonly count: number
}

/** Returns the places in the household's order, then the other locations in use, most used first, then the other names it knows. */
export function listPlaces(places: readonly Place[], used: readonly Used[], named: readonly string[]): ListedPlace[] {
  const ofKey = Map.groupBy(
    used.filter(({ location }) => location !== ''),
    ({ location }) => nameKey(location),
  )
  const known = new Set(places.map(({ name }) => nameKey(name)))
  const usage = (name: string) => {
    const spellings = ofKey.get(nameKey(name)) ?? []
    return { count: spellings.reduce((sum, { count }) => sum + count, 0), locations: spellings.map(({ location }) => location) }
  }
  const others = [...used.map(({ location }) => location), ...named].filter((name) => {
    if (name === '' || known.has(nameKey(name))) return false
    known.add(nameKey(name))
    return true
  })
  return [
    ...places.map((place) => ({ place, name: place.name, storage: place.storage, ...usage(place.name) })),
    ...others.map((name) => ({ place: null, name, storage: guessStorage(name), ...usage(name) })),
  ]
}

/** Returns how cold it is at a location; null if that is unknown. */
export function storageAt(places: Iterable<Pick<Place, 'name' | 'storage'>>, location: string): Storage | null {
  const key = nameKey(location)
  if (key === '') return null
  for (const { name, storage } of places) if (nameKey(name) === key) return storage
  return guessStorage(location)
}

/** Sorts by the order of the places. Locations that are none keep their order, last. */
export function sortByPlace<T extends { readonly location: string }>(places: readonly Place[], rows: readonly T[]): T[] {
  const order = new Map(places.map(({ name }, at) => [nameKey(name), at]))
  const rank = ({ location }: T) => order.get(nameKey(location)) ?? places.length
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

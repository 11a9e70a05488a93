import { nameKey } from '#platform/shared/name-key.ts'
import { say } from '#platform/shared/say.ts'

/** The server's default locations, which are stored by these names in every language. */
const defaultLocations = ['Pantry', 'Fridge', 'Freezer'] as const

/** Translates the server's default locations. Returns other locations unchanged. */
export function translateLocation(location: string): string {
  switch (location) {
    case 'Pantry':
      return say`Pantry`
    case 'Fridge':
      return say`Fridge`
    case 'Freezer':
      return say`Freezer`
    default:
      return location
  }
}

/** Returns the name to store for a location that was typed or chosen: a default one's if it is called so in the reader's language. */
export const storedLocation = (typed: string): string =>
  defaultLocations.find((name) => nameKey(translateLocation(name)) === nameKey(typed)) ?? typed

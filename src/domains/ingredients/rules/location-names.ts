import { say } from '#platform/shared/say.ts'

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

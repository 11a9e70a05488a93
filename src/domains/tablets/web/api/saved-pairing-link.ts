import { tabState } from '#platform/web/session/session.ts'

// The sign-in page loads this too; the card of the settings checks the code.
const slot = 'tablet'

/** Saves the code of a tablet that led to signing in. */
export function saveTabletLink(): void {
  if (location.hash.startsWith('#tablet=')) tabState.write(slot, location.hash)
}

/** Returns the address with the saved code, once; null if there is none. */
export function takeTabletLink(): string | null {
  const hash = tabState.read(slot)
  tabState.remove(slot)
  return hash && `/settings?tab=data${hash}`
}

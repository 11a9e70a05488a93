import { tabState } from '#platform/web/session/session.ts'
import { currentPath, navigate } from '#platform/web/ui/browser-location.ts'

// The sign-in page loads this too, so it has no more of a label's link than its path; the page checks the code.
const printedPath = /^\/l\/(\w{8})$/i

const slot = 'label'

/** Opens the page of the label whose printed link the browser is at. */
export function openPrintedAddress(): void {
  const code = printedPath.exec(currentPath())?.[1]
  if (code !== undefined) navigate({ to: '/l', search: { code }, replace: true })
}

/** Saves the label that the browser is at until the person has signed in. */
export function saveOpenedLabel(): void {
  const code = currentPath() === '/l' ? new URLSearchParams(location.search).get('code') : null
  if (code !== null) tabState.write(slot, code)
}

/** Returns the label that led to signing in, once. */
export function takeOpenedLabel(): string | null {
  const code = tabState.read(slot)
  tabState.remove(slot)
  return code
}

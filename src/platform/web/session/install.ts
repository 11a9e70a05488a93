/** The browser's offer to put Larder on this device, as Chromium makes it; where a browser makes none, there is nothing to ask. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}
declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent
  }
}

let offered: InstallEvent | null = null
const watchers = new Set<() => void>()
const onPrompt = (event: InstallEvent | null) => {
  offered = event
  for (const tell of watchers) tell()
}

/** From the first moment on: the browser makes its offer once and early, and would else show it in its own words and at its own time. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    onPrompt(event)
  })
  window.addEventListener('appinstalled', () => onPrompt(null))
}

export const installOffer = (): InstallEvent | null => offered
export function watchInstallOffer(tell: () => void): () => void {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

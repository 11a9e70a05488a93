/** Chromium's `beforeinstallprompt` event. */
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
const setOffer = (event: InstallEvent | null) => {
  offered = event
  for (const watcher of watchers) watcher()
}

/** Call at startup: the browser fires the event once and early, and would otherwise show its own prompt. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event)
  })
  window.addEventListener('appinstalled', () => setOffer(null))
}

export const installPrompt = (): InstallEvent | null => offered
export function watchInstallPrompt(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

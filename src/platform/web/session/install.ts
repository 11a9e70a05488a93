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
const onPrompt = (event: InstallEvent | null) => {
  offered = event
  for (const tell of watchers) tell()
}

/** Call at startup: the browser fires the event once and early, and would otherwise show its own prompt. */
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

import { observable } from './observable.ts'

/** Chromium's `beforeinstallprompt` event. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}
declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent
  }
}

/** The event that offers the installation, if any. */
export const installOffer = observable<InstallEvent | null>(null)

/** Call at startup: the browser fires the event once and early, and would otherwise show its own prompt. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set(event)
  })
  addEventListener('appinstalled', () => installOffer.set(null))
}

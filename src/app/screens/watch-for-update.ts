import { t } from '@lingui/core/macro'
import { prepareToasts, toast } from '#platform/web/ui/toast.tsx'

export { keepPushRegistered } from '#domains/notifications/web/api/push.ts'

const logError = (error: unknown) => console.error(error instanceof Error ? error.message : error)
const announced = new WeakSet<ServiceWorker>()

/** Activates a waiting service worker and shows, once, that the update applies on the next reload. */
async function takeOver(worker: ServiceWorker) {
  if (announced.has(worker)) return
  announced.add(worker)
  // The toaster's file may be removed with the old worker.
  await prepareToasts()
  worker.postMessage({ type: 'SKIP_WAITING' })
  toast.done(t`Larder was updated. The update applies on next reload.`)
}

/** Checks for an updated service worker at startup. Does nothing where there is none (plain http, development). */
export function watchForUpdate(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = async () => {
    // The first installation is not an update.
    const isUpdate = () => navigator.serviceWorker.controller !== null
    const registration = await navigator.serviceWorker.register('/service-worker.js')
    if (registration.waiting && isUpdate()) await takeOver(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && isUpdate()) takeOver(installing).catch(logError)
      })
    })
    await registration.update()
  }
  register().catch(logError)
}

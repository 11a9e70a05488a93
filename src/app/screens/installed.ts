import { t } from '@lingui/core/macro'
import { prepareToasts, toast } from '#platform/web/ui/toast.tsx'

export { stayReachable } from '#domains/notifications/web/api/push.ts'

const note = (error: unknown) => console.error(error instanceof Error ? error.message : error)
const told = new WeakSet<ServiceWorker>()

/** Tells a waiting worker to take over and notes, once, that the update applies on next reload. */
async function takeOver(worker: ServiceWorker) {
  if (told.has(worker)) return
  told.add(worker)
  // First: the files this page was built with may leave with the old worker.
  await prepareToasts()
  worker.postMessage({ type: 'SKIP_WAITING' })
  toast.done(t`Larder was updated. The update applies on next reload.`)
}

/** Looks for an updated offline worker at startup. Where there is none (plain http, development) it does nothing. */
export function watchForUpdate(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = async () => {
    // A first installation replaces nothing and is nothing to talk about.
    const isUpdate = () => navigator.serviceWorker.controller !== null
    const registration = await navigator.serviceWorker.register('/service-worker.js')
    if (registration.waiting && isUpdate()) await takeOver(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const arriving = registration.installing
      arriving?.addEventListener('statechange', () => {
        if (arriving.state === 'installed' && isUpdate()) takeOver(arriving).catch(note)
      })
    })
    await registration.update()
  }
  begin().catch(note)
}

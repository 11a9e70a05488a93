import { t } from '@lingui/core/macro'
import { lazy, Suspense, useSyncExternalStore } from 'react'

const undoMs = 8000
interface Action {
  label: string
  onClick: () => void
}

// The place for toasts comes with the first toast.
const fetchToaster = () => import('./toaster.tsx')
const ToastPlace = lazy(fetchToaster)
let isWanted = false
const watchers = new Set<() => void>()
let markReady = () => {}
const ready = new Promise<void>((resolve) => {
  markReady = resolve
})

async function show(words: string, durationMs?: number, action?: Action) {
  if (!isWanted) {
    isWanted = true
    for (const watcher of watchers) watcher()
  }
  const [toaster] = await Promise.all([fetchToaster(), ready])
  toaster.show(words, { ...(durationMs ? { duration: durationMs } : {}), ...(action ? { action } : {}) })
}

/** Fetches the place for toasts ahead, for words that must appear even if its file goes away. */
export const prepareToasts = async (): Promise<void> => void (await fetchToaster())

/** Short words about what just happened. They never carry what cannot be found elsewhere. */
export const toast = {
  done: (words: string): void => void show(words),
  /** Something failed and no form is there to say so. */
  fail: (words: string): void => void show(words, undoMs),
  /** It is done, and for eight seconds one tap undoes it. */
  undo: (words: string, onUndo: () => void): void => void show(words, undoMs, { label: t`Undo`, onClick: onUndo }),
  /** With another action than Undo. */
  offer: (words: string, label: string, onAction: () => void): void => void show(words, undoMs, { label, onClick: onAction }),
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Where toasts appear; once per app. */
export function Toasts() {
  const wanted = useSyncExternalStore(watch, () => isWanted)
  return wanted ? (
    <Suspense fallback={null}>
      <ToastPlace onReady={markReady} />
    </Suspense>
  ) : null
}

import { t } from '@lingui/core/macro'
import { lazy, Suspense, useSyncExternalStore } from 'react'

const undoMs = 8000
interface Action {
  label: string
  onClick: () => void
}

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

/** Preloads the toaster, for messages that must appear even if its file becomes unavailable. */
export const prepareToasts = async (): Promise<void> => void (await fetchToaster())

/** Short messages about what just happened. Never the only source of the information. */
export const toast = {
  done: (words: string): void => void show(words),
  /** Reports a failure where no form can show it. */
  fail: (words: string): void => void show(words, undoMs),
  /** Reports success, with Undo for eight seconds. */
  undo: (words: string, onUndo: () => void): void => void show(words, undoMs, { label: t`Undo`, onClick: onUndo }),
  /** Like `undo`, with another action. */
  offer: (words: string, label: string, onAction: () => void): void => void show(words, undoMs, { label, onClick: onAction }),
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The toast region; once per app. */
export function Toasts() {
  const wanted = useSyncExternalStore(watch, () => isWanted)
  return wanted ? (
    <Suspense fallback={null}>
      <ToastPlace onReady={markReady} />
    </Suspense>
  ) : null
}

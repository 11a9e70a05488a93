import { t } from '@lingui/core/macro'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { observable } from '../session/observable.ts'

const undoMs = 8000
export interface ToastAction {
  label: string
  onClick: () => void
}

const fetchToaster = () => import('./toaster.tsx')
const ToastPlace = lazy(fetchToaster)
const isWanted = observable(false)
const isReady = observable(false)
const markReady = () => isReady.set(true)
const ready = new Promise<void>((resolve) => {
  isReady.watch(resolve)
})

async function show(words: string, durationMs?: number, action?: ToastAction, other?: ToastAction) {
  isWanted.set(true)
  // If its file can't be loaded, there is no message: it is never the only source.
  const [toaster] = await Promise.all([fetchToaster().catch(() => null), ready])
  toaster?.show(words, {
    ...(durationMs ? { duration: durationMs } : {}),
    ...(action ? { action } : {}),
    ...(other ? { cancel: other } : {}),
  })
}

/** Preloads the toaster, for messages that must appear even if its file becomes unavailable. */
export const prepareToasts = async (): Promise<void> => void (await fetchToaster())

/** Short messages about what just happened. Never the only source of the information. */
export const toast = {
  done: (words: string): void => void show(words),
  /** Reports a failure where no form can show it. */
  fail: (words: string): void => void show(words, undoMs),
  /** Reports success, with Undo for eight seconds, and perhaps a next step. */
  undo: (words: string, onUndo: () => void, next?: ToastAction): void =>
    void show(words, undoMs, { label: t`Undo`, onClick: onUndo }, next),
  /** Like `undo`, with another action. */
  offer: (words: string, label: string, onAction: () => void): void => void show(words, undoMs, { label, onClick: onAction }),
}

/** The toast region; once per app. */
export function Toasts() {
  const wanted = useSyncExternalStore(isWanted.watch, isWanted.get)
  return wanted ? (
    <Suspense fallback={null}>
      <ToastPlace onReady={markReady} />
    </Suspense>
  ) : null
}

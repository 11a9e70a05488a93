import { useOptimistic, useTransition } from 'react'

/** Resolves after the next paint; at once while the page is hidden, and when it is hidden or left. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve()
    const done = () => {
      removeEventListener('pagehide', done)
      document.removeEventListener('visibilitychange', done)
      clearTimeout(timer)
      resolve()
    }
    // Browsers pause animation frames in windows that are covered.
    const timer = setTimeout(done, 200)
    addEventListener('pagehide', done)
    document.addEventListener('visibilitychange', done)
    requestAnimationFrame(() => setTimeout(done))
  })
}

/**
 * Returns whether a checkbox is shown as checked, and what a press does: it shows the check mark with the next paint and calls `toggle` after
 * it, so that the mark doesn't wait for the work.
 */
export function useToggleAfterPaint(isChecked: boolean, toggle: (isChecked: boolean) => void): [boolean, (isChecked: boolean) => void] {
  const [shown, show] = useOptimistic(isChecked)
  const [, startTransition] = useTransition()
  const press = (to: boolean) =>
    startTransition(async () => {
      show(to)
      await nextPaint()
      toggle(to)
      // Until the screen has the change.
      await nextPaint()
    })
  return [shown, press]
}

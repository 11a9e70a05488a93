import type { Later } from '../sync/outbox-interface.ts'

/** A page in the background paints nothing. */
const maxMs = 100
const inputs = ['pointerdown', 'touchstart', 'keydown', 'click'] as const

/**
 * Runs `work` once the browser has painted what is changed now, at the latest before the next tap or key. Returns what runs it at once,
 * unless it has run.
 */
export const afterPaint: Later = (work) => {
  let isDone = false
  const run = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    for (const name of inputs) window.removeEventListener(name, run, { capture: true })
    work()
  }
  const timer = setTimeout(run, maxMs)
  for (const name of inputs) window.addEventListener(name, run, { capture: true })
  // A message arrives after the frame, and earlier than a timer would.
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      run()
    }
    port2.postMessage(null)
  })
  return run
}

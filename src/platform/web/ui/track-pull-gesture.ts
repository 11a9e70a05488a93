interface PullHandlers {
  /** Called with how far the finger has pulled down, and whether lifting it would refresh. */
  onPull: (px: number, isFar: boolean) => void
  /** Called when the finger is lifted or the pull is over, with whether to refresh. */
  onEnd: (isFar: boolean) => void
}

/** Smaller movements are taps. */
const slopPx = 10
/** From here lifting the finger refreshes. */
const farPx = 96
/** A pull is this much more down than sideways. */
const minSlope = 1.5

/** Whether the page is at its top, and so is everything that scrolls around `element`, which isn't in a dialog. */
function isAtTop(element: Element | null): boolean {
  if (window.scrollY > 0 || element?.closest('[role=dialog]')) return false
  for (let box = element; box; box = box.parentElement) if (box.scrollTop > 0) return false
  return true
}

/** Follows a finger that was put down at the top of the page, once it goes down. Scrolling is left to the browser. */
export function trackPullGesture(start: TouchEvent, { onPull, onEnd }: PullHandlers): void {
  const [down] = start.touches
  if (!down || start.touches.length > 1 || !isAtTop(start.target instanceof Element ? start.target : null)) return
  const listening = new AbortController()
  let [isPulling, isFar] = [false, false]

  const end = (shouldRefresh: boolean) => {
    listening.abort()
    if (isPulling) onEnd(shouldRefresh)
  }
  const move = ({ touches }: TouchEvent) => {
    const [touch] = touches
    if (!touch || touches.length > 1 || window.scrollY > 0) return end(false)
    const [dx, dy] = [touch.clientX - down.clientX, touch.clientY - down.clientY]
    if (!isPulling) {
      if (Math.hypot(dx, dy) < slopPx) return
      if (dy < minSlope * Math.abs(dx)) return end(false)
      isPulling = true
    }
    const wasFar = isFar
    isFar = dy >= farPx
    if (isFar && !wasFar) navigator.vibrate?.(10)
    onPull(Math.max(0, dy), isFar)
  }
  const { signal } = listening
  window.addEventListener('touchmove', move, { signal, passive: true })
  window.addEventListener('touchend', () => end(isFar), { signal })
  window.addEventListener('touchcancel', () => end(false), { signal })
}

export type SwipeSide = 'forward' | 'back'

interface SwipeHandlers {
  canSwipe: (side: SwipeSide) => boolean
  /** Called when a swipe starts or changes its side, and with null when it ends. */
  onSide: (side: SwipeSide | null) => void
  /** Called when lifting the finger would start, or no longer start, the action. */
  onFar: (isFar: boolean) => void
  onSwipe: (side: SwipeSide) => void
}

/** Smaller movements are taps. */
const slopPx = 10
/** From here lifting the finger acts. */
const farPx = 88
/** Browsers use swipes from the edge of the screen to go back. */
const edgePx = 24
/** A swipe is this much more sideways than up or down. */
const minSlope = 1.5

export const prefersReducedMotion = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/**
 * Moves `content` with a finger that was put down, once it goes sideways; `touch-action: pan-y` leaves scrolling to the browser, which
 * then cancels the pointer. Ignores mouse and pen.
 */
export function trackSwipeGesture(down: PointerEvent, content: HTMLElement, { canSwipe, onSide, onFar, onSwipe }: SwipeHandlers): void {
  if (down.pointerType !== 'touch' || !down.isPrimary) return
  if (down.clientX < edgePx || down.clientX > window.innerWidth - edgePx) return
  const forwardSign = getComputedStyle(content).direction === 'rtl' ? -1 : 1
  const listening = new AbortController()
  let side: SwipeSide | null = null
  let isFar = false

  const sideOf = (dx: number): SwipeSide => (dx * forwardSign > 0 ? 'forward' : 'back')
  const setFar = (far: boolean) => {
    if (far === isFar) return
    isFar = far
    onFar(far)
    if (far) navigator.vibrate?.(10)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY]
    if (side === null) {
      if (Math.hypot(dx, dy) < slopPx) return
      if (Math.abs(dx) < minSlope * Math.abs(dy) || !canSwipe(sideOf(dx))) return listening.abort()
      content.setPointerCapture?.(down.pointerId)
      content.style.transition = ''
    }
    const next = sideOf(dx)
    if (next !== side) onSide(next)
    side = next
    const isOpen = canSwipe(side)
    content.style.transform = `translateX(${isOpen ? dx : 0}px)`
    setFar(isOpen && Math.abs(dx) >= farPx)
  }
  const end = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    listening.abort()
    if (side === null) return
    const isDone = isFar && event.type === 'pointerup'
    content.style.transition = prefersReducedMotion() ? '' : 'transform 150ms ease-out'
    content.style.transform = ''
    // The finger was lifted over a button of the row.
    content.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => content.removeEventListener('click', swallow, { capture: true }), 50)
    onFar(false)
    onSide(null)
    if (isDone) onSwipe(side)
  }
  const { signal } = listening
  content.addEventListener('pointermove', move, { signal })
  content.addEventListener('pointerup', end, { signal })
  content.addEventListener('pointercancel', end, { signal })
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

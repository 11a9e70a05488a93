import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const delayMs = 450
/** Nearer than this to an edge of the window the bubble ends where its control does, so that a long name stays within. */
const nearEdge = 160
interface Place {
  /** The middle of the bubble, or the side that it ends at. */
  at: { left: number } | { right: number }
  isCentred: boolean
  y: number
  below: boolean
}

/**
 * Shows a control's name beside it on hover and on keyboard focus. The name is the control's label already, so the
 * bubble is for the eye only; Escape sends it away. Spread `handlers` on the control and render `bubble` beside it.
 */
export function useTooltip(words: string) {
  const [place, setPlace] = useState<Place | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(null)
  }
  const show = (control: Element) => {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const below = top < 56
    const middle = (left + right) / 2
    const isRight = middle > window.innerWidth - nearEdge
    const isLeft = !isRight && middle < nearEdge
    setPlace({
      at: isRight ? { right: window.innerWidth - right } : { left: isLeft ? left : middle },
      isCentred: !isRight && !isLeft,
      y: below ? bottom + 6 : top - 6,
      below,
    })
  }
  const isShown = place !== null
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(null)
    const onScroll = () => setPlace(null)
    window.addEventListener('keydown', onKey)
    window.addEventListener('scroll', onScroll, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', onScroll, true)
    }
  }, [isShown])
  useEffect(() => () => clearTimeout(timer.current), [])

  const handlers = {
    onPointerEnter(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse') return
      const control = event.currentTarget
      timer.current = setTimeout(() => show(control), delayMs)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus(event: FocusEvent<HTMLElement>) {
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
    },
    onBlur: hide,
  }
  const bubble = place
    ? createPortal(
        <span
          aria-hidden="true"
          className="pointer-events-none fixed z-50 rounded-tile bg-ink px-2.5 py-1.5 text-xs font-medium whitespace-nowrap text-paper"
          style={{ ...place.at, top: place.y, transform: `translate(${place.isCentred ? '-50%' : '0'}, ${place.below ? '0' : '-100%'})` }}
        >
          {words}
        </span>,
        document.body,
      )
    : null
  return { handlers, bubble }
}

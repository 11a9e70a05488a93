import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const delayMs = 450
interface Place {
  x: number
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
    const { left, width, top, bottom } = control.getBoundingClientRect()
    const below = top < 56
    setPlace({ x: Math.min(Math.max(left + width / 2, 48), window.innerWidth - 48), y: below ? bottom + 6 : top - 6, below })
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
          style={{ left: place.x, top: place.y, transform: `translate(-50%, ${place.below ? '0' : '-100%'})` }}
        >
          {words}
        </span>,
        document.body,
      )
    : null
  return { handlers, bubble }
}

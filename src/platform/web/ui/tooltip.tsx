import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const delayMs = 450
/** Closer to a window edge than this, the tooltip aligns with its control instead of centering, to stay in the window. */
const edgeDistance = 160
interface TooltipPosition {
  /** The tooltip's center, or the side it aligns with. */
  at: { left: number } | { right: number }
  isCentred: boolean
  y: number
  below: boolean
}

/**
 * Shows a control's label on hover and keyboard focus; Escape hides it. The label is already the accessible name, so the tooltip is
 * hidden from screen readers. Spread `handlers` on the control and render `bubble` next to it.
 */
export function useTooltip(words: string) {
  const [position, setPosition] = useState<TooltipPosition | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setPosition(null)
  }
  const show = (control: Element) => {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const below = top < 56
    const middle = (left + right) / 2
    const isRight = middle > window.innerWidth - edgeDistance
    const isLeft = !isRight && middle < edgeDistance
    setPosition({
      at: isRight ? { right: window.innerWidth - right } : { left: isLeft ? left : middle },
      isCentred: !isRight && !isLeft,
      y: below ? bottom + 6 : top - 6,
      below,
    })
  }
  const isShown = position !== null
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setPosition(null)
    const onScroll = () => setPosition(null)
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
  const bubble = position
    ? createPortal(
        <span
          aria-hidden="true"
          className="pointer-events-none fixed z-50 rounded-tile bg-ink px-2.5 py-1.5 text-xs font-medium whitespace-nowrap text-paper"
          style={{
            ...position.at,
            top: position.y,
            transform: `translate(${position.isCentred ? '-50%' : '0'}, ${position.below ? '0' : '-100%'})`,
          }}
        >
          {words}
        </span>,
        document.body,
      )
    : null
  return { handlers, bubble }
}

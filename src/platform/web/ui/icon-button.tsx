import clsx from 'clsx'
import { type ComponentProps, type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from './progress.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, also shown as the tooltip. */
  label: string
  icon: ReactNode
  variant?: 'plain' | 'quiet' | 'danger'
  busy?: boolean
}

const looks = {
  plain: 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
  quiet: 'border-edge/60 bg-card text-ink hover:bg-hover',
  danger: 'border-transparent text-ink-soft hover:bg-late-soft hover:text-late-ink',
}

/** A 44 px icon button with a tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  const { handlers, bubble } = useTooltip(label)
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onClick}
        onPointerEnter={(event: PointerEvent<HTMLButtonElement>) => {
          rest.onPointerEnter?.(event)
          handlers.onPointerEnter(event)
        }}
        onPointerLeave={(event: PointerEvent<HTMLButtonElement>) => {
          rest.onPointerLeave?.(event)
          handlers.onPointerLeave()
        }}
        onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
          rest.onPointerDown?.(event)
          handlers.onPointerDown()
        }}
        onFocus={(event: FocusEvent<HTMLButtonElement>) => {
          rest.onFocus?.(event)
          handlers.onFocus(event)
        }}
        onBlur={(event: FocusEvent<HTMLButtonElement>) => {
          rest.onBlur?.(event)
          handlers.onBlur()
        }}
        className={clsx(
          'inline-flex size-11 shrink-0 items-center justify-center rounded-control border transition-colors duration-100 disabled:opacity-50 [&_svg]:size-5',
          looks[variant],
          className,
        )}
      >
        {busy ? <Spinner /> : icon}
      </button>
      {bubble}
    </>
  )
}

const delayMs = 450
/** Closer to a window edge than this, the tooltip aligns with its control instead of centering, to stay in the window. */
const edgeDistance = 160
interface TooltipPosition {
  /** The tooltip's center, or the side it aligns with. */
  at: { left: number } | { right: number }
  isCentered: boolean
  y: number
  below: boolean
}

/**
 * Shows a control's label on hover and keyboard focus; Escape hides it. The label is already the accessible name, so the tooltip is
 * hidden from screen readers. Spread `handlers` on the control and render `bubble` next to it.
 */
function useTooltip(words: string) {
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
      isCentered: !isRight && !isLeft,
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
            transform: `translate(${position.isCentered ? '-50%' : '0'}, ${position.below ? '0' : '-100%'})`,
          }}
        >
          {words}
        </span>,
        document.body,
      )
    : null
  return { handlers, bubble }
}

import clsx from 'clsx'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { type SwipeSide, trackSwipeGesture } from './track-swipe-gesture.ts'

interface SwipeAction {
  label: string
  icon: ReactNode
  /** Colors of the revealed strip. */
  className: string
  onSwipe: () => void
}

interface SwipeRowProps {
  /** What a swipe in reading direction does; nothing if omitted. */
  forward?: SwipeAction | undefined
  /** What a swipe against reading direction does. */
  back?: SwipeAction | undefined
  /** Classes of the content, with a background that covers the strip. */
  className?: string
  children: ReactNode
}

/** The content of a row that a finger can swipe sideways. The row needs a button for each action, for mouse, keyboard and screen reader. */
export function SwipeRow({ forward, back, className, children }: SwipeRowProps) {
  const content = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<SwipeSide | null>(null)
  const [isFar, setFar] = useState(false)
  const actions = { forward, back }
  const action = side && actions[side]
  const onPointerDown = (event: PointerEvent) => {
    if (!content.current) return
    trackSwipeGesture(event.nativeEvent, content.current, {
      canSwipe: (to) => actions[to] !== undefined,
      onSide: setSide,
      onFar: setFar,
      onSwipe: (to) => actions[to]?.onSwipe(),
    })
  }
  return (
    <div className="relative min-w-0 flex-1 overflow-hidden">
      {action ? (
        <div
          aria-hidden="true"
          className={clsx(
            'absolute inset-0 flex items-center gap-2 px-4 text-sm font-semibold',
            side === 'back' && 'flex-row-reverse',
            isFar ? action.className : 'bg-sunken text-ink-soft',
          )}
        >
          {action.icon}
          {action.label}
        </div>
      ) : null}
      <div ref={content} onPointerDown={onPointerDown} className={clsx('relative touch-pan-y touch-pinch-zoom bg-card', className)}>
        {children}
      </div>
    </div>
  )
}

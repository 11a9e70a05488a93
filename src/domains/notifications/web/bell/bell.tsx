import { t } from '@lingui/core/macro'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useBell, usePendingBorrows } from '../api/bell.ts'

const BellPanel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }))

/** The bell in the top bar: a badge with the unread count, and a panel with the latest notifications. */
export function NotificationBell() {
  const bell = useBell()
  const borrows = usePendingBorrows()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const waiting = (bell.data?.unreadCount ?? 0) + borrows.count
  const told = waiting > 99 ? '99+' : String(waiting)

  // The number on the installed app's icon, where there are such numbers.
  useEffect(() => void navigator.setAppBadge?.(waiting)?.catch(() => {}), [waiting])
  useEffect(() => () => void navigator.clearAppBadge?.()?.catch(() => {}), [])

  useEffect(() => {
    if (!isOpen) return
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', onEscape)
    }
  }, [isOpen])

  return (
    <div ref={box} className="relative shrink-0">
      <button
        ref={button}
        type="button"
        aria-label={waiting === 0 ? t`Notifications` : t`Notifications, ${told} new`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen)
          if (isOpen) return
          void bell.refetch()
          void borrows.refetch()
        }}
        className="relative flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Bell aria-hidden="true" className="size-5.5" />
        {waiting > 0 ? (
          <span
            aria-hidden="true"
            className="figures absolute top-0.5 end-0 min-w-5 rounded-full border-2 border-paper bg-late px-1 text-center text-[0.6875rem] leading-4 font-bold text-on-late"
          >
            {told}
          </span>
        ) : null}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BellPanel bell={bell} pending={borrows.count} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

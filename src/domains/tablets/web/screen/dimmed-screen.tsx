import { plural, t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { useClock } from './use-clock.ts'

/** Where the clock stands, one place a minute, so that nothing burns into the screen. */
const places = [
  'items-center justify-center',
  'items-start justify-center',
  'items-center justify-end',
  'items-end justify-center',
  'items-center justify-start',
  'items-start justify-end',
  'items-end justify-start',
] as const

interface DimmedScreenProps {
  timeZone: string
  /** Items to use today, and those whose date has passed. */
  counts: { due: number; expired: number }
  onWake: () => void
}

/** A dark clock. Touching it anywhere wakes the tablet, and does nothing else. */
export function DimmedScreen({ timeZone, counts, onWake }: DimmedScreenProps) {
  const now = useClock()
  const button = useRef<HTMLButtonElement>(null)
  const locale = currentLocale()
  useEffect(() => {
    const before = document.activeElement
    button.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const place = places[Math.floor(now.getTime() / 60_000) % places.length] ?? places[0]
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(now)
  const date = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(now)
  const due = [
    counts.due > 0 ? plural(counts.due, { one: '# item to use today', other: '# items to use today' }) : null,
    counts.expired > 0 ? plural(counts.expired, { one: '# expired item', other: '# expired items' }) : null,
  ].filter((line) => line !== null)
  return (
    <button
      ref={button}
      type="button"
      className={`fixed inset-0 z-50 flex size-full cursor-default bg-[#000] p-8 text-[#b9bfb3] outline-offset-[-6px] sm:p-16 ${place}`}
      onClick={onWake}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        onWake()
      }}
    >
      <span className="block text-center">
        <span className="display block text-[clamp(4rem,14vw,9rem)] leading-none tabular-nums">{time}</span>
        <span className="mt-4 block text-2xl">{date}</span>
        {(due.length > 0 ? due : [t`Nothing to use up today`]).map((line) => (
          <span key={line} className="mt-2 block text-2xl">
            {line}
          </span>
        ))}
        <span className="sr-only">{t`Wake the screen`}</span>
      </span>
    </button>
  )
}

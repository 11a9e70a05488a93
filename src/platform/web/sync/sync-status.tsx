import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Cloud, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { currentLocale } from '../i18n/language.ts'
import { useSyncState } from './use-sync-session.ts'

/** Changes that sync faster than this are not shown as waiting. */
const lastsAfterMs = 600

/** "14:05", with the weekday unless it is today. */
function formatMoment(ms: number): string {
  const at = new Date(ms)
  const isToday = at.toDateString() === new Date().toDateString()
  return at.toLocaleString(currentLocale(), { hour: 'numeric', minute: '2-digit', ...(isToday ? {} : { weekday: 'short' }) })
}

interface StatusProps {
  household: string | null
  /** Shows the icon alone while everything is synced. */
  isGlyph?: boolean
  className?: string
}

/** The sync status: "Synced", "3 waiting", "Offline since 14:05". Never "Synced" while a change is in flight. */
export const SyncStatus = memo(function SyncStatus({ household, isGlyph = false, className }: StatusProps) {
  const { isKnown, waiting, offlineSince } = useSyncState(household)
  const isOffline = offlineSince !== null
  const counted = useLasting(waiting, isOffline)
  const isProminent = isOffline || counted > 0
  const state = isOffline ? 'offline' : counted > 0 ? 'waiting' : waiting > 0 ? 'saving' : isKnown ? 'synced' : 'asking'
  const { Icon, words } = looks[state]
  const texts = [
    isOffline ? t`Offline since ${formatMoment(offlineSince)}` : null,
    counted > 0 ? t`${counted} waiting to sync` : null,
  ].filter(Boolean)
  return (
    <p
      role="status"
      data-sync={state}
      className={clsx(
        'figures inline-flex items-center gap-1.5 text-sm',
        isGlyph ? 'relative leading-tight' : 'whitespace-nowrap',
        isProminent ? 'font-medium text-soon-ink' : 'text-ink-soft',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {isProminent ? texts.join(' · ') : <span className={isGlyph ? 'sr-only' : undefined}>{words}</span>}
    </p>
  )
})

const looks = {
  offline: { Icon: CloudOff, words: '' },
  waiting: { Icon: CloudUpload, words: '' },
  saving: { Icon: CloudUpload, words: t`Saving…` },
  synced: { Icon: CloudCheck, words: t`Up to date` },
  asking: { Icon: Cloud, words: t`Checking for updates…` },
}

/**
 * Counts waiting changes only if they last, because online most sync before anyone could read the count. Counts immediately when offline.
 */
function useLasting(waiting: number, immediately: boolean): number {
  const [lasts, setLasts] = useState(false)
  const hasWaiting = waiting > 0
  useEffect(() => {
    if (!hasWaiting) return
    const timer = setTimeout(() => setLasts(true), lastsAfterMs)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [hasWaiting])
  return immediately || lasts ? waiting : 0
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { HistoryEntry } from '../../contract/index.ts'

interface HistoryDayProps {
  /** 'Today', 'Yesterday' or a date. */
  title: string
  entries: readonly HistoryEntry[]
  timeZone: string
  /** The seq of the change being undone. */
  undoing: number | null
  mayUndo: boolean
  onUndo: (entry: HistoryEntry) => void
}

/** The changes of one day, newest first. */
export function HistoryDay({ title, entries, timeZone, undoing, mayUndo: canUndoChanges, onUndo }: HistoryDayProps) {
  const clock = new Intl.DateTimeFormat(currentLocale(), { hour: 'numeric', minute: '2-digit', timeZone })
  return (
    <section>
      <h2 className="display mb-2 text-xl">{title}</h2>
      <Card flush>
        <ul className="divide-y divide-line">
          {entries.map((entry) => {
            const { actor, at, seq, summary, canUndo } = entry
            const who = actor ? `${actor.firstName} ${actor.lastName}` : t`Former member`
            return (
              <li key={seq} className="flex items-center gap-3 px-4 py-3 max-[23rem]:*:first:hidden sm:px-5">
                <Avatar firstName={actor?.firstName ?? ''} lastName={actor?.lastName ?? ''} />
                <p className="min-w-0 flex-1">
                  <span className="block">{summary}</span>
                  <span className="block text-sm text-ink-soft">
                    {who}, <time dateTime={at}>{clock.format(new Date(at))}</time>
                  </span>
                </p>
                {canUndo && canUndoChanges ? (
                  <Button
                    variant="plain"
                    icon={<Undo2 aria-hidden="true" className="size-4.5" />}
                    busy={undoing === seq}
                    disabled={undoing !== null && undoing !== seq}
                    onClick={() => onUndo(entry)}
                    className="-me-2 shrink-0 px-3!"
                    aria-label={t`Undo: ${summary}`}
                  >
                    <Trans>Undo</Trans>
                  </Button>
                ) : null}
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}

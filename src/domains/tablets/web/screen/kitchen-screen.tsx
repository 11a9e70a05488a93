import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { daysLeft } from '#domains/inventory/rules/expiry-status.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { DimmedScreen } from './dimmed-screen.tsx'
import { FindOrAdd } from './find-or-add.tsx'
import { ListArea } from './list-area.tsx'
import { PlanArea } from './plan-area.tsx'
import { TabletButton } from './tablet-button.tsx'
import { type Acts, undoSubject, useActs } from './use-acts.ts'
import { useClock } from './use-clock.ts'
import { useDimmed } from './use-dimmed.ts'
import { UseFirst } from './use-first.tsx'
import type { Kitchen } from './use-kitchen.ts'

interface KitchenScreenProps {
  kitchen: Kitchen
  isOffline: boolean
  refresh: () => Promise<void>
}

/** The kitchen on a tablet: what to use first, the list, and today's meals. */
export function KitchenScreen({ kitchen, isOffline, refresh }: KitchenScreenProps) {
  const acts = useActs(refresh)
  const [isDimmed, wake] = useDimmed()
  const { household, lots, list, meals } = kitchen
  const today = kitchen.today as CalendarDate
  const left = lots.map((lot) => daysLeft(lot.effectiveExpiration as CalendarDate | null, today) ?? 1)
  const counts = { due: left.filter((days) => days === 0).length, expired: left.filter((days) => days < 0).length }
  const shared = { today, acts, isOffline }
  return (
    <>
      <div inert={isDimmed} className="min-h-dvh bg-paper p-4 pb-28 text-ink">
        <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-1">
          <h1 className="display text-3xl break-words">{household.name}</h1>
          <Clock timeZone={household.timeZone} />
        </header>
        {isOffline ? (
          <Notice tone="soon" className="mb-4 text-lg!">
            <Trans>No connection. This is what the kitchen looked like before; you can change it once the connection is back.</Trans>
          </Notice>
        ) : null}
        <main className="grid grid-cols-1 items-start gap-4 min-[44rem]:grid-cols-2 min-[70rem]:grid-cols-3">
          <UseFirst lots={lots} {...shared} />
          <ListArea items={list} {...shared} />
          <div className="grid grid-cols-1 gap-4 min-[44rem]:max-[70rem]:order-first min-[44rem]:max-[70rem]:col-span-2">
            <FindOrAdd kitchen={kitchen} {...shared} />
            <PlanArea meals={meals} />
          </div>
        </main>
        <OutcomeBar acts={acts} />
      </div>
      {isDimmed ? <DimmedScreen timeZone={household.timeZone} counts={counts} onWake={wake} /> : null}
    </>
  )
}

function Clock({ timeZone }: { timeZone: string }) {
  const now = useClock()
  const format = new Intl.DateTimeFormat(currentLocale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  return <p className="text-xl text-ink-soft">{format.format(now)}</p>
}

/** Says what was done, with Undo. */
function OutcomeBar({ acts: { outcome, undo, dismiss, isRunning } }: { acts: Acts }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 flex justify-center p-4" role={outcome?.isFailure ? 'alert' : 'status'}>
      {outcome ? (
        <div className="pointer-events-auto flex max-w-full flex-wrap items-center gap-3 rounded-card border border-edge bg-card px-5 py-2 shadow-lg">
          <p className={outcome.isFailure ? 'min-w-0 text-xl text-late-ink' : 'min-w-0 text-xl'}>{outcome.text}</p>
          {outcome.undoSeq === null ? null : (
            <TabletButton variant="quiet" busy={isRunning(undoSubject)} onClick={undo}>
              <Trans>Undo</Trans>
            </TabletButton>
          )}
          {outcome.isFailure ? (
            <TabletButton variant="plain" onClick={dismiss} aria-label={t`Close message`}>
              <Trans>OK</Trans>
            </TabletButton>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

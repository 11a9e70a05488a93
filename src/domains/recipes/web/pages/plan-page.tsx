import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { addDays, type CalendarDate, isCalendarDate } from '#platform/shared/calendar.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { headerButton, PageHeader } from '#platform/web/ui/page-header.tsx'
import { useSearch } from '#platform/web/ui/router.tsx'
import type { PlanEntry } from '../../contract/index.ts'
import { usePlan } from '../api/plan.ts'
import { AddPlanButton } from '../meal-plan/add-plan-button.tsx'
import { MealDialog } from '../meal-plan/edit-meal-dialog.tsx'
import { MealPicker } from '../meal-plan/meal-picker.tsx'
import { PlanDays } from '../meal-plan/plan-days.tsx'
import { dateWords } from '../meal-plan/plan-messages.ts'
import { RecipeShelf } from '../meal-plan/recipe-shelf.tsx'
import { WeekMenu } from '../meal-plan/week-menu.tsx'
import { WeekProposalDialog } from '../meal-plan/week-proposal-dialog.tsx'

const week = (from: CalendarDate) => Array.from({ length: 7 }, (_, at) => addDays(from, at))

/** The meal plan; stock is reserved for its meals. */
export function PlanPage() {
  const today = useToday()
  const mayChange = useHasRole('MEMBER')
  const raw = useSearch()
  const requestedDate = raw['from']
  const from = isCalendarDate(requestedDate) ? requestedDate : today
  /** An ingredient to use up: the URL requests a meal with it. */
  const ingredient = typeof raw['uses'] === 'string' ? raw['uses'] : null
  const days = week(from)
  const ahead = days.filter((day) => day >= today)
  const to = days.at(-1) ?? from
  const { data, error, isPending, isFetching, refetch } = usePlan(from, to)
  const [adding, setAdding] = useState<CalendarDate | null>(null)
  const [changing, setChanging] = useState<PlanEntry | null>(null)
  const [isProposing, setProposing] = useState(false)
  const go = (day: CalendarDate) => navigate({ to: '/plan', search: day === today ? {} : { from: day }, replace: true, keepScroll: true })
  const taken = new Set((data ?? []).filter(({ meal }) => meal === 'dinner').map(({ date }) => date))
  const actions = (
    <>
      <AddPlanButton from={from} to={to} />
      <Button
        icon={<Sparkles aria-hidden="true" className="size-5" />}
        disabled={ahead.length === 0}
        onClick={() => setProposing(true)}
        className={headerButton}
      >
        <span aria-hidden="true" className="sm:hidden">
          {t({ message: 'Plan', context: 'short for Plan my week' })}
        </span>
        <span className="max-sm:sr-only">{t`Plan my week`}</span>
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={t`Meal Plan`} hint={t`Ingredients for planned meals are reserved`} actions={mayChange ? actions : undefined} />
      <div className="space-y-2 sm:space-y-4">
        <div className="flex flex-wrap items-center gap-x-2">
          <IconButton label={t`Previous week`} icon={<ChevronLeft aria-hidden="true" />} onClick={() => go(addDays(from, -7))} />
          <p className="figures font-semibold" aria-live="polite">
            {dateWords(from)} – {dateWords(to)}
          </p>
          <IconButton label={t`Next week`} icon={<ChevronRight aria-hidden="true" />} onClick={() => go(addDays(from, 7))} />
          {from === today ? null : (
            <Button variant="plain" onClick={() => go(today)}>
              {t`Today`}
            </Button>
          )}
          {mayChange ? (
            <span className="ms-auto">
              <WeekMenu from={from} to={to} today={today} onCopied={() => go(addDays(from, 7))} />
            </span>
          ) : null}
        </div>
        {isPending ? (
          <SkeletonRows rows={7} />
        ) : !data ? (
          <ErrorState error={error} title={t`Failed to load the meal plan`} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <div className={clsx('grid grid-cols-1 items-start gap-5', mayChange && 'rail:grid-cols-[minmax(0,1fr)_18rem]')}>
            <PlanDays days={days} today={today} entries={data} mayChange={mayChange} onAdd={setAdding} onChange={setChanging} />
            {mayChange ? <RecipeShelf /> : null}
          </div>
        )}
      </div>
      {mayChange && (adding !== null || ingredient !== null) ? (
        <MealPicker
          key={adding ?? ingredient}
          date={adding ?? ahead[0] ?? today}
          days={days}
          today={today}
          ingredient={adding === null ? ingredient : null}
          onClose={() => {
            setAdding(null)
            if (ingredient !== null) go(from)
          }}
        />
      ) : null}
      {changing === null ? null : <MealDialog key={changing.id} entry={changing} today={today} onClose={() => setChanging(null)} />}
      {isProposing ? (
        <WeekProposalDialog days={ahead} free={ahead.filter((day) => !taken.has(day))} today={today} onClose={() => setProposing(false)} />
      ) : null}
    </>
  )
}

import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { maxExcluded, type ProposedMeal, type proposeWeek, type WeekPlanRequest } from '../../contract/index.ts'
import { planMeals, requestWeekProposal } from '../api/plan.ts'
import { LeftOut } from './left-out.tsx'
import { type Outcome, ProposedMeals } from './proposed-meals.tsx'
import { resolveWishes, type WeekWishes, WeekWishFields } from './week-wishes.tsx'

interface Props {
  /** Days to choose from, and those selected first. */
  days: readonly CalendarDate[]
  free: readonly CalendarDate[]
  today: CalendarDate
  onClose: () => void
}

const firstWishes = (dates: readonly CalendarDate[]): WeekWishes => ({
  ...{ dates: [...dates], servings: '2', maxMissing: '6' },
  ...{ weekdayTime: 'any', weekendTime: 'any', budget: '' },
})

const idOf = ({ recipeId, inventoryItemId }: ProposedMeal): string => recipeId ?? inventoryItemId ?? ''
const toKept = ({ date, recipeId, inventoryItemId }: ProposedMeal) => ({
  date,
  ...(recipeId === null ? { inventoryItemId: inventoryItemId ?? '' } : { recipeId }),
})
const toPlanned = ({ date, recipeId, inventoryItemId, servings }: ProposedMeal) =>
  recipeId === null ? { date, inventoryItemId: inventoryItemId ?? '', quantity: servings } : { date, recipeId, servings }

/** Proposes meals that minimize expected waste. Each can be kept, replaced or deselected before planning. */
export function WeekProposalDialog({ days, free, today, onClose }: Props) {
  const form = useForm<null, WeekWishes, WeekPlanRequest>({ fieldsOf: () => firstWishes(free), resolver: resolveWishes })
  const week = useWeekProposal()
  const [isPlanning, setPlanning] = useState(false)
  const ask = form.submit(week.ask, () => t`Failed to plan the week`)
  const accepted = (week.proposal?.choices ?? []).filter(({ date }) => !week.deselected.includes(date))
  const sendAs = useIdempotentSubmit()
  const accept = async () => {
    setPlanning(true)
    const words = plural(accepted.length, { one: 'Planned # meal', other: 'Planned # meals' })
    const isDone = await planMeals(accepted.map(toPlanned), words, sendAs())
    setPlanning(false)
    if (isDone) onClose()
  }
  const isBusy = form.isSubmitting || week.busyOn !== null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Plan my week`}
      description={t`Dinners that use up what would otherwise go to waste.`}
      size="medium"
      footer={
        week.proposal && week.proposal.choices.length > 0 ? (
          <Button busy={isPlanning} busyLabel={t`Planning...`} disabled={accepted.length === 0 || isBusy} onClick={() => void accept()}>
            {plural(accepted.length, { one: 'Plan # meal', other: 'Plan # meals' })}
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-4">
        <form onSubmit={ask} className="space-y-3" noValidate>
          <WeekWishFields form={form} days={days} today={today} />
          <Button
            type="submit"
            variant={week.proposal ? 'quiet' : 'primary'}
            busy={form.isSubmitting}
            disabled={week.busyOn !== null}
            busyLabel={t`Finding meals...`}
          >
            {week.proposal ? t`Suggest again` : t`Suggest meals`}
          </Button>
          {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
        </form>
        {week.proposal === null ? null : week.proposal.choices.length === 0 ? (
          <Notice tone="info">{t`No recipes match. Allow more missing ingredients or add recipes.`}</Notice>
        ) : (
          <ProposedMeals {...week} choices={week.proposal.choices} accepted={accepted} isBusy={isBusy} today={today} />
        )}
        <LeftOut recipes={week.proposal?.leftOut ?? []} />
      </div>
    </Dialog>
  )
}

/** The proposed meals, and what the person wants to keep of them. */
function useWeekProposal() {
  const [proposal, setProposal] = useState<ReplyOf<typeof proposeWeek> | null>(null)
  const [asked, setAsked] = useState<WeekPlanRequest | null>(null)
  const [deselected, setDeselected] = useState<readonly CalendarDate[]>([])
  const [kept, setKept] = useState<readonly CalendarDate[]>([])
  /** What was replaced. */
  const [exclude, setExclude] = useState<readonly string[]>([])
  const [busyOn, setBusyOn] = useState<CalendarDate | null>(null)
  /** What the last request came to, if it is more than the meals. */
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  /** Asks again, except for the meals that are kept. If nothing changed, it is for other meals than before, as long as there are any. */
  const ask = async (wish: WeekPlanRequest) => {
    setOutcome(null)
    const keptMeals = (proposal?.choices ?? []).filter(({ date }) => kept.includes(date) && wish.dates.includes(date))
    const fixed = keptMeals.map(toKept)
    const isRepeated = JSON.stringify(wish) === JSON.stringify(asked)
    const shown = (proposal?.choices ?? []).filter((meal) => !keptMeals.includes(meal)).map(idOf)
    const without = isRepeated ? [...exclude, ...shown].slice(-maxExcluded) : []
    let next = await requestWeekProposal({ ...wish, fixed, exclude: without })
    const isExhausted = without.length > 0 && next.choices.length < (proposal?.choices.length ?? 0)
    if (isExhausted) next = await requestWeekProposal({ ...wish, fixed })
    setExclude(isExhausted ? [] : without)
    setAsked(wish)
    setProposal(next)
    setDeselected([])
    setKept((now) => now.filter((date) => keptMeals.some((meal) => meal.date === date)))
    if (isExhausted) setOutcome({ tone: 'info', words: t`There are no other meals, so it starts over.` })
  }

  /** Asks for another meal on one day. The others stay, and those that were deselected don't count. */
  const replace = async (meal: ProposedMeal) => {
    if (!asked || !proposal) return
    setOutcome(null)
    setBusyOn(meal.date)
    const others = proposal.choices.filter((one) => one !== meal)
    const counted = others.filter(({ date }) => !deselected.includes(date))
    const without = [...exclude, idOf(meal)].slice(-maxExcluded)
    const dates = [...counted.map(({ date }) => date), meal.date].sort()
    const maxMinutes = (asked.maxMinutes ?? []).filter(({ date }) => dates.includes(date))
    try {
      const next = await requestWeekProposal({ ...asked, dates, maxMinutes, fixed: counted.map(toKept), exclude: without })
      if (next.choices.some(({ date }) => date === meal.date)) {
        const put = others.filter((one) => !counted.includes(one))
        setExclude(without)
        setProposal({ ...next, choices: [...next.choices, ...put].sort((a, b) => (a.date < b.date ? -1 : 1)) })
        setKept((now) => now.filter((date) => date !== meal.date))
      } else {
        setExclude([])
        setOutcome({ tone: 'info', words: t`Nothing else fits that day. Allow more missing ingredients, more time or more money.` })
      }
    } catch (error) {
      setOutcome({ tone: 'error', words: replaceFailed(error) })
      // What is gone can't be kept.
      if (isGone(error)) setKept([])
    }
    setBusyOn(null)
  }

  return {
    ...{ proposal, deselected, kept, busyOn, outcome, ask },
    onToggle: (date: CalendarDate) => setDeselected((now) => toggled(now, date)),
    onKeep: (date: CalendarDate) => setKept((now) => toggled(now, date)),
    onReplace: (meal: ProposedMeal) => void replace(meal),
  }
}

const toggled = (list: readonly CalendarDate[], one: CalendarDate) =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
const replaceFailed = (error: unknown) =>
  isGone(error) ? t`One of these meals no longer exists. Suggest meals again.` : errorMessage(error, t`Failed to plan the week`)

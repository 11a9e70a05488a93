import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { ProposedMeal, WeekPlanRequest } from '../../contract/index.ts'
import { planMeals } from '../api/plan.ts'
import { LeftOut } from './left-out.tsx'
import { ProposedMeals } from './proposed-meals.tsx'
import { useWeekProposal } from './use-week-proposal.ts'
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

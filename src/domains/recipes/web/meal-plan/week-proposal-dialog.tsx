import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useMoney } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { formatAmountOf } from '#platform/shared/unit-display.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { NumberField } from '#platform/web/forms/number-field.tsx'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { parseNumber } from '#platform/web/ui/number-input.tsx'
import type { ProposedMeal, proposeWeek } from '../../contract/index.ts'
import { planMeals, requestWeekProposal } from '../api/plan.ts'
import { StockBadge } from '../recipe-list/recipe-card.tsx'
import { LeftOut } from './left-out.tsx'
import { dateWords, dayWords } from './plan-messages.ts'

interface Props {
  /** Days to choose from, and those selected first. */
  days: readonly CalendarDate[]
  free: readonly CalendarDate[]
  today: CalendarDate
  onClose: () => void
}

/** Returns the whole number that was typed; null if it isn't one or not in the range. */
function readWhole(text: string, min: number, most: number): number | null {
  const value = parseNumber(text)
  return value !== null && Number.isInteger(value) && value >= min && value <= most ? value : null
}

const resolver = createFormResolver(({ dates, ...fields }: { dates: CalendarDate[]; servings: string; maxMissing: string }) => {
  const [servings, maxMissing] = [readWhole(fields.servings, 1, 500), readWhole(fields.maxMissing, 0, 100)]
  if (dates.length > 0 && servings !== null && maxMissing !== null) return { sent: { dates, servings, maxMissing } }
  return {
    wrong: {
      ...(dates.length > 0 ? {} : { dates: t`Choose at least one day.` }),
      ...(servings === null ? { servings: t`Enter the number of servings as a whole number.` } : {}),
      ...(maxMissing === null ? { maxMissing: t`Enter a whole number of missing ingredients.` } : {}),
    },
  }
})

/** Proposes meals that minimize expected waste. Each can be deselected before planning. */
export function WeekProposalDialog({ days, free, today, onClose }: Props) {
  const { control, setValue, errors, isSubmitted, isSubmitting, failure, submit } = useForm({
    fieldsOf: () => ({ dates: [...free], servings: '2', maxMissing: '6' }),
    resolver,
  })
  const dates = useWatch({ control, name: 'dates' })
  const [proposal, setProposal] = useState<ReplyOf<typeof proposeWeek> | null>(null)
  const [deselected, setDeselected] = useState<readonly string[]>([])
  const [isPlanning, setPlanning] = useState(false)
  const toggle = <T,>(list: readonly T[], one: T) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one])
  const ask = submit(
    async (query) => {
      setProposal(await requestWeekProposal({ ...query, dates: days.filter((day) => query.dates.includes(day)) }))
      setDeselected([])
    },
    () => t`Failed to plan the week`,
  )
  const accepted = (proposal?.choices ?? []).filter(({ date }) => !deselected.includes(date))
  const sendAs = useIdempotentSubmit()
  const accept = async () => {
    setPlanning(true)
    const entries = accepted.map(({ date, recipeId, servings: people }) => ({ date, recipeId, servings: people }))
    const isDone = await planMeals(entries, plural(accepted.length, { one: 'Planned # meal', other: 'Planned # meals' }), sendAs())
    setPlanning(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Plan my week`}
      description={t`Dinners that use up what would otherwise go to waste.`}
      size="medium"
      footer={
        proposal && proposal.choices.length > 0 ? (
          <Button busy={isPlanning} busyLabel={t`Planning...`} disabled={accepted.length === 0} onClick={() => void accept()}>
            {plural(accepted.length, { one: 'Plan # meal', other: 'Plan # meals' })}
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-4">
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <form onSubmit={ask} className="space-y-3" noValidate>
          <fieldset className="flex flex-wrap gap-2">
            <legend className="mb-1.5 font-semibold">{t`Days`}</legend>
            {days.map((day) => (
              <button
                key={day}
                type="button"
                aria-pressed={dates.includes(day)}
                onClick={() => setValue('dates', toggle(dates, day), { shouldValidate: isSubmitted })}
                className={clsx(
                  'min-h-11 rounded-full border px-4 font-semibold first-letter:uppercase',
                  dates.includes(day) ? 'border-herb bg-herb-soft text-herb-ink' : 'border-edge/60 bg-card text-ink-soft hover:bg-hover',
                )}
              >
                {dayWords(day, today)}
                <span className="sr-only"> {dateWords(day)}</span>
              </button>
            ))}
          </fieldset>
          {errors.dates ? (
            <p role="alert" className="text-sm font-medium text-late-ink">
              {errors.dates.message}
            </p>
          ) : null}
          <div className="grid grid-cols-2 gap-3">
            <NumberField control={control} name="servings" label={t`Servings`} step={1} min={1} />
            <NumberField control={control} name="maxMissing" label={t`Missing ingredients allowed`} step={1} />
          </div>
          <Button type="submit" variant={proposal ? 'quiet' : 'primary'} busy={isSubmitting && !proposal} busyLabel={t`Finding meals...`}>
            {proposal ? t`Suggest again` : t`Suggest meals`}
          </Button>
        </form>
        {proposal === null ? null : proposal.choices.length === 0 ? (
          <Notice tone="info">{t`No recipes match. Allow more missing ingredients or add recipes.`}</Notice>
        ) : (
          <ProposedMeals
            proposal={proposal}
            deselected={deselected}
            today={today}
            onToggle={(date) => setDeselected(toggle(deselected, date))}
          />
        )}
        <LeftOut recipes={proposal?.leftOut ?? []} />
      </div>
    </Dialog>
  )
}

interface ProposedMealsProps {
  proposal: ReplyOf<typeof proposeWeek>
  /** Days without a meal. */
  deselected: readonly string[]
  today: CalendarDate
  onToggle: (date: CalendarDate) => void
}

const max = 3

/** Proposed meals with what each is expected to save. */
function ProposedMeals({ proposal, deselected, today, onToggle }: ProposedMealsProps) {
  const { show } = useQuantityFormatter()
  const money = useMoney()
  const rounded = (quantity: number) => Number(quantity.toPrecision(2))
  const savesWords = ({ savings, savesCost }: ProposedMeal) => {
    if (savings.length === 0) return t`Uses nothing that’s about to expire`
    const amounts = savings
      .slice(0, max)
      .map(({ ingredientName, quantity, unit }) => formatAmountOf(rounded(quantity), unit, ingredientName, show))
    const named = amounts.join(', ')
    const more = savings.length - max
    const saved = more > 0 ? t`Saves about ${named} and ${more} more` : t`Saves about ${named}`
    return savesCost === null ? saved : `${saved} (${money(savesCost)})`
  }
  return (
    <div>
      {proposal.savesCost === null ? null : (
        <p className="mb-2 font-semibold">{t`Together these save about ${money(proposal.savesCost)} worth of food.`}</p>
      )}
      <ul aria-label={t`Suggested meals`} className="divide-y divide-line border-y border-line">
        {proposal.choices.map((choice) => (
          <li key={choice.date} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
            <div className="min-w-0 flex-1 basis-64">
              <Checkbox
                label={
                  <>
                    <span className="block text-sm text-ink-soft">
                      {dayWords(choice.date, today)}, {dateWords(choice.date)}
                    </span>
                    <span className="display block text-lg leading-tight">{choice.recipeName}</span>
                  </>
                }
                hint={savesWords(choice)}
                checked={!deselected.includes(choice.date)}
                onChange={() => onToggle(choice.date)}
              />
            </div>
            <StockBadge recipe={choice} />
          </li>
        ))}
      </ul>
    </div>
  )
}

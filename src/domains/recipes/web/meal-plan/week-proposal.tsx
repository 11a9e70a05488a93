import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import { type FormEvent, useState } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { formatNumber } from '#platform/shared/say.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox, NumberInput, parseNumber } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { proposeWeek, WeekChoice } from '../../contract/index.ts'
import { plan, propose } from '../api/plan.ts'
import { StockBadge } from '../recipe-list/recipe-card.tsx'
import { dateWords, dayWords } from './plan-messages.ts'

interface Props {
  /** Days to choose from, and those selected first. */
  days: readonly CalendarDate[]
  free: readonly CalendarDate[]
  today: CalendarDate
  onClose: () => void
}

const isWhole = (value: number | null, min: number, highest: number): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= highest

/** Proposes meals that minimize expected waste. Each can be deselected before planning. */
export function WeekProposal({ days, free, today, onClose }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<CalendarDate>>(new Set(free))
  const [servings, setServings] = useState('2')
  const [missing, setMissing] = useState('6')
  const [proposal, setProposal] = useState<ReplyOf<typeof proposeWeek> | null>(null)
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const toggle = (set: ReadonlySet<string>, one: string) =>
    new Set(set.has(one) ? [...set].filter((other) => other !== one) : [...set, one])
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const [people, max] = [parseNumber(servings), parseNumber(missing)]
    if (chosen.size === 0) return setTrouble(t`Choose at least one day.`)
    if (!isWhole(people, 1, 500)) return setTrouble(t`Enter the number of servings as a whole number.`)
    if (!isWhole(max, 0, 100)) return setTrouble(t`Enter a whole number of missing ingredients.`)
    setBusy(true)
    setTrouble(null)
    try {
      setProposal(await propose({ dates: days.filter((day) => chosen.has(day)), servings: people, maxMissing: max }))
      setDeselected(new Set())
    } catch (error) {
      setTrouble(errorMessage(error, t`Failed to plan the week`))
    } finally {
      setBusy(false)
    }
  }
  const accepted = (proposal?.choices ?? []).filter(({ date }) => !deselected.has(date))
  const sendAs = useIdempotentSubmit()
  const accept = async () => {
    setBusy(true)
    const entries = accepted.map(({ date, recipeId, servings: people }) => ({ date, recipeId, servings: people }))
    const isDone = await plan(entries, plural(accepted.length, { one: 'Planned # meal', other: 'Planned # meals' }), sendAs())
    setBusy(false)
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
          <Button busy={busy} busyLabel={t`Planning...`} disabled={accepted.length === 0} onClick={() => void accept()}>
            {plural(accepted.length, { one: 'Plan # meal', other: 'Plan # meals' })}
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-4">
        {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
        <form onSubmit={(event) => void ask(event)} className="space-y-3" noValidate>
          <fieldset className="flex flex-wrap gap-2">
            <legend className="mb-1.5 font-semibold">{t`Days`}</legend>
            {days.map((day) => (
              <button
                key={day}
                type="button"
                aria-pressed={chosen.has(day)}
                onClick={() => setChosen(toggle(chosen, day))}
                className={clsx(
                  'min-h-11 rounded-full border px-4 font-semibold first-letter:uppercase',
                  chosen.has(day) ? 'border-herb bg-herb-soft text-herb-ink' : 'border-edge/60 bg-card text-ink-soft hover:bg-hover',
                )}
              >
                {dayWords(day, today)}
                <span className="sr-only"> {dateWords(day)}</span>
              </button>
            ))}
          </fieldset>
          <div className="grid grid-cols-2 gap-3">
            <NumberInput label={t`Servings`} value={servings} onValue={setServings} step={1} min={1} />
            <NumberInput label={t`Missing ingredients allowed`} value={missing} onValue={setMissing} step={1} min={0} />
          </div>
          <Button type="submit" variant={proposal ? 'quiet' : 'primary'} busy={busy && !proposal} busyLabel={t`Finding meals...`}>
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
      </div>
    </Dialog>
  )
}

interface ProposedMealsProps {
  proposal: ReplyOf<typeof proposeWeek>
  /** Days without a meal. */
  deselected: ReadonlySet<string>
  today: CalendarDate
  onToggle: (date: CalendarDate) => void
}

const max = 3

/** Proposed meals with what each is expected to save. */
function ProposedMeals({ proposal, deselected, today, onToggle }: ProposedMealsProps) {
  const { show } = useUnits()
  const money = useMoney()
  const rounded = (quantity: number) => Number(quantity.toPrecision(2))
  const savesWords = ({ savings, savesCost }: WeekChoice) => {
    if (savings.length === 0) return t`Uses nothing that’s about to expire`
    const amounts = savings
      .slice(0, max)
      .map(({ ingredientName, quantity, unit }) =>
        unit === 'each' ? `${formatNumber(rounded(quantity))} ${ingredientName}` : `${show(rounded(quantity), unit)} ${ingredientName}`,
      )
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
                checked={!deselected.has(choice.date)}
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

import { plural, t } from '@lingui/core/macro'
import { Lock, LockOpen, Shuffle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { formatAmountOf } from '#platform/shared/unit-display.ts'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { ProposedMeal, proposeWeek } from '../../contract/index.ts'
import { formatMinutes } from '../recipe-list/use-recipe-filters.ts'
import { dateWords, dayWords } from './plan-messages.ts'

interface Props {
  proposal: ReplyOf<typeof proposeWeek>
  /** Days whose meal isn't to be planned. */
  deselected: readonly CalendarDate[]
  /** Days whose meal stays when others are suggested. */
  kept: readonly CalendarDate[]
  /** The day for which another meal is being found. */
  busyOn: CalendarDate | null
  today: CalendarDate
  onToggle: (date: CalendarDate) => void
  onKeep: (date: CalendarDate) => void
  onReplace: (meal: ProposedMeal) => void
}

/** Proposed meals with why each was chosen. */
export function ProposedMeals({ proposal, deselected, kept, busyOn, today, onToggle, onKeep, onReplace }: Props) {
  const money = useMoney()
  const reasonsOf = useReasons(today)
  const { savesCost, choices } = proposal
  // They come below the fields of the question.
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.scrollIntoView?.({ block: 'start' }), [])
  const isBought = choices.some(({ stock }) => stock.short + stock.missing > 0)
  return (
    <div ref={top} className="scroll-mt-2">
      {savesCost === null ? null : <p className="font-semibold">{t`Together these save about ${money(savesCost)} worth of food.`}</p>}
      {isBought && proposal.cost !== null ? (
        <p className="text-sm text-ink-soft">{costWords(money(proposal.cost), proposal.unpriced)}</p>
      ) : null}
      <ul aria-label={t`Suggested meals`} className="mt-2 divide-y divide-line border-y border-line">
        {choices.map((choice) => {
          const isKept = kept.includes(choice.date)
          return (
            <li key={choice.date} className="flex items-center gap-x-1 py-2 sm:gap-x-3">
              <div className="min-w-0 flex-1">
                <Checkbox
                  label={
                    <>
                      <span className="block text-sm text-ink-soft">
                        {dayWords(choice.date, today)}, {dateWords(choice.date)}
                      </span>
                      <span className="display block text-lg leading-tight break-words">{choice.recipeName}</span>
                    </>
                  }
                  hint={reasonsOf(choice).join(' · ')}
                  checked={!deselected.includes(choice.date)}
                  onChange={() => onToggle(choice.date)}
                />
              </div>
              <div className="flex shrink-0">
                <IconButton
                  label={isKept ? t`Don’t keep ${choice.recipeName}` : t`Keep ${choice.recipeName}`}
                  icon={isKept ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
                  variant={isKept ? 'quiet' : 'plain'}
                  onClick={() => onKeep(choice.date)}
                />
                <IconButton
                  label={t`Something else than ${choice.recipeName}`}
                  icon={<Shuffle aria-hidden="true" />}
                  busy={busyOn === choice.date}
                  disabled={busyOn !== null && busyOn !== choice.date}
                  onClick={() => onReplace(choice)}
                />
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** How many ingredients are named that a meal saves. */
const maxNamed = 3
/** A dish made longer ago than this is said to be. */
const longAgoDays = 28

const costWords = (cost: string, unpriced: number): string =>
  unpriced === 0
    ? t`To buy: about ${cost}`
    : plural(unpriced, {
        one: `To buy: about ${cost}, and # thing without a price`,
        other: `To buy: about ${cost}, and # things without a price`,
      })

/** Returns why a meal was chosen, in a few words each. */
function useReasons(today: CalendarDate): (meal: ProposedMeal) => string[] {
  const { show } = useQuantityFormatter()
  const money = useMoney()
  const rounded = (quantity: number) => Number(quantity.toPrecision(2))
  const savesWords = ({ savings, savesCost }: ProposedMeal) => {
    const named = savings
      .slice(0, maxNamed)
      .map(({ ingredientName, quantity, unit }) => formatAmountOf(rounded(quantity), unit, ingredientName, show))
      .join(', ')
    const more = savings.length - maxNamed
    const saved = more > 0 ? t`Saves about ${named} and ${more} more` : t`Saves about ${named}`
    return savesCost === null ? saved : `${saved} (${money(savesCost)})`
  }
  const toBuy = ({ stock, cost, unpriced }: ProposedMeal) => {
    const count = stock.short + stock.missing
    if (count === 0) return t`Nothing to buy`
    return cost === null ? plural(count, { one: '# thing to buy', other: '# things to buy' }) : costWords(money(cost), unpriced)
  }
  const sinceMade = ({ lastCookedOn }: ProposedMeal) => {
    const days = lastCookedOn === null ? 0 : daysBetween(lastCookedOn, today)
    return days < longAgoDays ? [] : [plural(Math.floor(days / 7), { one: 'Not made for # week', other: 'Not made for # weeks' })]
  }
  return (meal) => {
    const { savings, savesCost, recipeId, servings, minutes, isFavorite } = meal
    if (recipeId === null) {
      const portions = plural(servings, { one: 'Leftovers: # portion, ready to eat', other: 'Leftovers: # portions, ready to eat' })
      return savesCost === null ? [portions] : [portions, t`Saves about ${money(savesCost)}`]
    }
    return [
      savings.length > 0 ? savesWords(meal) : t`Uses nothing that’s about to expire`,
      toBuy(meal),
      ...(minutes > 0 ? [formatMinutes(minutes)] : []),
      ...(isFavorite ? [t`A favorite`] : []),
      ...sinceMade(meal),
    ]
  }
}

import { plural, t } from '@lingui/core/macro'
import { Lock, LockOpen, Shuffle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePeople } from '#domains/diets/web/index.ts'
import { useMoney } from '#domains/households/web/index.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { listNames } from '#platform/shared/list-names.ts'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { ProposedMeal } from '../../contract/index.ts'
import { formatMinutes } from '../recipe-list/use-recipe-filters.ts'
import { dateWords, dayWords } from './plan-messages.ts'

/** What is said of a request besides its meals. */
export interface ProposalOutcome {
  tone: 'info' | 'error'
  words: string
}

interface Props {
  choices: readonly ProposedMeal[]
  /** Those that will be planned. */
  accepted: readonly ProposedMeal[]
  /** Days whose meal stays when others are suggested. */
  kept: readonly CalendarDate[]
  /** The day for which another meal is being found. */
  busyOn: CalendarDate | null
  isBusy: boolean
  outcome: ProposalOutcome | null
  today: CalendarDate
  onToggle: (date: CalendarDate) => void
  onKeep: (date: CalendarDate) => void
  onReplace: (meal: ProposedMeal) => void
}

/** Proposed meals with why each was chosen. */
export function ProposedMeals({ choices, accepted, kept, busyOn, isBusy, outcome, today, onToggle, onKeep, onReplace }: Props) {
  const money = useMoney()
  const reasonsOf = useReasons(today)
  // They come below the fields of the question.
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Returns a promise in some browsers, which isn't to be taken for a cleanup.
    void top.current?.scrollIntoView?.({ block: 'start' })
  }, [])
  const [savesCost, cost] = [sumOf(accepted.map((meal) => meal.savesCost)), sumOf(accepted.map((meal) => meal.cost))]
  const isBought = accepted.some(({ stock }) => stock.short + stock.missing > 0)
  const unpriced = accepted.reduce((sum, meal) => sum + meal.unpriced, 0)
  return (
    <div ref={top} className="scroll-mt-2">
      {outcome ? (
        <div className="mb-3">
          <Notice tone={outcome.tone}>{outcome.words}</Notice>
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isBusy ? '' : choices.map(({ date, recipeName }) => `${dayWords(date, today)}: ${recipeName}`).join(', ')}
      </p>
      {savesCost === null ? null : <p className="font-semibold">{t`Together these save about ${money(savesCost)} worth of food.`}</p>}
      {isBought && cost !== null ? <p className="text-sm text-ink-soft">{costWords(money(cost), unpriced)}</p> : null}
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
                      <span className="display block text-lg leading-tight wrap-anywhere">{choice.recipeName}</span>
                    </>
                  }
                  hint={reasonsOf(choice).join(' · ')}
                  checked={accepted.includes(choice)}
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
                  label={t`Replace ${choice.recipeName}`}
                  icon={<Shuffle aria-hidden="true" />}
                  busy={busyOn === choice.date}
                  disabled={isBusy && busyOn !== choice.date}
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

/** Returns null if nothing has a price. */
function sumOf(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null)
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0)
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
  const money = useMoney()
  const { members, guests } = usePeople()
  const nameOf = (id: string) => [...members, ...guests].find((person) => person.id === id)?.name ?? t`someone`
  // Without amounts, which are expected values such as a third of an egg.
  const savesWords = ({ savings, savesCost }: ProposedMeal) => {
    const named = savings
      .slice(0, maxNamed)
      .map(({ ingredientName }) => ingredientName)
      .join(', ')
    const more = savings.length - maxNamed
    const saved = more > 0 ? t`Uses up ${named} and ${more} more` : t`Uses up ${named}`
    return savesCost === null ? saved : `${saved} (${money(savesCost)})`
  }
  const toBuy = ({ stock, cost, unpriced }: ProposedMeal) => {
    const count = stock.short + stock.missing
    if (count === 0) return t`Nothing to buy`
    return cost === null ? plural(count, { one: '# to buy', other: '# to buy' }) : costWords(money(cost), unpriced)
  }
  const sinceMade = ({ lastCookedOn }: ProposedMeal) => {
    const days = lastCookedOn === null ? 0 : daysBetween(lastCookedOn, today)
    return days < longAgoDays ? [] : [plural(Math.floor(days / 7), { one: 'Not made for # week', other: 'Not made for # weeks' })]
  }
  return (meal) => {
    const { savings, savesCost, recipeId, servings, minutes, isFavorite, unknownEaterIds } = meal
    const doubts = unknownEaterIds.length === 0 ? [] : [t`Unknown for ${listNames(unknownEaterIds.map(nameOf))}`]
    if (recipeId === null) {
      const portions = plural(servings, { one: 'Leftovers: # portion', other: 'Leftovers: # portions' })
      return [portions, ...(savesCost === null ? [] : [t`Worth about ${money(savesCost)}`]), ...doubts]
    }
    return [
      savings.length > 0 ? savesWords(meal) : t`Nothing expiring`,
      toBuy(meal),
      ...(minutes > 0 ? [formatMinutes(minutes)] : []),
      ...(isFavorite ? [t`A favorite`] : []),
      ...sinceMade(meal),
      ...doubts,
    ]
  }
}

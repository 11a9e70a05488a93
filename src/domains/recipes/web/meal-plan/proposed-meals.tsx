import { t } from '@lingui/core/macro'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { formatNumber } from '#platform/shared/say.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import type { proposeWeek, WeekChoice } from '../../contract/index.ts'
import { StockBadge } from '../recipe-list/recipe-card.tsx'
import { dateWords, dayWords } from './plan-messages.ts'

interface Props {
  proposal: ReplyOf<typeof proposeWeek>
  /** Days without a meal. */
  deselected: ReadonlySet<string>
  today: CalendarDate
  onToggle: (date: CalendarDate) => void
}

const max = 3

/** Proposed meals with what each is expected to save. */
export function ProposedMeals({ proposal, deselected, today, onToggle }: Props) {
  const { show } = useUnits()
  const money = new Intl.NumberFormat(currentLocale(), {
    style: 'currency',
    currencyDisplay: 'narrowSymbol',
    currency: useActiveHousehold()?.currency ?? 'USD',
  })
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
    return savesCost === null ? saved : `${saved} (${money.format(savesCost)})`
  }
  return (
    <div>
      {proposal.savesCost === null ? null : (
        <p className="mb-2 font-semibold">{t`Together these save about ${money.format(proposal.savesCost)} worth of food.`}</p>
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

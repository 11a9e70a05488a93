import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useToday } from '#domains/households/web/index.ts'
import { addDays } from '#platform/shared/calendar.ts'

const spans = [
  { words: t`3 days`, days: 3 },
  { words: t`1 week`, days: 7 },
  { words: t`2 weeks`, days: 14 },
  { words: t`1 month`, days: 30 },
] as const

/** Dates people give without looking at a calendar. */
export function DateChips({ value, onChoose }: { value: string; onChoose: (date: string) => void }) {
  const today = useToday()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">
        <Trans>Expires in</Trans>
      </legend>
      {spans.map(({ words, days }) => {
        const date = addDays(today, days)
        const chosen = value === date
        return (
          <button
            key={words}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChoose(chosen ? '' : date)}
            className={`min-h-11 flex-auto rounded-full border px-3 text-sm whitespace-nowrap sm:flex-none sm:px-4 ${chosen ? 'border-herb bg-herb-soft font-semibold text-herb-ink' : 'border-edge/60 hover:bg-hover'}`}
          >
            {words}
          </button>
        )
      })}
    </fieldset>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Sprout } from 'lucide-react'
import { useToday } from '#domains/households/web/index.ts'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { describeReason, expirationOfNew } from '../../rules/effective-expiration.ts'
import type { SourcedShelfLife } from './add-form-values.ts'

const spans = [
  { words: t`3 days`, days: 3 },
  { words: t`1 week`, days: 7 },
  { words: t`2 weeks`, days: 14 },
  { words: t`1 month`, days: 30 },
] as const

/** Offers common dates, such as a week from today. */
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

/** Shows the date that will be estimated without a printed one, and its source. */
export function EstimatedDate({ life, storage, isOpened }: { life: SourcedShelfLife; storage: Storage; isOpened: boolean }) {
  const today = useToday()
  const expiration = expirationOfNew({ storage, expirationDate: null, dateKind: null, isOpened, shelfLife: life.shelfLife }, today)
  if (!expiration) return null
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-sunken px-3.5 py-3 text-sm">
      <Sprout aria-hidden="true" className="mt-px size-5 shrink-0 text-herb-ink" />
      <span>
        <Trans>
          No date on the package? Leave this empty and we’ll use{' '}
          <strong className="font-semibold">{formatDay(expiration.date, today)}</strong>.
        </Trans>{' '}
        {describeReason(expiration.reason, today)}
        {life.source ? ` (${life.source})` : ''}.
      </span>
    </p>
  )
}

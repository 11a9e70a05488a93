import { Trans } from '@lingui/react/macro'
import { useToday } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { expiryLabel } from '#domains/inventory/web/index.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { WastePrediction } from '../../contract.ts'
import { ActionButton } from './action-button.tsx'

/** Beyond this many days the date says more than the days left. */
const maxDaysInWords = 30

/** Lots without enough data for a prediction, in the given order. */
export function ItemsByDate({ predictions, isOnly }: { predictions: readonly WastePrediction[]; isOnly: boolean }) {
  const today = useToday()
  return (
    <Card flush>
      <p className="border-b border-line px-4 py-3 text-sm text-ink-soft sm:px-5">
        {isOnly ? (
          <Trans>Predictions for an ingredient start once you’ve used it a few times. Until then, here’s what expires first:</Trans>
        ) : (
          <Trans>Not enough data yet for these, soonest to expire first:</Trans>
        )}
      </p>
      <ul className="divide-y divide-line">
        {predictions.map((prediction) => (
          <Row key={prediction.lotId} prediction={prediction} today={today} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ prediction, today }: { prediction: WastePrediction; today: CalendarDate }) {
  const { ingredientName, category, lotId, effectiveExpiration: expiresOn, actions } = prediction
  const daysLeft = daysBetween(today, expiresOn)
  return (
    <li className="flex min-h-13 items-center gap-2 py-1 pe-2 ps-4 sm:ps-5">
      <Link
        to="/inventory"
        search={{ item: lotId }}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-ink no-underline hover:underline"
      >
        <IngredientGlyph name={ingredientName} category={category} size="small" />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-semibold break-words hyphens-auto">{ingredientName}</span>
          <span className="text-sm text-ink-soft">{daysLeft > maxDaysInWords ? formatDate(expiresOn, today) : expiryLabel(daysLeft)}</span>
        </span>
      </Link>
      {actions
        .filter(({ kind }) => kind === 'eat_first' || kind === 'freeze')
        .map((action) => (
          <ActionButton key={action.kind} action={action} isShort />
        ))}
    </li>
  )
}

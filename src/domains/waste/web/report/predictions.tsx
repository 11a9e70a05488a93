import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronsUp, CircleCheck, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, Skeleton } from '#platform/web/ui/load-states.tsx'
import type { WastePrediction } from '../../contract.ts'
import { soonestByIngredient, soonestFirst } from '../../rules/soonest-by-ingredient.ts'
import { ActionButton } from './action-button.tsx'
import { ItemsByDate } from './items-by-date.tsx'
import { percentWords, unknownValueText } from './messages.ts'

const shownAtFirst = 6
const looks = {
  high: { tone: 'late', icon: TriangleAlert, words: t`High risk` },
  medium: { tone: 'soon', icon: ChevronsUp, words: t`Medium risk` },
  low: { tone: 'herb', icon: CircleCheck, words: t`Low risk` },
} as const

/**
 * Lots likely to be left over, the likeliest first, without expired ones. Low risks are behind a button. What is used too rarely for a
 * prediction is listed by date: behind the button too, or in place of the predictions, then at first one lot an ingredient, at most five.
 */
export function Predictions({ predictions }: { predictions: readonly WastePrediction[] | undefined }) {
  const [all, setAll] = useState(false)
  const ahead = predictions?.filter((lot) => !(lot.actions.length === 0 && lot.estimatedWasteProbability === 1)) ?? []
  const known = ahead.filter(({ enoughData }) => enoughData)
  const unknown = ahead.filter(({ enoughData }) => !enoughData)
  const risky = known.filter(({ riskLevel }) => riskLevel !== 'low').slice(0, shownAtFirst)
  const first = risky.length > 0 ? risky : known.slice(0, shownAtFirst)
  const shown = all ? [...first, ...known.filter((one) => !first.includes(one))] : first
  const firstByDate = known.length > 0 ? [] : soonestByIngredient(unknown)
  const byDate = all ? soonestFirst(unknown) : firstByDate
  const hidden = ahead.length - first.length - firstByDate.length
  return (
    <section aria-labelledby="waste-risk" className="space-y-3">
      <CardHeader
        title={
          <span id="waste-risk">
            <Trans>Waste Risk Predictions</Trans>
          </span>
        }
      />
      {predictions === undefined ? (
        <Skeleton className="h-40" />
      ) : ahead.length === 0 ? (
        <Card flush>
          <EmptyState icon={ShieldCheck} title={t`No predictions yet`} className="py-8!">
            <Trans>Items with a date appear here with the risk that some will be left when they expire.</Trans>
          </EmptyState>
        </Card>
      ) : null}
      {shown.length > 0 ? (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {shown.map((prediction) => (
            <PredictionCard key={prediction.lotId} prediction={prediction} />
          ))}
        </ul>
      ) : null}
      {byDate.length > 0 ? <ItemsByDate predictions={byDate} isOnly={known.length === 0} /> : null}
      {hidden > 0 ? (
        <Button variant="plain" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t`Show fewer` : t`Show all ${ahead.length}`}
        </Button>
      ) : null}
    </section>
  )
}

function PredictionCard({ prediction }: { prediction: WastePrediction }) {
  const { show } = useQuantityFormatter()
  const money = useMoney()
  const { tone, icon, words } = looks[prediction.riskLevel]
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-line bg-card p-4">
      <div className="flex items-start gap-3">
        <IngredientGlyph name={prediction.ingredientName} category={prediction.category} size="small" />
        <div className="min-w-0 flex-1">
          <h3 className="display text-lg leading-snug break-words">{prediction.ingredientName}</h3>
          {/* Below the name: beside it a long one would break within its words. */}
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="text-sm text-ink-soft">{show(prediction.quantity, prediction.unit)}</p>
            <Badge tone={tone} icon={icon}>
              {words}
            </Badge>
          </div>
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-3">
        <div>
          <dt className="text-xs text-ink-soft">
            <Trans>Risk Probability</Trans>
          </dt>
          <dd className="figures text-xl font-semibold">{percentWords(prediction.estimatedWasteProbability, 1)}</dd>
        </div>
        <div>
          <dt className="text-xs text-ink-soft">
            <Trans>Est. Waste Cost</Trans>
          </dt>
          <dd className="figures text-xl font-semibold">
            {prediction.estimatedWasteCost === null ? (
              <>
                {unknownValueText}
                <span className="sr-only">
                  <Trans>no price known</Trans>
                </span>
              </>
            ) : (
              money(prediction.estimatedWasteCost)
            )}
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-sm text-ink-soft">{prediction.reason}.</p>
      {prediction.actions.length > 0 ? (
        <div className="mt-auto pt-3">
          <h4 className="sr-only">
            <Trans>Recommendations</Trans>
          </h4>
          <ul className="divide-y divide-line border-t border-line">
            {prediction.actions.map((action) => (
              <li key={action.kind} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm last:pb-0">
                <span>{action.sentence}</span>
                <ActionButton action={action} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </li>
  )
}

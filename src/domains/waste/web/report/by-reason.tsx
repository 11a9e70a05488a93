import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { type DiscardReason, discardReasons } from '#domains/inventory/contract.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Skeleton } from '#platform/web/ui/load-states.tsx'
import type { WasteSummary } from '../../contract.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { itemWords, percentWords, reasonWords } from './messages.ts'

const PieChart = lazy(async () => ({ default: (await import('../charts/pie-chart.tsx')).PieChart }))

/** Waste by reason: by cost, or by number if nothing had a price. */
export function ByReason({ report }: { report: WasteSummary }) {
  const money = useMoney()
  const byCost = report.totalWasteCost > 0
  const values: Partial<Record<DiscardReason, number>> = byCost ? report.wasteByReason : report.itemsByReason
  const show = (value: number) => (byCost ? money(value) : itemWords(value))
  const parts = discardReasons.flatMap((reason) => {
    const value = values[reason] ?? 0
    return value > 0 ? [{ reason, value, words: show(value) }] : []
  })
  const sum = parts.reduce((all, { value }) => all + value, 0)
  if (parts.length === 0)
    return (
      <Card>
        <CardHeader title={t`Waste by Reason`} />
        <p className="mt-1 text-ink-soft">
          <Trans>Nothing was thrown away in this period.</Trans>
        </p>
      </Card>
    )
  return (
    <ChartCard
      title={t`Waste by Reason`}
      chart={
        <Suspense fallback={<Skeleton className="h-52" />}>
          <PieChart parts={parts} total={show(sum)} />
        </Suspense>
      }
      table={{
        head: [t`Reason`, t({ message: 'Share', context: 'a part of the whole' }), t`Cost`, t`Items`],
        rows: parts.map(({ reason, value }) => [
          reasonWords[reason],
          percentWords(value / sum),
          money(report.wasteByReason[reason] ?? 0),
          String(report.itemsByReason[reason] ?? 0),
        ]),
      }}
    />
  )
}

import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { Skeleton } from '#platform/web/ui/states.tsx'
import type { TrendPoint } from '../../contract/index.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { monthWords, useMoney } from './messages.ts'

const LineChart = lazy(async () => ({ default: (await import('../charts/line-chart.tsx')).LineChart }))

/** Cost and number of records of the last months; renders nothing if there never was waste. */
export function Trends({ points }: { points: readonly TrendPoint[] }) {
  const money = useMoney()
  if (points.every(({ items }) => items === 0)) return null
  return (
    <ChartCard
      title={t`Waste Trends (6 Months)`}
      chart={
        <Suspense fallback={<Skeleton className="h-64" />}>
          <LineChart points={points} money={money} />
        </Suspense>
      }
      table={{
        head: [t`Month`, t`Cost`, t`Items`, t`No price`],
        rows: points.map(({ month, cost, items, unpricedItems }) => [monthWords(month), money(cost), String(items), String(unpricedItems)]),
      }}
    />
  )
}

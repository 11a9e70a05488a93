import { Telescope } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, Skeleton } from '#platform/web/ui/states.tsx'
import type { BackTestReport } from '../../contract.ts'
import { useBackTest } from '../api/questions.ts'
import { ChartCard, Figures } from './charts/chart-card.tsx'
import { countWords, percentWords } from './words.ts'

const CalibrationPlot = lazy(async () => ({ default: (await import('./charts/calibration-plot.tsx')).CalibrationPlot }))

const methods: Record<BackTestReport['methods'][number]['name'], string> = {
  larder: 'This forecast',
  days_left: 'By days left alone',
  base_rate: 'Your usual share, always',
}

/** How good the forecasts would have been in this household's past; said as it is, also when that is bad. */
export function BackTest() {
  const { data, error, isFetching, refetch } = useBackTest()
  if (error)
    return (
      <Card flush>
        <ErrorState error={error} title="The look back did not load" onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    )
  if (!data) return <Skeleton className="h-64" />
  if (!data.enoughPast)
    return (
      <Card flush>
        <CardHeader title="How good are the predictions?" className="px-4 pt-2 sm:px-5" />
        <EmptyState icon={Telescope} title="Not enough past yet" className="pt-4!">
          {data.lots === 0 ? 'No lot' : countWords(data.lots, 'lot')} of yours can be judged so far. Once about twenty have reached their
          date, what was said of them stands here beside what happened.
        </EmptyState>
      </Card>
    )
  return <Judged report={data} />
}

function Judged({ report }: { report: BackTestReport }) {
  const larder = report.methods.find(({ name }) => name === 'larder')
  const others = report.methods.filter(({ name }) => name !== 'larder')
  const isOff = (larder?.calibrationError ?? 0) > 0.1
  const best = Math.min(...others.map(({ brier }) => brier))
  const order = report.methods.toSorted((a, b) => a.brier - b.brier)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <ChartCard
        title="How good are the predictions?"
        chart={
          <Suspense fallback={<Skeleton className="h-72" />}>
            <CalibrationPlot bins={report.bins} />
          </Suspense>
        }
        table={{
          head: ['Said', 'Happened', 'Lots'],
          rows: report.bins.map(({ said, happened, count }) => [percentWords(said), percentWords(happened), String(count)]),
        }}
        note={`From ${countWords(report.lots, 'lot')} of your own past: what would have been said a while before their date, and the share that was wasted.`}
      />
      <Card>
        <CardHeader title="Methods compared" />
        <Figures
          label="Methods compared"
          head={['Method', 'Error', 'Off by']}
          rows={order.map(({ name, brier, calibrationError }) => [methods[name], brier.toFixed(3), percentWords(calibrationError)])}
        />
        <p className="mt-3 text-sm text-ink-soft">
          {larder === undefined
            ? ''
            : larder.brier < best
              ? 'This forecast did better than the simple rules.'
              : 'The simple rules did as well: do not rely on this forecast yet.'}{' '}
          {isOff ? 'Its percentages are off by much here: take them for an order, not for figures. ' : ''}
          Error is the mean square between what was said and what happened: 0 is perfect, 0.25 a coin. Off by says how far the percentages
          themselves were from what happened.
        </p>
      </Card>
    </div>
  )
}

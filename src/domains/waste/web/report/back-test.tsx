import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Telescope } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, Skeleton } from '#platform/web/ui/load-states.tsx'
import type { BackTestReport } from '../../contract.ts'
import { useBackTest } from '../api.ts'
import { ChartCard, FiguresTable } from '../charts/chart-card.tsx'
import { percentWords } from './messages.ts'

const CalibrationPlot = lazy(async () => ({ default: (await import('../charts/calibration-plot.tsx')).CalibrationPlot }))

const methods: Record<BackTestReport['methods'][number]['name'], string> = {
  larder: t`This forecast`,
  days_left: t`Days left only`,
  base_rate: t`Your average rate`,
}

/** How accurate the forecasts would have been in the household's past, good or bad. */
export function BackTest() {
  const { data, error, isFetching, refetch } = useBackTest()
  if (!data && error)
    return (
      <Card flush>
        <ErrorState error={error} title={t`Couldn’t load the accuracy check`} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    )
  if (!data) return <Skeleton className="h-64" />
  if (!data.enoughPast)
    return (
      <Card flush>
        <CardHeader title={t`How good are the predictions?`} className="px-4 pt-2 sm:px-5" />
        <EmptyState icon={Telescope} title={t`Not enough history yet`} className="pt-4!">
          {data.lots === 0
            ? t`None of your items can be evaluated yet.`
            : plural(data.lots, { one: '# item can be evaluated so far.', other: '# items can be evaluated so far.' })}{' '}
          <Trans>Once about 20 items have passed their date, you’ll see predictions compared with what happened.</Trans>
        </EmptyState>
      </Card>
    )
  return <Judged report={data} />
}

function Judged({ report }: { report: BackTestReport }) {
  const server = report.methods.find(({ name }) => name === 'larder')
  const others = report.methods.filter(({ name }) => name !== 'larder')
  const isOff = (server?.calibrationError ?? 0) > 0.1
  const best = Math.min(...others.map(({ brier }) => brier))
  const order = report.methods.toSorted((a, b) => a.brier - b.brier)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <ChartCard
        title={t`How good are the predictions?`}
        chart={
          <Suspense fallback={<Skeleton className="h-72" />}>
            <CalibrationPlot bins={report.bins} />
          </Suspense>
        }
        table={{
          head: [t`Predicted`, t`Actual`, t`Items`],
          rows: report.bins.map(({ said, happened, count }) => [percentWords(said), percentWords(happened), String(count)]),
        }}
        note={plural(report.lots, {
          one: 'Based on # past item: the predicted risk before its date, and whether it was wasted.',
          other: 'Based on # past items: the predicted risk before their dates, and the share that was wasted.',
        })}
      />
      <Card>
        <CardHeader title={t`Methods compared`} />
        <FiguresTable
          label={t`Methods compared`}
          head={[t`Method`, t`Error`, t`Avg. deviation`]}
          rows={order.map(({ name, brier, calibrationError }) => [methods[name], brier.toFixed(3), percentWords(calibrationError)])}
        />
        <p className="mt-3 text-sm text-ink-soft">
          {server === undefined
            ? ''
            : server.brier < best
              ? t`The forecast beat the simple rules.`
              : t`The simple rules did just as well, so don’t rely on the forecast yet.`}{' '}
          {isOff ? `${t`The percentages are far off here. Use them for ranking only.`} ` : ''}
          <Trans>
            Error is the mean squared difference between prediction and outcome (0 is perfect, 0.25 is a coin toss). Avg. deviation is how
            far the percentages were from the actual rate.
          </Trans>
        </p>
      </Card>
    </div>
  )
}

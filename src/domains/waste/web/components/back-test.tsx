import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Telescope } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, Skeleton } from '#platform/web/ui/states.tsx'
import type { BackTestReport } from '../../contract.ts'
import { useBackTest } from '../api/questions.ts'
import { ChartCard, Figures } from './charts/chart-card.tsx'
import { percentWords } from './words.ts'

const CalibrationPlot = lazy(async () => ({ default: (await import('./charts/calibration-plot.tsx')).CalibrationPlot }))

const methods: Record<BackTestReport['methods'][number]['name'], string> = {
  larder: t`This forecast`,
  days_left: t`By days left alone`,
  base_rate: t`Your usual share, always`,
}

/** How good the forecasts would have been in this household's past; said as it is, also when that is bad. */
export function BackTest() {
  const { data, error, isFetching, refetch } = useBackTest()
  if (!data && error)
    return (
      <Card flush>
        <ErrorState error={error} title={t`The look back did not load`} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    )
  if (!data) return <Skeleton className="h-64" />
  if (!data.enoughPast)
    return (
      <Card flush>
        <CardHeader title={t`How good are the predictions?`} className="px-4 pt-2 sm:px-5" />
        <EmptyState icon={Telescope} title={t`Not enough past yet`} className="pt-4!">
          {data.lots === 0
            ? t`No lot of yours can be judged so far.`
            : plural(data.lots, { one: '# lot of yours can be judged so far.', other: '# lots of yours can be judged so far.' })}{' '}
          <Trans>Once about twenty have reached their date, what was said of them stands here beside what happened.</Trans>
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
        title={t`How good are the predictions?`}
        chart={
          <Suspense fallback={<Skeleton className="h-72" />}>
            <CalibrationPlot bins={report.bins} />
          </Suspense>
        }
        table={{
          head: [t`Said`, t`Happened`, t`Lots`],
          rows: report.bins.map(({ said, happened, count }) => [percentWords(said), percentWords(happened), String(count)]),
        }}
        note={plural(report.lots, {
          one: 'From # lot of your own past: what would have been said a while before their date, and the share that was wasted.',
          other: 'From # lots of your own past: what would have been said a while before their date, and the share that was wasted.',
        })}
      />
      <Card>
        <CardHeader title={t`Methods compared`} />
        <Figures
          label={t`Methods compared`}
          head={[t`Method`, t`Error`, t`Off by`]}
          rows={order.map(({ name, brier, calibrationError }) => [methods[name], brier.toFixed(3), percentWords(calibrationError)])}
        />
        <p className="mt-3 text-sm text-ink-soft">
          {larder === undefined
            ? ''
            : larder.brier < best
              ? t`This forecast did better than the simple rules.`
              : t`The simple rules did as well: do not rely on this forecast yet.`}{' '}
          {isOff ? `${t`Its percentages are off by much here: take them for an order, not for figures.`} ` : ''}
          <Trans>
            Error is the mean square between what was said and what happened: 0 is perfect, 0.25 a coin. Off by says how far the percentages
            themselves were from what happened.
          </Trans>
        </p>
      </Card>
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChartSpline, Download, Leaf } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Switch } from '#platform/web/ui/form-fields.tsx'
import { EmptyState, ErrorState, RenderOnceLoaded, Skeleton, StaleNotice } from '#platform/web/ui/load-states.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import { Period, type TrendPoint } from '../../contract.ts'
import { downloadWasteCsv, useLiveWaste, usePredictions, useReport, useTrends } from '../api.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { ByReason } from '../report/by-reason.tsx'
import { monthWords } from '../report/messages.ts'
import { PeriodHeader } from '../report/period-header.tsx'
import { Predictions } from '../report/predictions.tsx'
import { FollowUps, Recommendations } from '../report/recommendations.tsx'
import { leftOutWords, SummaryCards } from '../report/summary-cards.tsx'
import { TopItems } from '../report/top-items.tsx'

const LineChart = lazy(async () => ({ default: (await import('../charts/line-chart.tsx')).LineChart }))

export function WasteReportPage() {
  useLiveWaste()
  const search = useSearch()
  const period = Period.catch('month').parse(search['period'])
  const includeGiven = search['given'] === 'true'
  const report = useReport({ period, includeGiven })
  const trends = useTrends(6, includeGiven)
  const predictions = usePredictions()
  const show = (next: object) => navigate({ to: '/waste-report', search: { ...search, ...next }, replace: true })
  const failed = [report, trends, predictions].find(({ data, error }) => data === undefined && error)
  if (failed)
    return (
      <>
        <Header period={period} onPeriod={(next) => show({ period: next })} />
        <Card flush>
          <ErrorState
            title={t`Error Loading Data`}
            error={failed.error}
            fallback={errorMessage(failed.error, t`Failed to load waste data`)}
            busy={failed.isFetching}
            onRetry={() => {
              for (const query of [report, trends, predictions]) if (query.error) void query.refetch()
            }}
          />
        </Card>
      </>
    )
  const summary = report.data
  const note = summary && leftOutWords(summary)
  const isClean = summary !== undefined && summary.totalWasteItems === 0
  return (
    <>
      <Header period={period} onPeriod={(next) => show({ period: next })} />
      <StaleNotice of={[report, trends, predictions]} />
      <RenderOnceLoaded
        isKnown={summary !== undefined && trends.data !== undefined && predictions.data !== undefined}
        className="space-y-5"
        isBusy={report.isPlaceholderData}
      >
        <SummaryCards report={summary} period={period} />
        {note !== null || includeGiven ? (
          <Switch
            label={t`Include donated and composted`}
            hint={note}
            checked={includeGiven}
            onChange={(event) => show({ given: event.target.checked || undefined })}
            className="rounded-card border border-line bg-card px-4 py-2 sm:px-5"
          />
        ) : null}
        {summary && isClean ? (
          <Clean hasTrends={trends.data?.some(({ items }) => items > 0) ?? false} before={summary.before.totalWasteCost} />
        ) : null}
        {summary ? (
          <div className={isClean ? 'grid gap-5' : 'grid gap-5 lg:grid-cols-2'}>
            {isClean ? null : <ByReason report={summary} />}
            {trends.data ? <Trends points={trends.data} /> : null}
          </div>
        ) : null}
        {summary && summary.topWasteItems.length > 0 ? <TopItems items={summary.topWasteItems} /> : null}
        <Predictions predictions={predictions.data} />
        {summary ? (
          <>
            <Recommendations report={summary} />
            <FollowUps report={summary} />
          </>
        ) : null}
      </RenderOnceLoaded>
    </>
  )
}

function Header({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  return (
    <PeriodHeader
      title={t`Waste Report & Analytics`}
      period={period}
      onPeriod={onPeriod}
      actions={
        <>
          <Button
            variant="quiet"
            icon={<Download aria-hidden="true" className="size-5" />}
            onClick={() => void downloadWasteCsv({ period })}
            aria-label={t`Export CSV`}
            className="max-sm:w-11 max-sm:px-0!"
          >
            <span className="max-sm:sr-only">
              <Trans>Export CSV</Trans>
            </span>
          </Button>
          <Link
            to="/reports"
            search={{ period }}
            aria-label={t`Reports & Predictions`}
            className={buttonClass('quiet', 'max-sm:w-11 max-sm:px-0!')}
          >
            <ChartSpline aria-hidden="true" className="size-5" />
            <span className="max-sm:sr-only">
              <Trans>Reports</Trans>
            </span>
          </Link>
        </>
      }
    />
  )
}

function Clean({ hasTrends, before }: { hasTrends: boolean; before: number }) {
  const money = useMoney()
  return (
    <Card flush>
      <EmptyState icon={Leaf} title={t`Nothing thrown away`} className="py-9!">
        {before > 0
          ? t`It was ${money(before)} in the previous period. Keep it up!`
          : hasTrends
            ? t`Nothing in this period. Keep it up!`
            : t`When you discard food with a reason, you’ll see here what it cost and how to avoid it.`}
      </EmptyState>
    </Card>
  )
}

/** Cost and number of records of the last months; renders nothing if there never was waste. */
function Trends({ points }: { points: readonly TrendPoint[] }) {
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

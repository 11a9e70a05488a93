import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, Download, Trash2 } from 'lucide-react'
import { useMoney, useToday } from '#domains/households/web/index.ts'
import { addDays, CalendarDate } from '#platform/shared/calendar.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { ErrorState, Skeleton, StaleNotice } from '#platform/web/ui/load-states.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import { Period, type WasteSummary } from '../../contract.ts'
import { rangeOf } from '../../rules/periods.ts'
import { downloadWasteCsv, useLiveWaste, usePredictions, useReport } from '../api.ts'
import { FiguresTable } from '../charts/chart-card.tsx'
import { BackTest } from '../report/back-test.tsx'
import { ByReason } from '../report/by-reason.tsx'
import { percentWords, rangeWords, unknownValueText, weightWords } from '../report/messages.ts'
import { PeriodHeader } from '../report/period-header.tsx'
import { Predictions } from '../report/predictions.tsx'

/** Any past period compared with the one before, forecasts, and how accurate they were. */
export function ReportsPage() {
  useLiveWaste()
  const today = useToday()
  const search = useSearch()
  const period = Period.catch('month').parse(search['period'])
  const day = CalendarDate.catch(today).parse(search['day'])
  const range = rangeOf(period, [day, today].toSorted()[0] ?? today)
  const question = { period, startDate: range.first, endDate: range.last }
  const report = useReport(question)
  const predictions = usePredictions()
  const show = (next: object) => navigate({ to: '/reports', search: { ...search, ...next }, replace: true })
  const failed = [report, predictions].find(({ data, error }) => data === undefined && error)
  const summary = report.data
  return (
    <>
      <PeriodHeader
        title={t`Reports & Predictions`}
        period={period}
        onPeriod={(next) => show({ period: next })}
        actions={
          <>
            <Button
              variant="quiet"
              icon={<Download aria-hidden="true" className="size-5" />}
              onClick={() => void downloadWasteCsv(question)}
              aria-label={t`Export CSV`}
              className="max-sm:w-11 max-sm:px-0!"
            >
              <span className="max-sm:sr-only">
                <Trans>Export CSV</Trans>
              </span>
            </Button>
            <Link
              to="/waste-report"
              search={{ period }}
              aria-label={t`Waste Report`}
              className={buttonClass('quiet', 'max-sm:w-11 max-sm:px-0!')}
            >
              <Trash2 aria-hidden="true" className="size-5" />
              <span className="max-sm:sr-only">
                <Trans>Waste Report</Trans>
              </span>
            </Link>
          </>
        }
      />
      <div className="space-y-5">
        <div className="flex items-center gap-2">
          <IconButton
            label={t`Earlier`}
            icon={<ChevronLeft aria-hidden="true" />}
            onClick={() => show({ day: addDays(range.first, -1) })}
          />
          <p aria-live="polite" className="display min-w-44 text-center text-xl">
            {rangeWords({ startDate: range.first, endDate: range.last, period })}
          </p>
          <IconButton
            label={t`Later`}
            icon={<ChevronRight aria-hidden="true" />}
            disabled={range.last >= today}
            onClick={() => show({ day: addDays(range.last, 1) })}
          />
        </div>
        {failed ? (
          <Card flush>
            <ErrorState
              title={t`Error Loading Data`}
              error={failed.error}
              fallback={errorMessage(failed.error, t`Failed to load waste data`)}
              busy={failed.isFetching}
              onRetry={() => {
                for (const query of [report, predictions]) if (query.error) void query.refetch()
              }}
            />
          </Card>
        ) : summary === undefined ? (
          <div role="status" className="grid gap-5 lg:grid-cols-2">
            <span className="sr-only">
              <Trans>Loading...</Trans>
            </span>
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        ) : (
          <>
            <StaleNotice of={[report, predictions]} />
            <div className="grid gap-5 lg:grid-cols-2">
              <ByReason report={summary} />
              <Compared report={summary} />
            </div>
            <Predictions predictions={predictions.data} />
            <BackTest />
          </>
        )}
      </div>
    </>
  )
}

function Compared({ report }: { report: WasteSummary }) {
  const money = useMoney()
  const { before } = report
  const share = (value: number | null) => (value === null ? unknownValueText : percentWords(value, 1))
  const rows: [string, (of: WasteSummary['before']) => string][] = [
    [t`Waste cost`, (of) => money(of.totalWasteCost)],
    [t`Items`, (of) => String(of.totalWasteItems)],
    [t`Potential savings`, (of) => money(of.potentialSavings)],
    [t`Weight`, (of) => (of.weightGrams > 0 || of.totalWasteItems === 0 ? weightWords(of.weightGrams) : unknownValueText)],
    [t`No weight`, (of) => String(of.unweighedItems)],
    [t`No price`, (of) => String(of.unpricedItems)],
    [t`Bought`, (of) => money(of.boughtCost)],
    [t`Share of purchases wasted`, (of) => share(of.shareOfBought)],
  ]
  return (
    <Card>
      <CardHeader title={t`Compared with the previous period`} />
      <FiguresTable
        label={t`Compared with the previous period`}
        head={[t`Figure`, rangeWords(report), rangeWords({ ...before, period: report.period })]}
        rows={rows.map(([name, of]) => [name, of(report), of(before)])}
      />
    </Card>
  )
}

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeftRight } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { useStockChanges } from '#domains/inventory/web/index.ts'
import { type Period, periods } from '#domains/waste/contract.ts'
import { invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, Skeleton } from '#platform/web/ui/load-states.tsx'
import { type InventoryAnalytics, inventoryAnalytics } from '../../contract.ts'

const maxCategories = 6
const words: Record<Period, string> = { week: t`This week`, month: t`This month`, quarter: t`This quarter`, year: t`This year` }

export function StockFlowCard() {
  const [period, setPeriod] = useState<Period>('month')
  const { data, error, isFetching, refetch } = useEndpointQuery(inventoryAnalytics, { query: { period } }, { keepLast: true })
  useStockChanges(useCallback(() => void invalidate(inventoryAnalytics), []))
  return (
    <Card aria-label={t`Activity`}>
      <CardHeader
        title={t`Activity`}
        icon={ArrowLeftRight}
        aside={
          <Select label={t`Period`} labelHidden value={period} onChange={(event) => setPeriod(event.target.value as Period)}>
            {periods.map((one) => (
              <option key={one} value={one}>
                {words[one]}
              </option>
            ))}
          </Select>
        }
      />
      {data ? (
        <Flow flow={data} />
      ) : error ? (
        <ErrorState error={error} fallback={t`Couldn’t load the statistics.`} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton className="mt-4 h-24" />
      )}
    </Card>
  )
}

function Flow({ flow }: { flow: InventoryAnalytics }) {
  const money = useMoney()
  const figures = [
    [t`Added`, flow.added, false],
    [t`Used`, flow.used, false],
    [t`Wasted`, flow.wasted, flow.wasted > 0],
    [t`Spent`, money(flow.spent), false],
  ] as const
  const shown = flow.byCategory.slice(0, maxCategories)
  const max = Math.max(1, ...shown.map(({ used, wasted, added }) => added + used + wasted))
  const left = flow.byCategory.length - shown.length
  return (
    <>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {figures.map(([name, value, isBad]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className={`figures text-2xl font-semibold ${isBad ? 'text-late-ink' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {shown.length === 0 ? (
        <p className="mt-4 border-t border-line pt-4 text-ink-soft">
          <Trans>Nothing added or used yet.</Trans>
        </p>
      ) : (
        <ul aria-label={t`By category`} className="mt-4 space-y-3 border-t border-line pt-4">
          {shown.map(({ category, added, used, wasted }) => (
            <li key={category}>
              <div className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium break-words">{categoryLabel(category)}</span>
                <span className="figures text-sm text-ink-soft">
                  {[
                    plural(added, { one: '# added', other: '# added' }),
                    plural(used, { one: '# used', other: '# used' }),
                    wasted > 0 ? plural(wasted, { one: '# wasted', other: '# wasted' }) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              <div aria-hidden="true" className="mt-1.5 flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken">
                <Part value={added} max={max} className="bg-herb/35" />
                <Part value={used} max={max} className="bg-herb" />
                <Part value={wasted} max={max} className="bg-late" />
              </div>
            </li>
          ))}
        </ul>
      )}
      {left > 0 ? (
        <p className="mt-3 text-sm text-ink-soft">{plural(left, { one: '# more category', other: '# more categories' })}</p>
      ) : null}
    </>
  )
}

const Part = ({ value, max, className }: { value: number; max: number; className: string }) =>
  value > 0 ? <div className={className} style={{ width: `${(value / max) * 100}%` }} /> : null

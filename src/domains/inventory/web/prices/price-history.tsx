import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useState } from 'react'
import { useMoney, useToday } from '#domains/households/web/index.ts'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import type { Store } from '#domains/stores/contract.ts'
import { useStores } from '#domains/stores/web/index.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { PricePoint } from '../../contract.ts'
import { usePrices, useUnitPrice } from './use-prices.ts'

const few = 5

/** What was paid for an ingredient: a line of its unit price over time, and the purchases as a table. */
export default function PriceHistory({ ingredient }: { ingredient: Ingredient }) {
  const { data: prices } = usePrices(ingredient.id)
  const stores = useStores()
  const [isLong, setIsLong] = useState(false)
  if (!prices) return null
  return (
    <section aria-label={t`Prices`} className="space-y-3">
      <h3 className="text-sm font-semibold">
        <Trans>Prices</Trans>
      </h3>
      {prices.length === 0 ? (
        <p className="text-sm text-ink-soft">
          <Trans>No price yet. Enter what you paid when you add an item or put your shopping away.</Trans>
        </p>
      ) : (
        <>
          <PriceLine prices={prices} />
          <PriceTable prices={isLong ? prices : prices.slice(0, few)} stores={stores} />
          {prices.length > few && !isLong ? (
            <Button variant="plain" onClick={() => setIsLong(true)}>
              <Trans>Show all</Trans>
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

const [width, height] = [320, 88]
const edge = { x: 6, top: 8, bottom: 8 }

/** The table below has the same figures. Leaves out prices by another unit than the newest. */
function PriceLine({ prices }: { prices: readonly PricePoint[] }) {
  const show = useUnitPrice()
  const shown = prices.filter(({ per }) => per === prices[0]?.per).toReversed()
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last || shown.length < 2) return null
  const days = Math.max(1, daysBetween(first.date, last.date))
  const values = shown.map(({ unitPrice }) => unitPrice)
  const x = scaleLinear([0, days], [edge.x, width - edge.x])
  const y = scaleLinear([Math.min(...values) * 0.9, Math.max(...values, 0.01)], [height - edge.bottom, edge.top])
  const at = ({ date }: PricePoint) => x(daysBetween(first.date, date))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (
    <figure>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="block w-full rounded-card border border-line bg-card">
        <path
          d={line<PricePoint>(at, ({ unitPrice }) => y(unitPrice))(shown) ?? ''}
          className="fill-none stroke-chart-blue"
          strokeWidth={2}
        />
        {shown.map((point) => (
          <circle key={point.lotId} cx={at(point)} cy={y(point.unitPrice)} r={3} className="fill-chart-blue stroke-card" />
        ))}
      </svg>
      <figcaption className="figures mt-1 text-sm text-ink-soft">
        {low === high ? show(last) : t`${show({ ...last, unitPrice: low })} to ${show({ ...last, unitPrice: high })}`}
      </figcaption>
    </figure>
  )
}

function PriceTable({ prices, stores }: { prices: readonly PricePoint[]; stores: readonly Store[] }) {
  const money = useMoney()
  const unitPrice = useUnitPrice()
  const today = useToday()
  const { show } = useQuantityFormatter()
  return (
    <div className="overflow-x-auto">
      <table aria-label={t`Prices`} className="figures w-full text-start text-sm">
        <thead className="text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 pe-2 text-start font-semibold">{t`Date`}</th>
            <th scope="col" className="px-2 py-1.5 text-start font-semibold">{t`Store`}</th>
            <th scope="col" className="px-2 py-1.5 text-end font-semibold">{t`Paid`}</th>
            <th scope="col" className="py-1.5 ps-2 text-end font-semibold">{t`Unit price`}</th>
          </tr>
        </thead>
        <tbody>
          {prices.map((point) => (
            <tr key={point.lotId} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                {formatDay(point.date, today)}
              </th>
              <td className="px-2 py-1.5">{stores.find(({ id }) => id === point.storeId)?.name ?? '—'}</td>
              <td className="px-2 py-1.5 text-end">
                {money(point.price)} <span className="block text-ink-soft">({show(point.quantity, point.unit)})</span>
              </td>
              <td className="py-1.5 ps-2 text-end font-semibold">{unitPrice(point)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

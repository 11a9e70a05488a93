import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMoney } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { WasteItem } from '../../contract.ts'
import { dayWords, reasonWords, unknownValueText } from './messages.ts'

export function TopItems({ items }: { items: readonly WasteItem[] }) {
  const { show } = useQuantityFormatter()
  const money = useMoney()
  const isWide = useIsWide()
  const cost = (item: WasteItem) => (item.purchasePrice === null ? unknownValueText : money(item.purchasePrice))
  return (
    <Card flush>
      <CardHeader title={t`Top Waste Items`} className="px-4 pt-2 sm:px-5" />
      {isWide ? (
        <table aria-label={t`Top Waste Items`} className="mt-1 w-full text-start">
          <thead>
            <tr className="border-y border-line text-sm text-ink-soft">
              <th scope="col" className="px-5 py-2.5 font-semibold">
                <Trans>Item</Trans>
              </th>
              <th scope="col" className="px-3 py-2.5 text-end font-semibold">
                <Trans>Quantity</Trans>
              </th>
              <th scope="col" className="px-3 py-2.5 text-end font-semibold">
                <Trans>Cost</Trans>
              </th>
              <th scope="col" className="px-3 py-2.5 ps-8 font-semibold">
                <Trans>Reason</Trans>
              </th>
              <th scope="col" className="px-5 py-2.5 text-end font-semibold">
                <Trans>Date</Trans>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {items.map((item) => (
              <tr key={item.id}>
                <th scope="row" className="px-5 py-3 font-semibold">
                  {item.ingredientName}
                </th>
                <td className="figures px-3 py-3 text-end">{show(item.quantity, item.unit)}</td>
                <td className="figures px-3 py-3 text-end font-semibold">{cost(item)}</td>
                <td className="px-3 py-3 ps-8">{reasonWords[item.reason]}</td>
                <td className="figures px-5 py-3 text-end text-ink-soft">{dayWords(item.discardedDate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {items.map((item) => (
            <li key={item.id} className="flex items-baseline justify-between gap-4 px-4 py-3">
              <span className="min-w-0">
                <span className="block font-semibold">{item.ingredientName}</span>
                <span className="block text-sm text-ink-soft">
                  {show(item.quantity, item.unit)} · {reasonWords[item.reason]} · {dayWords(item.discardedDate)}
                </span>
              </span>
              <span className="figures shrink-0 font-semibold">{cost(item)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

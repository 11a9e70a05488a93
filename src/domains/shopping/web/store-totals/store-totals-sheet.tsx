import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tags } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useMoney, useToday } from '#domains/households/web/index.ts'
import { useStorePrices } from '#domains/inventory/web/index.ts'
import type { Store } from '#domains/stores/contract.ts'
import { fromCents } from '#platform/shared/quantity-and-money.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { type StoreTotal, totalByStore } from '../../rules/store-totals.ts'
import { useIngredients } from '../api/requests.ts'
import { countWords, noPrice } from '../shopping-list/messages.ts'

interface SheetProps {
  open: boolean
  /** The rows of the list. */
  items: readonly ShoppingItem[]
  stores: readonly Store[]
  onClose: () => void
}

/** What is still to buy, at the newest prices of each store. */
export function StoreTotalsSheet({ open, items, stores, onClose }: SheetProps) {
  // A long list takes longer to add up than a tap may take.
  const isReady = useDeferredValue(open, false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t`Cost per store`}
      description={t`What’s still to buy, at what you last paid there in the past half year.`}
      size="small"
    >
      {open ? isReady ? <Totals items={items} stores={stores} /> : <SkeletonRows rows={3} /> : null}
    </Dialog>
  )
}

function Totals({ items, stores }: Pick<SheetProps, 'items' | 'stores'>) {
  const found = useStorePrices()
  const known = useIngredients(true)
  const [prices, ingredients, error] = [found.data, known.data, found.error ?? known.error]
  const today = useToday()
  const { totals, cheapestId } = useMemo(() => {
    const conversions = new Map(ingredients?.map((one) => [one.id, one.conversions]))
    const ids = stores.map(({ id }) => id)
    return totalByStore(items, prices ?? [], ids, (id) => conversions.get(id), today)
  }, [items, prices, stores, ingredients, today])
  const retry = () => void Promise.all([found.refetch(), known.refetch()])
  if (!prices || !ingredients)
    return error ? (
      <ErrorState error={error} title={t`Couldn’t load the prices`} onRetry={retry} busy={found.isFetching || known.isFetching} />
    ) : (
      <SkeletonRows rows={3} />
    )
  if (totals.every(({ itemCount, unpricedCount }) => itemCount === unpricedCount))
    return (
      <EmptyState icon={Tags} title={t`No prices yet`}>
        <Trans>Enter what you paid when you put your shopping away, or scan the receipt.</Trans>
      </EmptyState>
    )
  const nameOf = (storeId: string | null) => stores.find(({ id }) => id === storeId)?.name ?? ''
  return (
    <ul className="divide-y divide-line border-y border-line">
      {totals.map((total) => (
        <TotalRow
          key={total.storeId}
          name={nameOf(total.storeId)}
          total={total}
          cheapest={nameOf(cheapestId)}
          isCheapest={total.storeId === cheapestId}
        />
      ))}
    </ul>
  )
}

function TotalRow({ name, total, cheapest, isCheapest }: { name: string; total: StoreTotal; cheapest: string; isCheapest: boolean }) {
  const money = useMoney()
  const { cents, itemCount, unpricedCount, more } = total
  const isPriced = unpricedCount < itemCount
  const amount = money(fromCents(cents))
  return (
    <li className="figures py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {name} {isCheapest ? <Badge tone="herb">{t`Cheapest`}</Badge> : null}
        </span>{' '}
        <span className="font-semibold">{isPriced ? t`about ${amount}` : noPrice}</span>
      </p>
      <p className="text-sm text-ink-soft">{coverage(total)}</p>
      {more ? <p className="text-sm text-ink-soft">{comparison(money(fromCents(more.cents)), cheapest, more.itemCount)}</p> : null}
    </li>
  )
}

function coverage({ itemCount, unpricedCount }: StoreTotal): string {
  if (itemCount === 0) return t`Nothing to buy here`
  return unpricedCount === 0 ? countWords(itemCount) : t`${unpricedCount} of ${itemCount} without a price`
}

const comparison = (amount: string, cheapest: string, count: number): string =>
  plural(count, {
    one: `${amount} more than at ${cheapest} for the # item with a price in both`,
    other: `${amount} more than at ${cheapest} for the # items with a price in both`,
  })

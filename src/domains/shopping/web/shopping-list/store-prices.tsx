import { Trans } from '@lingui/react/macro'
import type { JudgedPack } from '#domains/forecast/contract.ts'
import { useToday } from '#domains/households/web/index.ts'
import { findCheaperStore, newestByStore } from '#domains/inventory/rules/cheaper-store.ts'
import { usePrices, useUnitPrice } from '#domains/inventory/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { useAtStore, useStores } from '#domains/stores/web/index.ts'
import { usePackAdvice } from './pack-advice.tsx'

/** What an ingredient last cost in each store, and where it is cheaper, if the history says so. Terms of a list of details. */
export function StorePrices({ ingredientId }: { ingredientId: string | null }) {
  const { data: prices = [] } = usePrices(ingredientId)
  const stores = useStores()
  const at = useAtStore(stores)
  const show = useUnitPrice()
  const newest = newestByStore(
    prices,
    stores.map(({ id }) => id),
    useToday(),
  )
  const cheaper = findCheaperStore(newest, at?.id ?? null)
  const nameOf = (storeId: string) => stores.find(({ id }) => id === storeId)?.name ?? ''
  const advice = usePackAdvice().find((one) => one.ingredientId === ingredientId)
  const { show: showAmount } = useQuantityFormatter()
  const sizeOf = ({ quantity, storeId }: JudgedPack) => {
    const amount = showAmount(quantity, advice?.unit ?? 'each')
    const store = nameOf(storeId ?? '')
    return store === '' ? amount : `${amount}, ${store}`
  }
  return (
    <>
      {newest.map((price) => (
        <div key={price.storeId} className="contents">
          <dt className="text-ink-soft">{nameOf(price.storeId)}</dt>
          <dd className="figures">{show(price)}</dd>
        </div>
      ))}
      {cheaper ? (
        <div className="contents">
          <dt className="text-ink-soft">
            <Trans>Cheaper at</Trans>
          </dt>
          <dd className="figures font-semibold text-herb-ink">
            <Trans>
              {nameOf(cheaper.there.storeId)}, {show(cheaper.there)} instead of {show(cheaper.here)}
            </Trans>
          </dd>
        </div>
      ) : null}
      {advice ? (
        <>
          <div className="contents">
            <dt className="text-ink-soft">
              <Trans>Usually</Trans>
            </dt>
            <dd className="figures">{sizeOf(advice.usual)}</dd>
          </div>
          <div className="contents">
            <dt className="text-ink-soft">
              <Trans>Cheapest to eat</Trans>
            </dt>
            <dd className="figures font-semibold text-herb-ink">{sizeOf(advice.better)}</dd>
          </div>
        </>
      ) : null}
    </>
  )
}

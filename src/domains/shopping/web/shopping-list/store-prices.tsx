import { Trans } from '@lingui/react/macro'
import { useToday } from '#domains/households/web/index.ts'
import { findCheaperStore, newestByStore } from '#domains/inventory/rules/cheaper-store.ts'
import { usePrices, useUnitPrice } from '#domains/inventory/web/index.ts'
import { useAtStore, useStores } from '#domains/stores/web/index.ts'

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
    </>
  )
}

import { t } from '@lingui/core/macro'
import { ShoppingBasket } from 'lucide-react'
import { memo, useEffect } from 'react'
import { currentAtStore, useStores, watchAtStoreChoices } from '#domains/stores/web/index.ts'
import type { ShoppingTrip } from '../../contract/index.ts'
import { moveTrip } from '../api/trips.ts'
import { formatClockTime } from './clock-time.ts'
import { useTripsOfList } from './use-trip.ts'

const headline = ({ shopper: { firstName: name } }: ShoppingTrip, store: string | undefined): string =>
  store === undefined ? t`${name} is shopping` : t`${name} is shopping at ${store}`

/** Says who else is shopping from the list that this device shows. Nothing if no one is. */
export const TripNotice = memo(function TripNotice({ className = '' }: { className?: string }) {
  const { mine, others } = useTripsOfList()
  useStoreOfTrip(mine)
  const stores = useStores()
  return (
    <div role="status" className={`space-y-2 empty:hidden ${className}`}>
      {others.map((trip) => (
        <div key={trip.id} className="flex items-start gap-3 rounded-control border border-line bg-sunken px-3.5 py-2.5">
          <ShoppingBasket aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-herb-ink" />
          <div className="min-w-0">
            <p className="text-sm font-semibold wrap-anywhere">{headline(trip, stores.find(({ id }) => id === trip.storeId)?.name)}</p>
            <p className="figures text-sm text-ink-soft">
              {[t`since ${formatClockTime(trip.startedAt)}`, t`${trip.basketCount} in the cart`, t`${trip.leftCount} left to buy`].join(
                ' · ',
              )}
            </p>
          </div>
        </div>
      ))}
    </div>
  )
})

/** Takes the trip to another store when the user chooses one on this device. */
function useStoreOfTrip(mine: ShoppingTrip | null): void {
  useEffect(() => {
    if (!mine) return
    return watchAtStoreChoices(() => {
      const storeId = currentAtStore()
      if (mine.storeId !== storeId) void moveTrip(mine.id, storeId).catch(() => {})
    })
  }, [mine])
}

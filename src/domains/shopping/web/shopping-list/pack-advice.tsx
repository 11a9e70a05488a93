import { t } from '@lingui/core/macro'
import { listPackAdvice } from '#domains/forecast/contract.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { useStores } from '#domains/stores/web/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { type PackForRow, packForRow } from '../../rules/pack-for-row.ts'
import { changeQuantity } from '../api/list-mutation.ts'

/** Better sizes of ingredients; what this device last saw of them while offline. */
export const usePackAdvice = () => useEndpointQuery(listPackAdvice, {}, { persisted: true }).data ?? []

/** Returns a function that says for a row which size is better; null if none is. */
export function useBetterPack(): (item: ShoppingItem) => string | null {
  const advice = usePackAdvice()
  const { show } = useQuantityFormatter()
  return (item) => {
    const pack = advice.length === 0 ? null : packForRow(item, advice)
    if (!pack) return null
    const amount = show(pack.better.quantity, pack.unit)
    return t`Better: ${amount}`
  }
}

/** Says why another size is better for a row. One tap changes the row to it. */
export function PackAdvice({ item, canEdit }: { item: ShoppingItem; canEdit: boolean }) {
  const pack = packForRow(item, usePackAdvice())
  const stores = useStores()
  const { show } = useQuantityFormatter()
  if (!pack) return null
  const amount = show(pack.better.quantity, pack.unit)
  const advised = stores.find(({ id }) => id === pack.better.storeId)
  const store = advised?.name
  const elsewhere = advised && !item.storeIds.includes(advised.id) ? { storeIds: [advised.id] } : {}
  return (
    <div className="mb-5 rounded-xl bg-sunken px-3 py-2.5">
      <p className="text-sm">{reasonOf(pack, amount, show(pack.usual.quantity, pack.unit))}</p>
      {canEdit ? (
        <Button variant="quiet" className="mt-2 w-full" onClick={() => changeQuantity(item, pack.better.quantity, elsewhere)}>
          {store === undefined ? t`Take ${amount}` : t`Take ${amount} from ${store}`}
        </Button>
      ) : null}
    </div>
  )
}

function reasonOf({ usual, better, saved }: PackForRow, amount: string, usualAmount: string): string {
  const [percent, times] = [Math.round(100 * saved), Math.round(10 * usual.chance)]
  const share = Math.round(20 * (usual.chance > 0 ? usual.thrown / usual.chance : 0)) * 5
  return better.quantity < usual.quantity && times >= 2 && share > 0
    ? t`Of ${usualAmount}, you’d throw away about ${share}% ${times} times in 10. What you eat of ${amount} costs ${percent}% less.`
    : t`What you eat of ${amount} costs ${percent}% less than of ${usualAmount}, even if some is thrown away.`
}

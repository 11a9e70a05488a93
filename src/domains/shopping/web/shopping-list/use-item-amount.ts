import { useMemo } from 'react'
import { ownUnitLabel } from '#domains/ingredients/rules/own-units.ts'
import { type ShownQuantity, useQuantityFormatter } from '#domains/settings/web/index.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { formatPacks } from '../../rules/purchase-amount.ts'

/** What is to be bought of an item: a list stored by an older version has no `packs`. */
type ListedAmount = Pick<ShoppingItem, 'suggestedQuantity' | 'unit'> & { packs?: ShoppingItem['packs'] }

/** Formats what to buy by the user's preferences, in packs if the ingredient's are known: `2 cans`, `2 × 500 g`. */
export function useItemAmount(): { show: (item: ListedAmount) => string; parts: (item: ListedAmount) => ShownQuantity } {
  const { show, parts } = useQuantityFormatter()
  return useMemo(
    () => ({
      show: ({ suggestedQuantity, unit, packs }) => (packs ? formatPacks(packs, show) : show(suggestedQuantity, unit)),
      parts: ({ suggestedQuantity, unit, packs }) => {
        if (!packs) return parts(suggestedQuantity, unit)
        if (packs.name) return { value: String(packs.count), unit: ownUnitLabel(packs.name, packs.count), canonical: null }
        const one = parts(packs.quantity, packs.unit)
        return packs.count === 1 ? one : { ...one, value: `${packs.count} × ${one.value}` }
      },
    }),
    [show, parts],
  )
}

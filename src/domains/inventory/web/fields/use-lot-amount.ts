import { useMemo } from 'react'
import { inOwnUnits, ownAmountParts } from '#domains/ingredients/rules/own-units.ts'
import { type ShownQuantity, useQuantityFormatter } from '#domains/settings/web/index.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import { formatLotAmount, type LotAmount, ownUnitOfLot } from '../../rules/lot-amount.ts'

/** Formats amounts of lots by the user's preferences, in whole cans or packs if that is how they were entered. */
export function useLotAmount(): {
  show: (lot: LotAmount, quantity?: number) => string
  parts: (lot: LotAmount) => ShownQuantity
  /** Adds the amount in the lot's unit, which forms ask for, if it reads differently: `1 can + 5.64 oz (560 g)`. */
  showWithStored: (lot: LotAmount) => string
} {
  const { show, parts } = useQuantityFormatter()
  return useMemo(
    () => ({
      show: (lot, quantity = lot.quantity) => formatLotAmount(lot, quantity, show),
      parts: (lot) => {
        const amount = inOwnUnits(lot.quantity, lot.unit, ownUnitOfLot(lot))
        return amount ? { ...ownAmountParts(amount, lot.unit, show), canonical: null } : parts(lot.quantity, lot.unit)
      },
      showWithStored: (lot) => {
        const format = (quantity: number, unit: Unit) => {
          const shown = parts(quantity, unit)
          return shown.unit === '' ? shown.value : `${shown.value} ${shown.unit}`
        }
        const [shown, stored] = [formatLotAmount(lot, lot.quantity, format), formatAmount(lot.quantity, lot.unit)]
        return shown === stored ? shown : `${shown} (${stored})`
      },
    }),
    [show, parts],
  )
}

import { useMemo } from 'react'
import { inOwnUnits, ownAmountParts } from '#domains/ingredients/rules/own-units.ts'
import { type ShownQuantity, useQuantityFormatter } from '#domains/settings/web/index.ts'
import { formatLotAmount, type LotAmount, ownUnitOfLot } from '../../rules/lot-amount.ts'

/** Formats amounts of lots by the user's preferences, in whole cans or packs if that is how they were entered. */
export function useLotAmount(): {
  show: (lot: LotAmount, quantity?: number) => string
  parts: (lot: LotAmount) => ShownQuantity
} {
  const { show, parts } = useQuantityFormatter()
  return useMemo(
    () => ({
      show: (lot, quantity = lot.quantity) => formatLotAmount(lot, quantity, show),
      parts: (lot) => {
        const amount = inOwnUnits(lot.quantity, lot.unit, ownUnitOfLot(lot))
        return amount ? { ...ownAmountParts(amount, lot.unit, show), canonical: null } : parts(lot.quantity, lot.unit)
      },
    }),
    [show, parts],
  )
}

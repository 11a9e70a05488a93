import { familyOf } from '#platform/shared/units.ts'
import { tabState } from '#platform/web/session/session.ts'
import type { Lot } from '../../contract.ts'
import { amountStep } from '../../rules/amount-step.ts'
import { oneOwnUnitOf } from '../../rules/lot-amount.ts'

const keyOf = (lot: Lot) => `last-used ${lot.ingredient.id} ${lot.unit}`
export const isCounted = (lot: Lot) => familyOf(lot.unit) === 'count'

/** Remembers how much of a measured ingredient was used, until the tab closes. Using all of a lot says nothing about the next time. */
export function rememberUse(lot: Lot, quantity: number): void {
  if (!isCounted(lot) && quantity < lot.quantity) tabState.write(keyOf(lot), String(quantity))
}

/** Returns what one tap uses: one piece, or the last used amount of a measured lot, else a can or a serving; never more than there is. */
export function oneTapAmount(lot: Lot): number {
  const lastUsed = isCounted(lot) ? 0 : Number(tabState.read(keyOf(lot)))
  return lastUsed > 0 ? Math.min(lastUsed, lot.quantity) : (oneOwnUnitOf(lot) ?? amountStep(lot.unit, lot.quantity))
}

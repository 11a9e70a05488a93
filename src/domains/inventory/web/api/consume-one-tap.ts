import { familyOf } from '#platform/shared/units.ts'
import { tabState } from '#platform/web/session/session.ts'
import type { Lot } from '../../contract.ts'
import type { AddToList } from '../lot-sheet/add-to-list.ts'
import { consume } from './lot-actions.ts'

const keyOf = (lot: Lot) => `last-used ${lot.ingredient.id} ${lot.unit}`
export const isCounted = (lot: Lot) => familyOf(lot.unit) === 'count'

/** Remembers how much of a weighed ingredient was used, until the tab closes. Using all of a lot says nothing about the next time. */
export function rememberUse(lot: Lot, quantity: number): void {
  if (!isCounted(lot) && quantity < lot.quantity) tabState.write(keyOf(lot), String(quantity))
}

/** Returns what one tap uses: one piece, or the last used amount of a weighed lot, or all of it. */
export function oneTapAmount(lot: Lot): number {
  const usual = isCounted(lot) ? 1 : Number(tabState.read(keyOf(lot))) || lot.quantity
  return Math.min(usual, lot.quantity)
}

export const consumeOneTap = (lot: Lot, addToList: AddToList | null) => consume(lot, oneTapAmount(lot), addToList)

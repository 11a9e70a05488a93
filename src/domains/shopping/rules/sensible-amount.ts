import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { familyOf, type Unit } from '#platform/shared/units.ts'
import type { ShoppingItem } from '../contract/index.ts'

type PlusItem = Pick<ShoppingItem, 'suggestedQuantity' | 'unit' | 'packQuantity'>

/** Thousandths of the unit that someone in a shop would round to. */
function roundingStep(quantity: number, unit: Unit): number {
  if (familyOf(unit) === 'count') return 1000
  if (unit === 'kg' || unit === 'l') return 50
  if (unit !== 'g' && unit !== 'ml') return 250
  return quantity < 100 ? 5000 : quantity < 1000 ? 10_000 : 50_000
}

/** Rounds up to an amount that can be bought: 310 g instead of 309.57 g, 2 eggs instead of 1.5. */
export function roundUpToBuy(quantity: number, unit: Unit): number {
  const step = roundingStep(quantity, unit)
  return fromMilli(Math.ceil(toMilli(quantity) / step) * step)
}

/** Returns how much one press of plus adds: another pack as last bought, else a step that suits the amount. */
export function plusAmount({ suggestedQuantity: quantity, unit, packQuantity }: PlusItem): number {
  // Lists stored by older versions have none.
  if (packQuantity) return packQuantity
  if (unit !== 'g' && unit !== 'ml') return 1
  return quantity < 100 ? 10 : quantity < 500 ? 50 : 100
}

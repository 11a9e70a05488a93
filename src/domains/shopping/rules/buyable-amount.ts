import { convert } from '#platform/shared/units.ts'
import type { ShoppingItem } from '../contract/index.ts'

/** Stores sell no less of anything, in g or ml. */
const minSold = 50

/** A list stored by an older version has no `packs` and no `isByHand`. */
type Item = Pick<ShoppingItem, 'suggestedQuantity' | 'unit' | 'reason'> & Partial<Pick<ShoppingItem, 'packs' | 'isByHand'>>

/** Returns whether a row asks for less than a store sells, such as a teaspoon for a recipe. What a person typed is taken at their word. */
export function isTooLittleToBuy(item: Item): boolean {
  const { suggestedQuantity: quantity, unit, packs, reason, isByHand = true } = item
  if (packs || reason !== 'requested' || isByHand) return false
  if (unit === 'tsp' || unit === 'tbsp') return true
  return (convert(quantity, unit, 'g') ?? convert(quantity, unit, 'ml') ?? minSold) < minSold
}

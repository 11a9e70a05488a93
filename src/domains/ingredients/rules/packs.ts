import { familyOf, type Unit } from '#platform/shared/units.ts'
import type { Ingredient, OwnUnit } from '../contract/index.ts'

/** A package that an ingredient is sold in. */
export interface Pack {
  quantity: number
  unit: Unit
  /** The own unit that it is; absent for a package that only a barcode tells. */
  name?: string
}

/** Returns whether an amount is worth calling a pack; a single piece isn't. */
export const isPack = ({ quantity, unit }: Pack): boolean => quantity > 0 && (familyOf(unit) !== 'count' || quantity > 1)

/** Parts of what is sold. */
const portions = new Set(['slice', 'clove', 'portion'])

/** Returns the own units that an ingredient is sold in. */
export const packsOfOwnUnits = (ownUnits: readonly OwnUnit[]): Pack[] => ownUnits.filter((one) => !portions.has(one.name) && isPack(one))

/** Ingredients stored by an earlier release have no own units. */
type Sold = Pick<Ingredient, 'barcodes'> & { readonly ownUnits?: readonly OwnUnit[] }
const packsByIngredient = new WeakMap<Sold, readonly Pack[]>()

/** Returns the packs that an ingredient's own units and barcodes tell. The same array for the same ingredient. */
export function packsOf(ingredient: Sold): readonly Pack[] {
  const known = packsByIngredient.get(ingredient)
  if (known) return known
  const byBarcode = ingredient.barcodes
    .flatMap(({ packQuantity: quantity, packUnit: unit }) => (quantity === null || unit === null ? [] : [{ quantity, unit }]))
    .filter(isPack)
  const packs = [...packsOfOwnUnits(ingredient.ownUnits ?? []), ...byBarcode]
  packsByIngredient.set(ingredient, packs)
  return packs
}

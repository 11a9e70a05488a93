import { familyOf, type Unit } from '#platform/shared/units.ts'
import type { Ingredient, OwnUnit } from '../contract/index.ts'

/** A package that an ingredient is sold in. */
export interface Pack {
  quantity: number
  unit: Unit
  /** The own unit that it is; absent for a package known only from a barcode. */
  name?: string
}

/** Returns whether an amount is worth calling a pack; a single piece isn't. */
export const isPack = ({ quantity, unit }: Pack): boolean => quantity > 0 && (familyOf(unit) !== 'count' || quantity > 1)

/** Parts of what is sold. */
const portions = new Set(['slice', 'clove', 'portion'])

/** Built-in own units that have their content printed on them. */
const labeled = new Set(['can', 'pack', 'jar', 'bottle', 'box', 'bag'])

/** Returns whether a person can read on it what one of a built-in own unit is. */
export const isLabeledPack = (name: string): boolean => labeled.has(name)

/** Returns the own units that an ingredient is sold in. */
export const packsOfOwnUnits = (ownUnits: readonly OwnUnit[]): Pack[] => ownUnits.filter((one) => !portions.has(one.name) && isPack(one))

/** What of an ingredient says its packs. Ingredients stored by an earlier release have no own units. */
type PackSource = Pick<Ingredient, 'barcodes'> & { readonly ownUnits?: readonly OwnUnit[] }
const packsByIngredient = new WeakMap<PackSource, readonly Pack[]>()

/** Returns the packs known from an ingredient's own units and barcodes. The same array for the same ingredient. */
export function packsOf(ingredient: PackSource): readonly Pack[] {
  const known = packsByIngredient.get(ingredient)
  if (known) return known
  const byBarcode = ingredient.barcodes
    .flatMap(({ packQuantity: quantity, packUnit: unit }) => (quantity === null || unit === null ? [] : [{ quantity, unit }]))
    .filter(isPack)
  const packs = [...packsOfOwnUnits(ingredient.ownUnits ?? []), ...byBarcode]
  packsByIngredient.set(ingredient, packs)
  return packs
}

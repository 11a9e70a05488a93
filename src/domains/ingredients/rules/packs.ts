import { familyOf, type Unit } from '#platform/shared/units.ts'
import type { Barcode } from '../contract/index.ts'

/** A package that an ingredient is sold in. */
export interface Pack {
  quantity: number
  unit: Unit
}

/** Returns whether an amount is worth calling a pack; a single piece isn't. */
export const isPack = ({ quantity, unit }: Pack): boolean => quantity > 0 && (familyOf(unit) !== 'count' || quantity > 1)

const packsByBarcodes = new WeakMap<readonly Barcode[], readonly Pack[]>()

/** Returns the packs that an ingredient's barcodes tell. The same array for the same barcodes. */
export function packsOf(barcodes: readonly Barcode[]): readonly Pack[] {
  const known = packsByBarcodes.get(barcodes)
  if (known) return known
  const packs = barcodes
    .flatMap(({ packQuantity: quantity, packUnit: unit }) => (quantity === null || unit === null ? [] : [{ quantity, unit }]))
    .filter(isPack)
  packsByBarcodes.set(barcodes, packs)
  return packs
}

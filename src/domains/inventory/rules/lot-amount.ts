import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { formatOwnAmount, formatOwnAmountWithName, isSameSize, ownUnitOf } from '#domains/ingredients/rules/own-units.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { Lot, NewLot } from '../contract.ts'

/** An amount and the own unit to show it in. Lots stored by an earlier release have none. */
export interface LotAmount {
  quantity: number
  unit: Unit
  ownUnit?: Lot['ownUnit'] | undefined
  ingredient: { ownUnits?: readonly OwnUnit[] | undefined }
}

/** Returns the own unit that a lot is shown in, or null. */
export const ownUnitOfLot = ({ ownUnit, ingredient }: Pick<LotAmount, 'ownUnit' | 'ingredient'>): OwnUnit | null =>
  ownUnitOf(ingredient.ownUnits, ownUnit)

/**
 * Returns the name of the own unit that a new lot is shown in, or null. `ownUnits` are its ingredient's, with the remembered one. A lot whose
 * can is of another size than the ingredient's is shown by its amount.
 */
export function ownUnitNameOfNew(
  ownUnits: readonly OwnUnit[],
  { ownUnit = null, newOwnUnit }: Pick<NewLot, 'ownUnit' | 'newOwnUnit'>,
): string | null {
  if (!newOwnUnit) return ownUnit
  const known = ownUnitOf(ownUnits, ownUnit)
  return known && isSameSize(known, newOwnUnit) ? known.name : null
}

/** Returns how much one can, pack or slice of a measured lot is; null if it has no own unit or holds less. */
export function oneOwnUnitOf(lot: LotAmount): number | null {
  const ownUnit = ownUnitOfLot(lot)
  const one = ownUnit && familyOf(lot.unit) !== 'count' ? convert(ownUnit.quantity, ownUnit.unit, lot.unit) : null
  return one !== null && one <= lot.quantity ? Math.round(one * 1000) / 1000 : null
}

/** Formats an amount of a lot, by default all of it: `2 cans`, `1 can + 160 g`, `160 g`. */
export const formatLotAmount = (lot: LotAmount, quantity = lot.quantity, format = formatAmount): string =>
  formatOwnAmount(quantity, lot.unit, ownUnitOfLot(lot), format)

/** Like `formatLotAmount`, with the name of the ingredient: `1 can Tomatoes`. */
export const formatLotAmountOf = (lot: LotAmount & Pick<Lot, 'ingredient'>, quantity = lot.quantity, format = formatAmount): string =>
  formatOwnAmountWithName(quantity, lot.unit, ownUnitOfLot(lot), lot.ingredient.name, format)

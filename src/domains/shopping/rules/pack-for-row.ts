import type { JudgedPack, PackAdvice } from '#domains/forecast/contract.ts'
import { isSameSize } from '#domains/forecast/rules/same-size.ts'
import { convert, type Unit } from '#platform/shared/units.ts'
import type { ShoppingItem } from '../contract/index.ts'

/** Another size for a row of the list. Quantities are in the row's unit. */
export interface PackForRow {
  usual: JudgedPack
  better: JudgedPack
  unit: Unit
  /** How much less an eaten amount costs, from 0 to 1. */
  saved: number
}

/** A row that asks for this much more or less than the better pack asks for it already. */
const tolerance = 0.1

/** Returns the expected price of one unit that is eaten. */
const perEaten = ({ quantity, price, thrown }: JudgedPack) => price / (quantity * Math.max(1 - thrown, 0.01))

/** Returns the better pack for a row that asks for one usual pack; null if there is none or the row is checked off. */
export function packForRow(
  { ingredientId, suggestedQuantity, unit, isChecked }: Pick<ShoppingItem, 'ingredientId' | 'suggestedQuantity' | 'unit' | 'isChecked'>,
  advice: readonly PackAdvice[],
): PackForRow | null {
  const own = isChecked ? undefined : advice.find((one) => one.ingredientId === ingredientId)
  if (!own) return null
  const inRowUnit = (pack: JudgedPack): JudgedPack | null => {
    const quantity = convert(pack.quantity, own.unit, unit)
    return quantity === null ? null : { ...pack, quantity: Math.round(quantity * 1000) / 1000 }
  }
  const [usual, better] = [inRowUnit(own.usual), inRowUnit(own.better)]
  if (!usual || !better || better.quantity <= 0) return null
  // The advice names the cheapest offer of about the usual size; the row may ask for the size that was bought last.
  if (!isSameSize(suggestedQuantity, usual.quantity)) return null
  if (Math.abs(suggestedQuantity - better.quantity) <= tolerance * better.quantity) return null
  return { usual, better, unit, saved: 1 - perEaten(own.better) / perEaten(own.usual) }
}

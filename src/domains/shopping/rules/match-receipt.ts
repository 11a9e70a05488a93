import { indexIngredients } from '#domains/ingredients/rules/match-ingredient.ts'
import type { ReceiptDraft } from '#domains/scanning/contract.ts'
import { fromCents, fromMilli, toCents, toMilli } from '#platform/shared/quantity-and-money.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { ShoppingItem } from '../contract/index.ts'

type BoughtRow = Pick<ShoppingItem, 'id' | 'ingredientId' | 'ingredientName' | 'unit'>

/** Returns which row each line of a receipt is about: its id, or null if none is. */
export function matchReceiptLines(lines: readonly ReceiptDraft[], rows: readonly BoughtRow[]): (string | null)[] {
  const findNamed = indexIngredients(rows.map(({ id, ingredientName: name }) => ({ id, name, aliases: [] })))
  return lines.map(({ ingredientId, name }) => {
    const byIngredient = ingredientId === null ? undefined : rows.find((row) => row.ingredientId === ingredientId)
    return (byIngredient ?? findNamed(name))?.id ?? null
  })
}

/** What a receipt says about a row. */
export interface Purchase {
  /** The sum of its lines; null if none has a readable price. */
  price: number | null
  /** By weight or volume, in the row's unit; null if the receipt doesn't say. */
  quantity: number | null
}

/** Returns what the lines say about each row by id; `rowIds[i]` is the row that `lines[i]` is about. */
export function readPurchases(
  lines: readonly ReceiptDraft[],
  rowIds: readonly (string | null)[],
  rows: readonly BoughtRow[],
): ReadonlyMap<string, Purchase> {
  return new Map(
    rows.flatMap((row) => {
      const own = lines.filter((_line, at) => rowIds[at] === row.id)
      if (own.length === 0) return []
      const cents = own.flatMap(({ price }) => (price === null ? [] : [toCents(price)]))
      const price = cents.length === 0 ? null : fromCents(cents.reduce((sum, one) => sum + one, 0))
      return [[row.id, { price, quantity: quantityOf(own, row.unit) }]]
    }),
  )
}

/** A count on a receipt is of packs, which says nothing about the pieces or grams of the row. */
function quantityOf(lines: readonly ReceiptDraft[], unit: Unit): number | null {
  if (familyOf(unit) === 'count') return null
  const milli = lines.map((line) => (familyOf(line.unit) === familyOf(unit) ? convert(toMilli(line.quantity), line.unit, unit) : null))
  return milli.every((one) => one !== null) ? fromMilli(Math.round(milli.reduce((sum, one) => sum + one, 0))) : null
}

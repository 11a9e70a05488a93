import { indexIngredients } from '#domains/ingredients/rules/match-ingredient.ts'
import type { ReceiptDraft } from '#domains/scanning/contract.ts'
import { fromCents, fromMilli, toCents, toMilli } from '#platform/shared/quantity-and-money.ts'
import { convert, familyOf } from '#platform/shared/units.ts'
import type { ShoppingItem } from '../contract/index.ts'

type BoughtRow = Pick<ShoppingItem, 'id' | 'ingredientId' | 'ingredientName' | 'suggestedQuantity' | 'unit'>

/** A line with the household's store that its receipt is from, null if that is unknown. */
export interface ReceiptLine extends ReceiptDraft {
  storeId: string | null
}

/** Returns which row each line of a receipt is about: its id, or null if none is. */
export function matchReceiptLines(lines: readonly ReceiptDraft[], rows: readonly BoughtRow[]): (string | null)[] {
  const findNamed = indexIngredients(rows.map(({ id, ingredientName: name }) => ({ id, name, aliases: [] })))
  return lines.map(({ ingredientId, name }) => {
    const byIngredient = ingredientId === null ? undefined : rows.find((row) => row.ingredientId === ingredientId)
    return (byIngredient ?? findNamed(name))?.id ?? null
  })
}

/** What receipts say about a row. */
export interface Purchase {
  /** The sum of its lines; null if none has a readable price. */
  price: number | null
  /** In the row's unit; null if the lines don't say. */
  quantity: number | null
  /** The store of its first line. */
  storeId: string | null
}

/** Returns what the lines say about each row by id; `rowIds[i]` is the row that `lines[i]` is about. */
export function readPurchases(
  lines: readonly ReceiptLine[],
  rowIds: readonly (string | null)[],
  rows: readonly BoughtRow[],
): ReadonlyMap<string, Purchase> {
  return new Map(
    rows.flatMap((row) => {
      const own = lines.filter((_line, at) => rowIds[at] === row.id)
      if (own.length === 0) return []
      const cents = own.flatMap(({ price }) => (price === null ? [] : [toCents(price)]))
      const price = cents.length === 0 ? null : fromCents(cents.reduce((sum, one) => sum + one, 0))
      return [[row.id, { price, quantity: quantityOf(own, row), storeId: own[0]?.storeId ?? null }]]
    }),
  )
}

/**
 * Returns the weight or volume of the lines, or how many packs they say of a row that is one piece. For other counted rows it is null: a
 * receipt counts packs, which says nothing about the eggs in them.
 */
function quantityOf(lines: readonly ReceiptDraft[], { unit, suggestedQuantity }: BoughtRow): number | null {
  const family = familyOf(unit)
  if (!lines.every((line) => familyOf(line.unit) === family)) return null
  if (family === 'count' && suggestedQuantity !== 1) return null
  const milli = lines.map(({ quantity, unit: of }) => (family === 'count' ? toMilli(quantity) : convert(toMilli(quantity), of, unit)))
  return milli.every((one) => one !== null) ? fromMilli(Math.round(milli.reduce((sum, one) => sum + one, 0))) : null
}

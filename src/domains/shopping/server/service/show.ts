import { fromCents, fromMilli } from '#platform/contract/quantity.ts'
import { type Conversion, convert } from '#platform/contract/units.ts'
import type { ShoppingItem } from '../../contract.ts'
import type { Cause } from '../../rules/generate.ts'
import { productIdOf } from '../../rules/instacart.ts'
import { costCents } from '../../rules/list.ts'
import { tellCause } from '../../rules/why.ts'
import type { ShownRow } from '../store/list.ts'

/** Rows as the wire shows them. A row stands once for every unit its food is kept in; `withHandles`: a key for Instacart is configured. */
export function toItems(rows: readonly ShownRow[], withHandles: boolean): ShoppingItem[] {
  const byItem = Map.groupBy(rows, (row) => row.id)
  return [...byItem.values()].flatMap((same) => {
    const [row] = same
    return row ? [toItem(row, same, withHandles)] : []
  })
}

function toItem(row: ShownRow, same: readonly ShownRow[], withHandles: boolean): ShoppingItem {
  const conversions: Conversion[] = row.conversions === null ? [] : JSON.parse(row.conversions)
  const paid =
    row.paid_cents === null || row.paid_milli === null || row.paid_unit === null
      ? null
      : { cents: row.paid_cents, milli: row.paid_milli, unit: row.paid_unit }
  const cost = costCents(row.milli, row.unit, paid, conversions)
  // Whoever left leaves no name behind.
  const addedBy = row.is_added === 1 ? { firstName: row.first_name ?? 'Former', lastName: row.last_name ?? 'member' } : null
  return {
    id: row.id,
    ingredientId: row.ingredient_id,
    ingredientName: row.name,
    category: row.category,
    suggestedQuantity: fromMilli(row.milli),
    unit: row.unit,
    currentQuantity: fromMilli(inStock(same, conversions)),
    parLevel: row.par_milli === null ? null : fromMilli(row.par_milli),
    priority: row.priority,
    reason: row.reason,
    why: tellCause(row.cause === null ? null : (JSON.parse(row.cause) as Cause), addedBy?.firstName ?? null),
    estimatedCost: cost === null ? null : fromCents(cost),
    instacartPrice: null,
    instacartProductId: withHandles ? productIdOf(row.id) : null,
    isChecked: row.is_checked === 1,
    checkedAt: row.checked_at,
    addedBy,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

/** What there is of the row's food, in thousandths of its default unit; what cannot be compared is left out. */
function inStock(rows: readonly ShownRow[], conversions: readonly Conversion[]): number {
  const amounts = rows.map(({ stock_milli: milli, stock_unit: unit, default_unit: target }) =>
    milli === null || unit === null || target === null ? 0 : (convert(milli, unit, target, conversions) ?? 0),
  )
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0))
}

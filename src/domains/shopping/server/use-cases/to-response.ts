import { parseConversions, parsePacks } from '#domains/ingredients/server/index.ts'
import type { UnitStock } from '#domains/inventory/rules/kind-stock.ts'
import { parseStock } from '#domains/inventory/server/index.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity-and-money.ts'
import { type Conversion, convert } from '#platform/shared/units.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { describeCause } from '../../rules/describe-cause.ts'
import { productIdOf } from '../../rules/instacart.ts'
import { costCents, lastPackMilli } from '../../rules/list-figures.ts'
import type { RowCause } from '../../rules/plan-list.ts'
import { wholePacks } from '../../rules/purchase-amount.ts'
import type { ListedItemRow } from '../store/read-list.ts'

/** Converts a row to the API's form. `withHandles` adds Instacart product ids. */
export function toItem(row: ListedItemRow, withHandles: boolean): ShoppingItem {
  const conversions = parseConversions(row.conversions)
  const paid =
    row.paid_cents === null || row.paid_milli === null || row.paid_unit === null
      ? null
      : { cents: row.paid_cents, milli: row.paid_milli, unit: row.paid_unit }
  const cost = costCents(row.milli, row.unit, paid, conversions)
  const pack = lastPackMilli(row.unit, paid, conversions)
  // A deleted account leaves no name.
  const addedBy = row.is_added === 1 ? { firstName: row.first_name ?? 'Former', lastName: row.last_name ?? 'member' } : null
  return {
    id: row.id,
    ingredientId: row.ingredient_id,
    ingredientName: row.name,
    category: row.category,
    suggestedQuantity: fromMilli(row.milli),
    unit: row.unit,
    currentQuantity: fromMilli(inStock(row, conversions)),
    parLevel: row.par_milli === null ? null : fromMilli(row.par_milli),
    priority: row.priority,
    reason: row.reason,
    why: describeCause(causeOf(row), addedBy?.firstName ?? null),
    isByHand: row.cause === null,
    estimatedCost: cost === null ? null : fromCents(cost),
    packQuantity: pack === null ? null : fromMilli(pack),
    packs: row.packs === null ? null : wholePacks(fromMilli(row.milli), row.unit, { packs: parsePacks(row.packs), conversions }),
    instacartPrice: null,
    instacartProductId: withHandles ? productIdOf(row.id) : null,
    note: row.note,
    storeIds: JSON.parse(row.store_ids),
    listId: row.list_id,
    isChecked: row.is_checked === 1,
    checkedAt: row.checked_at,
    checkedBy: row.checked_by,
    addedBy,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

const causes = new WeakMap<object, RowCause | null>()
/** Parses a row's cause, once per row object. */
export function causeOf(row: Pick<ListedItemRow, 'cause'>): RowCause | null {
  const known = causes.get(row)
  if (known !== undefined) return known
  const cause = row.cause === null ? null : (JSON.parse(row.cause) as RowCause)
  causes.set(row, cause)
  return cause
}

/** Returns the free stock of the row's ingredient in thousandths of its default unit, ignoring units that cannot be converted. */
function inStock({ stock, default_unit: target }: ListedItemRow, conversions: readonly Conversion[]): number {
  if (target === null) return 0
  const units: readonly UnitStock[] = typeof stock === 'object' && stock !== null ? stock : parseStock(stock)
  return Math.round(units.reduce((sum, { unit, freeMilli }) => sum + (convert(freeMilli, unit, target, conversions) ?? 0), 0))
}

import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { IngredientRow } from '#domains/ingredients/server/index.ts'
import { findIngredientByName, findIngredientOrMerged } from '#domains/ingredients/server/index.ts'
import type { Actor } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import { listRestocked } from '../../contract/index.ts'
import { findRowToMerge, isSameItem, type OpenRow, replaceMergedPart } from '../../rules/merge-rows.ts'
import { findRows, type ItemRow, listedRows } from '../store/rows.ts'
import { addToList, type ListInput } from './add-item.ts'
import { applyListChange, type RowPatch } from './apply-list-change.ts'
import { prepareUnneededRowRemoval } from './prepare-unneeded-row-removal.ts'

type Listed = OpenRow & { isOpen: boolean }

const toOpenRow = (row: ItemRow): Listed => ({
  id: row.id,
  ingredientId: row.ingredient_id,
  ingredientKey: row.food_key,
  milli: row.milli,
  unit: row.unit,
  note: row.note,
  createdAt: row.created_at,
  isOpen: row.list_id === null && row.is_checked === 0,
})

/**
 * Adds items to the default list as the list itself, as one change. What is on a list already in a row that can't take it in is left at that.
 * Returns for each item its row and by how much that grew, in thousandths of `unit`; 0 if it was left.
 */
export async function addAsList(
  tx: Transaction,
  actor: Actor,
  input: readonly ListInput[],
): Promise<{ itemId: string; milli: number; unit: Unit }[]> {
  const { householdId } = actor
  const rows: Listed[] = (await listedRows(tx, householdId, 'all')).map(toOpenRow)
  const added: ListInput[] = []
  const places: (string | number)[] = []
  for (const item of input) {
    const ingredient = await ingredientOf(tx, actor, item)
    const name = item.ingredientName ?? ingredient?.name ?? ''
    const thing = { ingredientId: ingredient?.id ?? null, ingredientKey: ingredientKey(name) }
    const same = rows.filter((row) => isSameItem(row, thing))
    const { suggestedQuantity: quantity, unit = 'each' as Unit } = item
    const wanted = { ...thing, milli: toMilli(quantity ?? 1), unit, note: '' }
    const fit =
      quantity === undefined
        ? null
        : findRowToMerge(
            same.filter(({ isOpen }) => isOpen),
            wanted,
          )
    const [first] = same
    if (first && !fit) places.push(first.id.startsWith('new ') ? Number(first.id.slice(4)) : first.id)
    else {
      if (!first) rows.push({ ...wanted, id: `new ${added.length}`, createdAt: '', isOpen: true })
      places.push(added.length)
      added.push(item)
    }
  }
  const save = (patches: RowPatch[]) => applyListChange(tx, actor, listRestocked, patches)
  const ids = added.length === 0 ? [] : await addToList(tx, actor, added, (name) => findIngredientByName(tx, actor, name), save)
  const written = new Map((await findRows(tx, householdId, ids)).map((row) => [row.id, row]))
  return input.map((item, at) => {
    const place = places[at] ?? ''
    const itemId = typeof place === 'string' ? place : (ids[place] ?? '')
    const { suggestedQuantity, unit = 'each' } = item
    if (typeof place === 'string' || added[place] !== item) return { itemId, milli: 0, unit }
    const row = written.get(itemId)
    return suggestedQuantity === undefined && row
      ? { itemId, milli: row.milli, unit: row.unit }
      : { itemId, milli: toMilli(suggestedQuantity ?? 1), unit }
  })
}

async function ingredientOf(tx: Transaction, actor: Actor, { ingredientId, ingredientName }: ListInput): Promise<IngredientRow | null> {
  if (ingredientId !== undefined) return (await findIngredientOrMerged(tx, actor.householdId, ingredientId)) ?? null
  return findIngredientByName(tx, actor, ingredientName ?? '')
}

/**
 * Takes shares of open rows off the list as the list itself, as one change. A row of which nothing is left is removed, unless it is there for
 * something that repeats and is due: then that amount stays.
 */
export async function takeOffAsList(
  tx: Transaction,
  actor: Actor & { today: CalendarDate },
  shares: readonly { itemId: string; milli: number; unit: Unit }[],
): Promise<void> {
  const byItem = Map.groupBy(shares, ({ itemId }) => itemId)
  const rows = (await findRows(tx, actor.householdId, [...byItem.keys()])).filter((row) => row.state === 'listed' && row.is_checked === 0)
  const toRemoved = await prepareUnneededRowRemoval(tx, actor.householdId, actor.today)
  const patches = rows.flatMap((row): RowPatch[] => {
    const milli = (byItem.get(row.id) ?? []).reduce(
      (left, share) => (left <= 0 ? 0 : (replaceMergedPart({ milli: left, unit: row.unit }, share, null) ?? left)),
      row.milli,
    )
    if (milli === row.milli) return []
    if (milli > 0) return [{ row, set: { milli } }]
    return [toRemoved(row)]
  })
  if (patches.length > 0) await applyListChange(tx, actor, listRestocked, patches)
}

import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredientByName } from '#domains/ingredients/server/index.ts'
import { activeStoreFilter, checkStores } from '#domains/stores/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { Problem } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { convert } from '#platform/shared/units.ts'
import {
  listCleared,
  listItemChanged,
  listItemChecked,
  listItemMoved,
  listItemRemoved,
  type ShoppingItem,
  type ShoppingItemChange,
} from '../../contract/index.ts'
import { type Amount, findRowToMerge, maxMilli, quantityAfter, replaceMergedPart } from '../../rules/merge-rows.ts'
import { mergeStores, sortStores } from '../../rules/row-stores.ts'
import { type Fields, type ItemRow, listedRows, openRowsOf, rowsMergedInto } from '../store/rows.ts'
import { applyListChange, type RowPatch } from './apply-list-change.ts'
import { findOpenList } from './edit-named-list.ts'
import { learnAisle } from './order-aisles.ts'
import { findItems, itemGone, readItem, type ShoppingDeps } from './read-list.ts'

const findItem = async (tx: Transaction, member: Member, id: string) => {
  const [found] = await findItems(tx, member, [id])
  return found as { row: ItemRow; alias: ItemRow | null }
}

/**
 * Checks a row off, edits its fields or moves it to another list, where it grows an open row about the same thing; unchanged values record
 * no change. Throws `item_gone` if the row has left the list, and 412 with the current row if its version isn't `ifMatch`.
 */
export async function changeItem(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  id: string,
  change: ShoppingItemChange,
  ifMatch: number | null,
): Promise<ShoppingItem> {
  const found = await findItem(tx, member, id)
  if (found.row.state !== 'listed') throw itemGone()
  if (ifMatch !== null && found.row.version !== ifMatch) {
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', {
      current: await readItem(tx, member, shopping, found.row.id),
    })
  }
  const split = await splitToMove(tx, member, found, change)
  const { row, alias } = split ? { row: split.row, alias: null } : found
  const part = alias && partAfter(alias, change)
  const edits = changed(row, { ...(await editsOf(tx, member, row, change)), ...amountOf(row, alias, part, change) })
  const checks = checkOf(member, row, change)
  await checkStores(tx, member.householdId, [...(change.storeIds ?? []), ...(change.storeId === undefined ? [] : [change.storeId])])
  const isEdited = Object.keys(edits).length > 0
  // The list generator may go on updating a row that only got a note or stores.
  const isTaken = row.by_rule === 1 && Object.keys(edits).some((field) => field !== 'note' && field !== 'store_ids')
  if (checks?.is_checked === 1) await learnAisle(tx, member, edits.category ?? row.category, checks.checked_store)
  if (isEdited || checks) {
    const set: Partial<Fields> = { ...split?.set, ...edits, ...(isTaken && { by_rule: 0 }), ...checks }
    const isMoved = edits.list_id !== undefined && part === null
    const merged = isMoved ? await mergeMoved(tx, member.householdId, row, set) : null
    const patches: RowPatch[] = merged?.patches ?? [{ row, set }]
    if (alias && part) patches.push({ row: alias, set: part })
    if (split) patches.push(split.rest)
    const isOnlyMoved = Object.keys(edits).every((field) => field === 'list_id')
    const event = !isEdited ? listItemChecked : isOnlyMoved ? listItemMoved : listItemChanged
    await applyListChange(tx, member, event, patches, event === listItemMoved ? { listId: edits.list_id ?? null } : {})
    if (merged) return readItem(tx, member, shopping, merged.id)
  }
  return readItem(tx, member, shopping, row.id)
}

/**
 * Takes out of a row the part that was merged into it and now moves to another list; the others' stays where it is. Returns null if nothing is to
 * be taken out, or the part can't be told from the rest any more.
 */
async function splitToMove(
  tx: Transaction,
  { householdId }: Member,
  { row, alias }: { row: ItemRow; alias: ItemRow | null },
  { listId }: ShoppingItemChange,
): Promise<{ row: ItemRow; set: Partial<Fields>; rest: RowPatch } | null> {
  if (!alias || listId === undefined || row.is_checked === 1) return null
  const to = listId === null ? null : await findOpenList(tx, householdId, listId)
  const left = to === row.list_id ? null : replaceMergedPart(row, alias, null)
  if (left === null || left === 0) return null
  // Its own list is the one it was merged on, which is where the row is now.
  return { row: { ...alias, list_id: row.list_id }, set: { state: 'listed', merged_into: null }, rest: { row, set: { milli: left } } }
}

/** Returns the patches that merge a moved row into an open row about the same thing on its new list, and that row's id; null without one. */
async function mergeMoved(
  tx: Transaction,
  householdId: HouseholdId,
  row: ItemRow,
  set: Partial<Fields>,
): Promise<{ id: string; patches: RowPatch[] } | null> {
  const moved = { ...row, ...set }
  if (moved.is_checked === 1) return null
  const thing = { ingredientId: moved.ingredient_id, ingredientKey: moved.food_key }
  const open = (await openRowsOf(tx, householdId, thing)).filter((one) => one.id !== row.id && one.list_id === moved.list_id)
  const fit = findRowToMerge(
    open.map((one) => ({ ...one, ingredientId: one.ingredient_id, ingredientKey: one.food_key, createdAt: one.created_at })),
    { ...thing, milli: moved.milli, unit: moved.unit, note: moved.note },
  )
  const target = open.find(({ id }) => id === fit?.row.id)
  if (!fit || !target || target.milli + fit.milli > maxMilli) return null
  const filterActive = activeStoreFilter(tx, householdId)
  const [own, added] = [await filterActive(JSON.parse(target.store_ids)), await filterActive(JSON.parse(moved.store_ids))]
  const grown = { milli: target.milli + fit.milli, note: fit.note, store_ids: JSON.stringify(mergeStores(own, added)), by_rule: 0 as const }
  const aliases = await rowsMergedInto(tx, householdId, row.id)
  // What others had merged into the row is theirs still: removing it and then the row must not take it off twice.
  const shares = aliases.reduce((sum, alias) => sum + (convert(alias.milli, alias.unit, moved.unit, []) ?? 0), 0)
  return {
    id: target.id,
    patches: [
      { row: target, set: grown },
      { row, set: { ...set, milli: Math.max(1, moved.milli - Math.round(shares)), state: 'merged', merged_into: target.id } },
      ...aliases.map((alias): RowPatch => ({ row: alias, set: { merged_into: target.id } })),
    ],
  }
}

async function editsOf(tx: Transaction, member: Member, row: ItemRow, change: ShoppingItemChange): Promise<Partial<Fields>> {
  const { category, priority, note, storeIds, listId, ingredientName: name } = change
  // A typed row keeps its name and becomes one of an ingredient that was added since.
  const isNamed = name !== undefined && (name !== row.name || row.ingredient_id === null)
  const ingredient = isNamed ? await findIngredientByName(tx, member, name) : null
  return {
    ...(category !== undefined && { category }),
    ...(priority !== undefined && { priority }),
    ...(note !== undefined && { note }),
    ...(storeIds !== undefined && { store_ids: JSON.stringify(sortStores(storeIds)) }),
    ...(listId !== undefined && { list_id: listId === null ? null : await findOpenList(tx, member.householdId, listId) }),
    ...(isNamed && { name, food_key: ingredientKey(name), ingredient_id: ingredient?.id ?? null }),
  }
}

/** Returns the new amount of a merged row: a change by its id applies only to its part of the target row. */
function partAfter(alias: ItemRow, { suggestedQuantity: to, quantityWas, unit }: ShoppingItemChange): Amount | null {
  if (to === undefined && unit === undefined) return null
  const was = quantityWas === undefined ? null : toMilli(quantityWas)
  return { milli: to === undefined ? alias.milli : quantityAfter(alias.milli, toMilli(to), was), unit: unit ?? alias.unit }
}

function amountOf(
  row: ItemRow,
  alias: ItemRow | null,
  part: Amount | null,
  { suggestedQuantity: to, quantityWas, unit }: ShoppingItemChange,
): Partial<Amount> {
  if (alias) {
    const milli = part && replaceMergedPart(row, alias, part)
    return milli === null ? {} : { milli }
  }
  const was = quantityWas === undefined ? null : toMilli(quantityWas)
  return { ...(to !== undefined && { milli: quantityAfter(row.milli, toMilli(to), was) }), ...(unit !== undefined && { unit }) }
}

const changed = (row: ItemRow, set: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(Object.entries(set).filter(([field, value]) => row[field as keyof Fields] !== value))

function checkOf(
  member: Member,
  row: ItemRow,
  { isChecked, storeId }: ShoppingItemChange,
): Pick<Fields, 'is_checked' | 'checked_at' | 'checked_by' | 'checked_store'> | null {
  if (isChecked === undefined || isChecked === (row.is_checked === 1)) return null
  return isChecked
    ? { is_checked: 1, checked_at: member.now.toISOString(), checked_by: member.userId, checked_store: storeId ?? null }
    : { is_checked: 0, checked_at: null, checked_by: null, checked_store: null }
}

/** Removes a row, or only its part if it was merged into another row. Does nothing if the row is already gone. */
export async function removeItem(tx: Transaction, member: Member, id: string): Promise<void> {
  const { row, alias } = await findItem(tx, member, id)
  if (row.state !== 'listed') return
  if (!alias) return void (await applyListChange(tx, member, listItemRemoved, [{ row, set: { state: 'removed' } }]))
  const left = replaceMergedPart(row, alias, null) ?? row.milli
  const gone: RowPatch = { row: alias, set: { state: 'removed', merged_into: null } }
  await applyListChange(tx, member, left > 0 ? listItemChanged : listItemRemoved, [
    { row, set: left > 0 ? { milli: left } : { state: 'removed' } },
    gone,
  ])
}

/** Removes the checked rows of the default list as one change, or those of `ids` that are still checked. Returns their count. */
export async function clearChecked(tx: Transaction, member: Member, ids: readonly string[] | undefined): Promise<number> {
  const rows = ids === undefined ? await listedRows(tx, member.householdId, null) : (await findItems(tx, member, ids)).map(({ row }) => row)
  const cleared = rows.filter((row) => row.state === 'listed' && row.is_checked === 1)
  if (cleared.length > 0)
    await applyListChange(
      tx,
      member,
      listCleared,
      cleared.map((row) => ({ row, set: { state: 'cleared' } })),
    )
  return cleared.length
}

import { randomUUIDv7 } from 'node:crypto'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredientByName, findIngredientOrMerged, type IngredientRow } from '#domains/ingredients/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { listRestocked, recurringItemScheduled } from '../../contract/index.ts'
import type { RecurringCause } from '../../rules/plan-list.ts'
import { planRecurring } from '../../rules/plan-recurring.ts'
import { listExistingLists } from '../store/lists.ts'
import * as store from '../store/recurring-items.ts'
import { findRows, type ItemRow, listedRows, newRowState, type Remembered } from '../store/rows.ts'
import { readRemembered } from './add-item.ts'
import { type RowPatch, toInverses, toTouchedItems, writeRows } from './apply-list-change.ts'
import { rememberedFinder } from './generate-list.ts'
import { everyOf } from './recurring-items.ts'

/** Puts on the list what recurs and is due, and sets the next due dates of what left it; records no change if nothing changes. */
export async function addRecurringRows(tx: Transaction, context: ConsumerContext): Promise<void> {
  const { householdId, today } = context
  const stored = await store.listRecurring(tx, householdId)
  if (stored.length === 0) return
  const { recurring, ingredients } = await resolveIngredients(tx, context, stored)
  const last = await findLastRows(tx, householdId, recurring)
  const listed = await listedRows(tx, householdId, 'all')
  const plan = planRecurring(
    recurring.map((row) => ({
      id: row.id,
      ingredientId: row.ingredient_id,
      ingredientKey: row.food_key,
      every: everyOf(row),
      dueOn: row.due_on,
      monthDay: row.month_day,
      itemId: row.item_id && (last.get(row.item_id)?.id ?? row.item_id),
    })),
    listed.map((row) => ({ id: row.id, ingredientId: row.ingredient_id, ingredientKey: row.food_key })),
    (itemId) => isBought(last.get(itemId)),
    today,
  )
  if (plan.add.length + plan.change.length === 0) return
  const due = recurring.filter(({ id }) => plan.add.includes(id))
  const remembered = await readRemembered(
    tx,
    householdId,
    due.map(({ food_key }) => food_key),
  )
  const rememberedOf = rememberedFinder(ingredients, remembered)
  const isOpen = await openLists(tx, householdId)
  const rows = due.map((row) => ({ id: row.id, create: newRowOf(row, isOpen, rememberedOf(row)) }))
  const patches: RowPatch[] = rows.map(({ create }) => ({ create }))
  await writeRows(tx, context, patches)
  const itemIds = new Map(rows.map(({ id, create }) => [id, create.id]))
  const changes = new Map(plan.change.map(({ id, ...to }) => [id, to]))
  for (const { id, due_on, month_day, item_id } of recurring) {
    const { dueOn, monthDay, itemId } = changes.get(id) ?? { dueOn: due_on, monthDay: month_day, itemId: item_id }
    const set = { due_on: dueOn, month_day: monthDay, item_id: itemIds.get(id) ?? itemId }
    if (set.due_on !== due_on || set.item_id !== item_id) await store.updateRecurring(tx, householdId, id, set)
  }
  if (patches.length > 0) await recordChange(tx, context, listRestocked, { items: toTouchedItems(patches) }, toInverses(patches))
  else await recordChange(tx, context, recurringItemScheduled, { recurringIds: [...changes.keys()] })
}

/**
 * Gives what may be added now the ingredient, name and category that typing it again would: it may have become an ingredient since, or its
 * ingredient may have been renamed. Returns also the ingredients of these.
 */
async function resolveIngredients(
  tx: Transaction,
  { householdId, today }: ConsumerContext,
  stored: readonly store.RecurringRow[],
): Promise<{ recurring: store.RecurringRow[]; ingredients: IngredientRow[] }> {
  const recurring: store.RecurringRow[] = []
  const ingredients: IngredientRow[] = []
  for (const row of stored) {
    const ingredient = row.item_id === null && row.due_on <= today ? await findIngredientOf(tx, row) : null
    if (ingredient) ingredients.push(ingredient)
    const columns = ingredient && toIngredientColumns(ingredient)
    const isChanged = columns && Object.entries(columns).some(([column, value]) => row[column as keyof typeof columns] !== value)
    if (isChanged) await store.updateRecurring(tx, householdId, row.id, columns)
    recurring.push({ ...row, ...columns })
  }
  return { recurring, ingredients }
}

const findIngredientOf = async (q: Reader, { household_id: householdId, ingredient_id, name }: store.RecurringRow) =>
  ingredient_id === null ? findIngredientByName(q, { householdId }, name) : findIngredientOrMerged(q, householdId, ingredient_id)

const toIngredientColumns = ({ id, name, category }: IngredientRow) => ({
  ingredient_id: id,
  name,
  food_key: ingredientKey(name),
  category,
})

const isBought = (row: ItemRow | undefined) => row?.state === 'put_away' || row?.state === 'cleared'

/** Returns which lists new rows can go on. */
async function openLists(q: Reader, householdId: HouseholdId): Promise<(listId: string | null) => boolean> {
  const open = new Set((await listExistingLists(q, householdId)).flatMap(({ id, archived_at }) => (archived_at === null ? id : [])))
  return (listId) => listId === null || open.has(listId)
}

/** Returns the row that is added; on the default list if its own was archived or removed. */
function newRowOf(row: store.RecurringRow, isOpen: (listId: string | null) => boolean, remembered: Remembered) {
  const { ingredient_id, name, food_key, category, milli, unit, priority, list_id } = row
  const cause: RecurringCause = { every: everyOf(row) }
  return {
    ...newRowState,
    ingredient_id,
    name,
    food_key,
    category,
    milli,
    unit,
    priority,
    ...remembered,
    list_id: isOpen(list_id) ? list_id : null,
    reason: 'requested' as const,
    cause: JSON.stringify(cause),
    by_rule: 0 as const,
    id: randomUUIDv7(),
    added_by: null,
  }
}

/** Returns the rows that were last on the list for these, by their ids; those that were merged into another row are that row. */
async function findLastRows(q: Reader, householdId: HouseholdId, recurring: readonly store.RecurringRow[]): Promise<Map<string, ItemRow>> {
  const rows = await findRows(
    q,
    householdId,
    recurring.flatMap(({ item_id }) => item_id ?? []),
  )
  const targets = await findRows(
    q,
    householdId,
    rows.flatMap(({ merged_into }) => merged_into ?? []),
  )
  const all = new Map([...targets, ...rows].map((row) => [row.id, row]))
  for (const { id, merged_into } of rows) {
    const target = all.get(merged_into ?? '')
    if (target) all.set(id, target)
  }
  return all
}

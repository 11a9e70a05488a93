import { randomUUIDv7 } from 'node:crypto'
import { indexIngredients, ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import {
  findBuiltInFoodInCurrentLanguage,
  findIngredientByName,
  findIngredientOrMerged,
  type IngredientRow,
  listIngredients,
  parseOwnUnits,
} from '#domains/ingredients/server/index.ts'
import { newestLotsOf } from '#domains/inventory/server/index.ts'
import { activeStoreFilter, checkStores } from '#domains/stores/server/index.ts'
import type { Actor } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, invalid, notFound } from '#platform/shared/problem.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import { listItemAdded, maxPasted, type NewShoppingItem, type ShoppingItem } from '../../contract/index.ts'
import { isForRecipes } from '../../rules/describe-cause.ts'
import { findRowToMerge, maxMilli } from '../../rules/merge-rows.ts'
import { parsePastedRows } from '../../rules/parse-pasted-rows.ts'
import type { RecipeCause, RowCause } from '../../rules/plan-list.ts'
import { mergeStores, sortStores } from '../../rules/row-stores.ts'
import * as store from '../store/rows.ts'
import { applyListChange, type RowPatch } from './apply-list-change.ts'
import { openListFinder } from './edit-named-list.ts'
import { findItems, itemGone, readItem, readItems, type ShoppingDeps } from './read-list.ts'

export type FindByName = (name: string) => Promise<IngredientRow | null>

/** Adds a row, or grows an open row about the same thing. Idempotent by `input.id`. Throws `item_gone` if that row has left the list. */
export async function addItem(tx: Transaction, member: Member, shopping: ShoppingDeps, input: NewShoppingItem): Promise<ShoppingItem> {
  if (input.id !== undefined && (await store.findRows(tx, member.householdId, [input.id])).length > 0) {
    const [known] = await findItems(tx, member, [input.id])
    if (known?.row.state !== 'listed') throw itemGone()
    return readItem(tx, member, shopping, known.row.id)
  }
  const [id] = await addToList(tx, member, [input], (name) => findIngredientByName(tx, member, name))
  return readItem(tx, member, shopping, id ?? '')
}

/** Adds an ingredient unless an open row of a list has it already. Idempotent by `id`, as `addItem`. */
export async function addUnlessListed(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  { id, ingredientId }: { id: string; ingredientId: string },
): Promise<ShoppingItem> {
  const ingredient = await findIngredientOrMerged(tx, member.householdId, ingredientId)
  if (!ingredient) throw notFound()
  const thing = { ingredientId: ingredient.id, ingredientKey: ingredientKey(ingredient.name) }
  const [open] = await store.openRowsOf(tx, member.householdId, thing)
  return open ? readItem(tx, member, shopping, open.id) : addItem(tx, member, shopping, { id, ingredientId })
}

/** Adds the rows in pasted text as one change. Throws `nothing_to_add` or `too_many`. */
export async function pasteItems(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  { text, listId }: { text: string; listId?: string | undefined },
): Promise<ShoppingItem[]> {
  const ingredients = (await listIngredients(tx, member.householdId)).map((row) => ({
    row,
    name: row.name,
    aliases: JSON.parse(row.aliases) as string[],
  }))
  const own = indexIngredients(ingredients)
  const lines = parsePastedRows(text, member.today, (name) => {
    const row = own(name)?.row
    const known = row?.default_unit ?? findBuiltInFoodInCurrentLanguage(name)?.defaultUnit
    return known ? { defaultUnit: known, ownUnits: row && parseOwnUnits(row.own_units) } : null
  })
  if (lines.length === 0) throw invalid('nothing_to_add', 'Nothing to add.', 'text')
  if (lines.length > maxPasted) throw invalid('too_many', say`That’s ${lines.length} items; you can add ${maxPasted} at a time.`, 'text')
  const input = lines.map(
    ({ name, quantity, unit, isBare }): NewShoppingItem => ({
      ingredientName: name,
      ...(isBare ? {} : { suggestedQuantity: quantity, unit }),
      ...(listId === undefined ? {} : { listId }),
    }),
  )
  const ids = await addToList(tx, member, input, async (name) => own(name)?.row ?? null)
  return readItems(tx, member, shopping, [...new Set(ids)])
}

/** An item, and the recipe it is for; empty for something planned without one. */
export type ListInput = NewShoppingItem & { readonly recipeName?: string }

interface Slot {
  id: string
  ingredientId: string | null
  ingredientKey: string
  milli: number
  unit: Unit
  note: string
  storeIds: string
  listId: string | null
  createdAt: string
  /** The listed row; null for a new one. */
  row: store.ItemRow | null
  cause: string | null
  fields: store.Fields
}

/**
 * Adds items as one change, merging those about the same thing with each other and with open rows of their list. Returns the row id of each item; a
 * client's id that was merged becomes an alias of that row. `save` lets a caller record the patches as part of another change.
 */
export async function addToList(
  tx: Transaction,
  member: Actor,
  input: readonly ListInput[],
  find: FindByName,
  save: (patches: RowPatch[]) => Promise<unknown> = (patches) => applyListChange(tx, member, listItemAdded, patches),
): Promise<string[]> {
  const slots = new Map<string, Slot>()
  const filterActive = activeStoreFilter(tx, member.householdId)
  const aliases: RowPatch[] = []
  const ids: string[] = []
  for (const { item, fields } of await readFields(tx, member, input, find)) {
    const thing = { ingredientId: fields.ingredient_id, ingredientKey: fields.food_key }
    for (const row of await store.openRowsOf(tx, member.householdId, thing))
      if (!slots.has(row.id)) slots.set(row.id, slotOf(row.id, row, row, row.created_at))
    const onList = [...slots.values()].filter(({ listId }) => listId === fields.list_id)
    const fit = findRowToMerge(onList, { ...thing, milli: fields.milli, unit: fields.unit, note: item.note ?? '' })
    const id = item.id ?? randomUUIDv7()
    const slot = fit?.row ?? slotOf(id, fields, null, member.now.toISOString())
    if (fit) {
      slot.milli += fit.milli
      slot.note = fit.note
      // A row for a store that was removed is for anywhere.
      const [own, added] = [await filterActive(JSON.parse(slot.storeIds)), await filterActive(JSON.parse(fields.store_ids))]
      slot.storeIds = JSON.stringify(mergeStores(own, added))
    }
    slot.cause = causeAfter(slot.cause, item.recipeName)
    if (slot.milli > maxMilli) throw conflict('too_much', 'The list is full.')
    slots.set(slot.id, slot)
    ids.push(slot.id)
    if (fit && item.id !== undefined)
      aliases.push({ create: { ...fields, id, added_by: member.userId, state: 'merged', merged_into: slot.id } })
  }
  const changed = [...slots.values()].filter(
    ({ row, milli, cause, note, storeIds }) =>
      row?.milli !== milli || row.cause !== cause || row.note !== note || row.store_ids !== storeIds,
  )
  await save([...changed.map((slot) => patchOf(member, slot)), ...aliases])
  return ids
}

const slotOf = (id: string, fields: store.Fields, row: store.ItemRow | null, createdAt: string): Slot => ({
  id,
  ingredientId: fields.ingredient_id,
  ingredientKey: fields.food_key,
  milli: fields.milli,
  unit: fields.unit,
  note: fields.note,
  storeIds: fields.store_ids,
  listId: fields.list_id,
  createdAt,
  row,
  cause: fields.cause,
  fields,
})

/** Returns a row's cause after it was added to for a recipe. What the generator saw stays. */
function causeAfter(cause: string | null, recipeName: string | undefined): string | null {
  if (recipeName === undefined) return cause
  const before = cause === null ? { recipes: [] } : (JSON.parse(cause) as RowCause)
  return isForRecipes(before) ? JSON.stringify({ recipes: [...new Set([...before.recipes, recipeName])] } satisfies RecipeCause) : cause
}

/** Takes a grown row away from the list generator, which would otherwise remove what was added. */
const patchOf = ({ userId }: Actor, { id, row, cause, fields, milli, note, storeIds: store_ids }: Slot): RowPatch =>
  row
    ? { row, set: { milli, cause, note, store_ids, by_rule: 0 } }
    : { create: { ...fields, milli, cause, note, store_ids, id, added_by: userId } }

/** Returns what `lastNotesAndStores` does, without stores that were removed. */
export async function readRemembered(
  tx: Transaction,
  householdId: HouseholdId,
  keys: readonly string[],
): Promise<Map<string, store.Remembered>> {
  const filterActive = activeStoreFilter(tx, householdId)
  const remembered = new Map<string, store.Remembered>()
  for (const [key, { note, store_ids }] of await store.lastNotesAndStores(tx, householdId, keys))
    remembered.set(key, { note, store_ids: JSON.stringify(await filterActive(JSON.parse(store_ids))) })
  return remembered
}

/** Fills the fields of items. An omitted note and omitted stores are those of the last row about the same thing, else the ingredient's note. */
async function readFields(tx: Transaction, member: Actor, input: readonly ListInput[], find: FindByName) {
  const items: { item: ListInput; fields: store.Fields }[] = []
  await checkStores(tx, member.householdId, [...new Set(input.flatMap(({ storeIds = [] }) => storeIds))])
  const listOf = openListFinder(tx, member.householdId)
  for (const item of input)
    items.push({ item, fields: { ...(await fieldsOf(tx, member, item, find)), list_id: await listOf(item.listId) } })
  const keys = items.flatMap(({ item, fields }) => (item.note === undefined || item.storeIds === undefined ? fields.food_key : []))
  const remembered = await readRemembered(tx, member.householdId, keys)
  return items.map(({ item, fields }) => {
    const last = remembered.get(fields.food_key)
    const store_ids = item.storeIds === undefined ? (last?.store_ids ?? '[]') : fields.store_ids
    return { item, fields: { ...fields, note: item.note ?? (last?.note || fields.note), store_ids } }
  })
}

/** Fills omitted fields from the household's ingredient of that name, else from the built-in food table. */
async function fieldsOf(tx: Transaction, member: Actor, input: NewShoppingItem, find: FindByName): Promise<store.Fields> {
  const ingredient =
    input.ingredientId === undefined
      ? await find(input.ingredientName ?? '')
      : ((await findIngredientOrMerged(tx, member.householdId, input.ingredientId)) ?? null)
  if (input.ingredientId !== undefined && !ingredient) throw notFound()
  const name = input.ingredientName ?? ingredient?.name ?? ''
  const { quantity, unit } = await amountOf(tx, member, input, ingredient)
  return {
    ingredient_id: ingredient?.id ?? null,
    name,
    food_key: ingredientKey(name),
    category: input.category ?? ingredient?.category ?? findBuiltInFoodInCurrentLanguage(name)?.category ?? 'Other',
    milli: toMilli(quantity),
    unit,
    priority: input.priority ?? 'medium',
    reason: 'requested',
    cause: null,
    by_rule: 0,
    note: ingredient?.note ?? '',
    store_ids: JSON.stringify(sortStores(input.storeIds ?? [])),
    ...store.newRowState,
  }
}

/** Returns the entered quantity, else that of the last purchase, else one piece. */
async function amountOf(
  tx: Transaction,
  { householdId }: Actor,
  input: NewShoppingItem,
  ingredient: IngredientRow | null,
): Promise<{ quantity: number; unit: Unit }> {
  if (input.suggestedQuantity !== undefined)
    return { quantity: input.suggestedQuantity, unit: input.unit ?? ingredient?.default_unit ?? 'each' }
  const [last] = ingredient ? await newestLotsOf(tx, householdId, [ingredient.id], 1) : []
  if (last && (input.unit === undefined || input.unit === last.unit)) return { quantity: fromMilli(last.whole_milli), unit: last.unit }
  return { quantity: 1, unit: input.unit ?? 'each' }
}

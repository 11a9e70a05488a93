import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { type Ingredient, ingredientsMerged } from '../../contract/index.ts'
import { type MergeableIngredient, mergeIngredientFields, replacedOwnUnits } from '../../rules/merge-ingredients.ts'
import * as store from '../store.ts'
import type { IngredientUndo } from './history-handler.ts'
import { getIngredient, type IngredientStock, pick, requireOneLevel } from './manage-ingredients.ts'

/** Stock, and the tables whose rows reference ingredients and name their own units. */
export interface MergeDeps {
  readonly stock: IngredientStock
  readonly references: readonly store.IngredientReferences[]
  readonly ownUnits: readonly store.OwnUnitReferences[]
}

/** Stored in the change log: the old columns of the kept ingredient, and by table the keys of the moved rows and the cleared own units. */
interface MergeUndo extends IngredientUndo {
  moved: Record<string, (string | number)[]>
  /** Merges recorded by an earlier release have none. */
  cleared?: Record<string, store.ClearedOwnUnits>
}

/** Makes one ingredient part of another, as one change. Throws `not_found`, or `same_ingredient` for one and the same. */
export async function mergeIngredients(
  tx: Transaction,
  member: Member,
  { stock, references, ownUnits }: MergeDeps,
  keptId: string,
  mergedId: string,
): Promise<Ingredient> {
  const { householdId } = member
  if (keptId === mergedId) throw conflict('same_ingredient', 'Choose two different ingredients.')
  const kept = await store.findIngredient(tx, householdId, keptId)
  const merged = await store.findIngredient(tx, householdId, mergedId)
  if (!kept || !merged) throw notFound()
  const at = member.now.toISOString()
  const [keptFields, mergedFields] = [toMergeable(kept), toMergeable(merged)]
  const columns = toColumns(mergeIngredientFields(keptFields, mergedFields))
  const parent_id = await parentAfterMerge(tx, kept, merged)
  const set = pick({ ...columns, parent_id }, (column, value) => kept[column] !== value)
  const cleared: MergeUndo['cleared'] = {}
  const replaced = replacedOwnUnits(keptFields, mergedFields)
  for (const one of ownUnits) cleared[one.table] = await one.clear(tx, householdId, mergedId, replaced)
  const moved: MergeUndo['moved'] = {}
  for (const one of references) {
    const keys = await one.move(tx, householdId, mergedId, keptId)
    if (keys.length > 0) moved[one.table] = keys
  }
  await store.updateIngredient(tx, householdId, mergedId, { removed_at: at, merged_into: keptId, updated_at: at }, null)
  await store.updateIngredient(tx, householdId, keptId, { ...set, updated_at: at }, null)
  await stock.refreshExpirationDates(tx, member, keptId)
  const undo: MergeUndo = { set: pick(kept, (column) => column in set), expect: set, moved, cleared }
  // Recorded last, so that the response refers to this change, which is the one that can be undone.
  await recordChange(tx, member, ingredientsMerged, { ingredientId: keptId, ingredientIds: [mergedId] }, undo)
  return getIngredient(tx, member, keptId)
}

/** Separates the two again; what was added since stays with the kept one. Throws 409 `undo_in_the_way` if one of them was changed since. */
export async function undoMerge(
  tx: Transaction,
  member: Member,
  { stock, references, ownUnits }: MergeDeps,
  change: Change,
): Promise<number> {
  const { householdId } = member
  const { ingredientId: keptId, ingredientIds } = ingredientsMerged.payload.parse(change.payload)
  const { set = {}, expect = {}, moved, cleared = {} } = change.undo as MergeUndo
  const [mergedId = ''] = ingredientIds
  const kept = await store.findIngredient(tx, householdId, keptId)
  const merged = await store.findIngredientRow(tx, householdId, mergedId)
  const isChanged = !kept || Object.keys(pick(expect, (column, value) => kept[column] !== value)).length > 0
  if (isChanged || merged?.merged_into !== keptId) throw conflict('undo_in_the_way', 'Can’t undo: the ingredient has been changed since.')
  if (await store.findByNameKey(tx, householdId, merged.name_key))
    throw conflict('undo_in_the_way', 'Can’t undo: there is an ingredient with that name again.')
  const at = member.now.toISOString()
  await store.updateIngredient(tx, householdId, keptId, { ...set, updated_at: at }, null)
  await store.updateIngredient(tx, householdId, mergedId, { removed_at: null, merged_into: null, updated_at: at }, null)
  for (const one of references) await one.moveBack(tx, householdId, moved[one.table] ?? [], keptId, mergedId)
  await requireOneLevel(tx, member, [keptId, mergedId])
  for (const one of ownUnits) await one.restore(tx, householdId, mergedId, cleared[one.table] ?? {})
  for (const id of [keptId, mergedId]) await stock.refreshExpirationDates(tx, member, id)
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, ingredientId: keptId, ingredientIds })
}

/** Returns what the two together are a kind of; null if other ingredients are kinds of one of them. */
async function parentAfterMerge(tx: Transaction, kept: store.IngredientRow, merged: store.IngredientRow): Promise<string | null> {
  const ids = [kept.id, merged.id]
  const kinds = await store.listKinds(tx, kept.household_id, ids)
  if (kinds.some(({ id }) => !ids.includes(id))) return null
  return [kept.parent_id, merged.parent_id].find((id) => id !== null && !ids.includes(id)) ?? null
}

const toMergeable = (row: store.IngredientRow): MergeableIngredient => ({
  name: row.name,
  category: row.category,
  aliases: JSON.parse(row.aliases),
  conversions: JSON.parse(row.conversions),
  ownUnits: JSON.parse(row.own_units),
  containers: JSON.parse(row.containers),
  parMilli: row.par_milli,
  defaultUnit: row.default_unit,
  shelfLife: JSON.parse(row.shelf_life),
  shelfLifeSource: row.shelf_life_source,
  defaultStorage: row.default_storage,
  defaultLocation: row.default_location,
  openedStorage: row.opened_storage,
  openedLocation: row.opened_location,
  note: row.note,
  warningDays: row.warning_days,
  isFavorite: row.is_favorite === 1,
  picture: row.picture,
})

const toColumns = (fields: MergeableIngredient): Partial<store.IngredientRow> => ({
  category: fields.category,
  aliases: JSON.stringify(fields.aliases),
  conversions: JSON.stringify(fields.conversions),
  own_units: JSON.stringify(fields.ownUnits),
  containers: JSON.stringify(fields.containers),
  par_milli: fields.parMilli,
  shelf_life: JSON.stringify(fields.shelfLife),
  shelf_life_source: fields.shelfLifeSource,
  default_storage: fields.defaultStorage,
  default_location: fields.defaultLocation,
  opened_storage: fields.openedStorage,
  opened_location: fields.openedLocation,
  note: fields.note,
  warning_days: fields.warningDays,
  is_favorite: fields.isFavorite ? 1 : 0,
  picture: fields.picture,
})

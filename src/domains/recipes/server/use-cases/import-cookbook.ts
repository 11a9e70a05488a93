import { changesBefore, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { cookbookAdded, cookbookRemoved, maxCookbookRecipes, maxCookbooks } from '../../contract/index.ts'
import * as store from '../store/cookbooks.ts'
import { findRecipe } from '../store/recipes.ts'
import { type CookbookUndo, insertCookbook } from './edit-cookbook.ts'
import { recipeFinder } from './import-plan.ts'
import { starterRow } from './recipe-row.ts'

/** Returns the folded names of the household's cookbooks. */
export const listCookbookKeys = async (q: Reader, householdId: HouseholdId): Promise<Set<string>> =>
  new Set((await store.listActiveCookbooks(q, householdId)).map(({ name }) => nameKey(name)))

/** Whether the household can have another cookbook. */
export const hasCookbookRoom = async (q: Reader, householdId: HouseholdId): Promise<boolean> =>
  (await store.listActiveCookbooks(q, householdId)).length < maxCookbooks

interface ImportedCookbook {
  name: string
  /** By their ids in the exported household, and by name. A starter has the same id everywhere. */
  recipes: readonly { recipeId?: string; recipe: string; starterId?: string }[]
}

/** Adds a cookbook after the household's own, with the recipes that are here. Returns its id. */
export async function importCookbook(tx: Transaction, member: Member, { name, recipes }: ImportedCookbook): Promise<string> {
  const { householdId, now } = member
  const findByName = await recipeFinder(tx, householdId)
  const recipeIds: string[] = []
  for (const { recipeId = '', recipe, starterId } of recipes) {
    const isStarter = starterId !== undefined && starterRow(starterId) !== undefined
    const isRemoved = isStarter && ((await findRecipe(tx, householdId, starterId))?.removed_at ?? null) !== null
    const found = isStarter && !isRemoved ? starterId : findByName({ recipeId, name: recipe })
    if (found !== undefined) recipeIds.push(found)
  }
  const row = await insertCookbook(tx, member, { name, recipeIds: recipeIds.slice(0, maxCookbookRecipes) })
  const undo = {
    cookbookId: row.id,
    set: { removed_at: now.toISOString() },
    expect: { removed_at: null, name, recipe_ids: row.recipe_ids },
  }
  await recordChange(tx, member, cookbookAdded, { cookbookId: row.id }, undo)
  return row.id
}

/** Whether the name or the recipes of a cookbook differ from what was added. Its position may. */
async function isChanged(q: Reader, householdId: HouseholdId, row: store.CookbookRow): Promise<boolean> {
  if (row.version === 1) return false
  const [added] = await changesBefore(q, householdId, [cookbookAdded.name], undefined, 1, { key: 'cookbookId', id: row.id })
  const { expect } = (added?.undo ?? {}) as Partial<CookbookUndo>
  return !expect || !hasColumns(row, expect)
}

/** Removes imported cookbooks. Keeps those that were changed since, unless `includeChanged`. Returns which ids are cookbooks, and which were kept. */
export async function rollbackCookbooks(
  tx: Transaction,
  member: Member,
  cookbookIds: readonly string[],
  { includeChanged }: { includeChanged: boolean },
): Promise<{ ids: Set<string>; kept: string[] }> {
  const at = member.now.toISOString()
  const ids = new Set<string>()
  const kept: string[] = []
  for (const id of cookbookIds) {
    const row = await store.findCookbook(tx, member.householdId, id)
    if (!row) continue
    ids.add(id)
    if (row.removed_at !== null || (!includeChanged && (await isChanged(tx, member.householdId, row)))) {
      kept.push(id)
      continue
    }
    await store.updateCookbook(tx, member.householdId, id, { removed_at: at, updated_at: at })
    const undo = { cookbookId: id, set: { removed_at: null }, expect: { removed_at: at } }
    await recordChange(tx, member, cookbookRemoved, { cookbookId: id }, undo)
  }
  return { ids, kept }
}

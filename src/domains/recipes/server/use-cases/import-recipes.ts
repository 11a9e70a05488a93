import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { NewRecipe } from '../../contract/index.ts'
import * as store from '../store/recipes.ts'
import { insert } from './edit-recipe.ts'
import { newRow } from './recipe-row.ts'

/** Returns the household's recipe names in the form used for comparison. */
export const recipeNames = async (q: Reader, householdId: HouseholdId): Promise<Set<string>> =>
  new Set((await store.listNames(q, householdId)).map(({ name }) => nameKey(name)))

/** Returns how many more recipes the household may have. */
export const recipesLeft = async (q: Reader, limits: QuotaLimits, householdId: HouseholdId): Promise<number> =>
  Math.max(0, limits.recipes - (await store.countRecipes(q, householdId)))

/** Inserts recipes without recording a change, which the caller does. Returns their ids in order. */
export async function importRecipes(tx: Transaction, member: Member, drafts: readonly NewRecipe[]): Promise<string[]> {
  const ids: string[] = []
  for (const draft of drafts)
    ids.push((await insert(tx, { ...newRow(draft, member.now.toISOString()), household_id: member.householdId })).recipeId)
  return ids
}

/** Removes an imported recipe unless it was changed since. Returns whether it was removed. */
export const rollbackRecipe = async (tx: Transaction, member: Member, id: string): Promise<boolean> =>
  (await store.findRecipe(tx, member.householdId, id))?.removed_at === null &&
  (await store.updateRecipe(tx, member.householdId, id, { removed_at: member.now.toISOString() }, 1))

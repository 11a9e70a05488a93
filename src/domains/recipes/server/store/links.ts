import type { HouseholdViews } from '#domains/households/server/index.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

export type LinkRow = RecipeTables['recipe_links']

const on = (q: Reader) => q.on<RecipeTables>()

/** Returns the links to a recipe that haven't ended, newest first. */
export const listOpenLinks = (q: Reader, householdId: HouseholdId, recipeId: string): Promise<Pick<LinkRow, 'id' | 'created_at'>[]> =>
  on(q)
    .selectFrom('recipe_links')
    .select(['id', 'created_at'])
    .where('household_id', '=', householdId)
    .where('recipe_id', '=', recipeId)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const insertLink = rowInserter<LinkRow>('recipe_links')

/** Ends a link. Returns its recipe, or undefined if there is no such open link. */
export async function endLink(tx: Transaction, householdId: HouseholdId, id: string, at: string): Promise<string | undefined> {
  const row = await on(tx)
    .updateTable('recipe_links')
    .set({ ended_at: at })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('recipe_id')
    .executeTakeFirst()
  return row?.recipe_id
}

/** Returns what an open link with this hash leads to, in any household that isn't deleted. */
export const findLinkByHash = (q: Reader, hash: string): Promise<{ household_id: HouseholdId; recipe_id: string } | undefined> =>
  q
    .on<RecipeTables & HouseholdViews>()
    .selectFrom('recipe_links as links')
    .innerJoin('households', 'households.id', 'links.household_id')
    .select(['links.household_id', 'links.recipe_id'])
    .where('links.hash', '=', hash)
    .where('links.ended_at', 'is', null)
    .where('households.deleted_at', 'is', null)
    .executeTakeFirst()

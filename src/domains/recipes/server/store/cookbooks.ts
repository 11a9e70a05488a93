import { sql } from 'kysely'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

export type CookbookRow = RecipeTables['cookbooks']
export type CookbookLinkRow = RecipeTables['cookbook_links']

const on = (q: Reader) => q.on<RecipeTables>()

/** Returns a row, also a removed one. */
export const findCookbook = (q: Reader, householdId: HouseholdId, id: string): Promise<CookbookRow | undefined> =>
  on(q).selectFrom('cookbooks').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the cookbooks that weren't removed, in the household's order. */
export const listActiveCookbooks = (q: Reader, householdId: HouseholdId): Promise<CookbookRow[]> =>
  on(q)
    .selectFrom('cookbooks')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Returns the names of these cookbooks by id, also of removed ones. */
export async function listCookbookNames(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('cookbooks')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList(ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const insertCookbook = rowInserter<CookbookRow>('cookbooks')

export const updateCookbook = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<CookbookRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('cookbooks')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Returns every recipe that has a row, with whether it was removed. */
export async function listRecipeStates(q: Reader, householdId: HouseholdId): Promise<Map<string, 'active' | 'removed'>> {
  const rows = await on(q).selectFrom('recipes').select(['id', 'removed_at']).where('household_id', '=', householdId).execute()
  return new Map(rows.map(({ id, removed_at }) => [id, removed_at === null ? 'active' : 'removed']))
}

/** Returns the links to a cookbook that haven't ended, newest first. */
export const listOpenCookbookLinks = (
  q: Reader,
  householdId: HouseholdId,
  cookbookId: string,
): Promise<Pick<CookbookLinkRow, 'id' | 'created_at'>[]> =>
  on(q)
    .selectFrom('cookbook_links')
    .select(['id', 'created_at'])
    .where('household_id', '=', householdId)
    .where('cookbook_id', '=', cookbookId)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const insertCookbookLink = rowInserter<CookbookLinkRow>('cookbook_links')

/** Ends a link. Returns its cookbook, or undefined if there is no such open link. */
export async function endCookbookLink(tx: Transaction, householdId: HouseholdId, id: string, at: string): Promise<string | undefined> {
  const row = await on(tx)
    .updateTable('cookbook_links')
    .set({ ended_at: at })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('cookbook_id')
    .executeTakeFirst()
  return row?.cookbook_id
}

/** Returns what an open link with this hash leads to, in any household that isn't deleted. */
export const findCookbookLinkByHash = (q: Reader, hash: string): Promise<{ household_id: HouseholdId; cookbook_id: string } | undefined> =>
  q
    .on<RecipeTables & HouseholdViews>()
    .selectFrom('cookbook_links as links')
    .innerJoin('households', 'households.id', 'links.household_id')
    .select(['links.household_id', 'links.cookbook_id'])
    .where('links.hash', '=', hash)
    .where('links.ended_at', 'is', null)
    .where('households.deleted_at', 'is', null)
    .executeTakeFirst()

import type { AccountViews } from '#domains/account/server/index.ts'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type GuestLinkRow = ShoppingTables['guest_links']

const on = (q: Reader) => q.on<ShoppingTables & HouseholdViews & AccountViews>()

/** Returns the links to a list that haven't ended, newest first; without those of members who have left, also if they joined again. */
export const listOpenLinks = (q: Reader, householdId: HouseholdId, listId: string | null, now: Date) =>
  on(q)
    .selectFrom('guest_links as links')
    .innerJoin('members', (join) =>
      join.onRef('members.household_id', '=', 'links.household_id').onRef('members.user_id', '=', 'links.made_by'),
    )
    .leftJoin('users', 'users.id', 'links.made_by')
    .select(['links.id', 'links.created_at', 'links.expires_at', 'users.first_name', 'users.last_name'])
    .where('links.household_id', '=', householdId)
    .where('links.list_id', listId === null ? 'is' : '=', listId)
    .where('links.ended_at', 'is', null)
    .where('links.expires_at', '>', now.toISOString())
    .whereRef('members.joined_at', '<=', 'links.created_at')
    .orderBy('links.created_at', 'desc')
    .orderBy('links.id')
    .execute()

export const insertGuestLink = rowInserter<GuestLinkRow>('guest_links')

const endOpenLinks = (tx: Transaction, householdId: HouseholdId, now: Date) =>
  on(tx)
    .updateTable('guest_links')
    .set({ ended_at: now.toISOString() })
    .where('household_id', '=', householdId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())

/** Ends a link and returns it. Undefined if there is no such open link. */
export async function endLink(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  now: Date,
): Promise<{ list_id: string | null } | undefined> {
  return endOpenLinks(tx, householdId, now).where('id', '=', id).returning('list_id').executeTakeFirst()
}

/** Ends all links to a list. Returns the ids of those that were open. */
export async function endLinksTo(tx: Transaction, householdId: HouseholdId, listId: string, now: Date): Promise<string[]> {
  const ended = await endOpenLinks(tx, householdId, now).where('list_id', '=', listId).returning('id').execute()
  return ended.map(({ id }) => id)
}

/** Returns the open link with this hash, while the member who made it may still change the list and hasn't left since. */
export const findLinkByHash = (q: Reader, hash: string, now: Date) =>
  on(q)
    .selectFrom('guest_links as links')
    .innerJoin('households', 'households.id', 'links.household_id')
    .innerJoin('members', (join) =>
      join.onRef('members.household_id', '=', 'links.household_id').onRef('members.user_id', '=', 'links.made_by'),
    )
    .innerJoin('users', 'users.id', 'links.made_by')
    .select(['links.household_id', 'links.id', 'links.list_id', 'links.made_by', 'links.expires_at', 'households.time_zone'])
    .where('links.hash', '=', hash)
    .where('links.ended_at', 'is', null)
    .where('links.expires_at', '>', now.toISOString())
    .whereRef('members.joined_at', '<=', 'links.created_at')
    .where('members.role', '<>', 'VIEWER')
    .where('users.locked_at', 'is', null)
    .where('households.deleted_at', 'is', null)
    .executeTakeFirst()

/** Returns whether a link is open. */
export const isLinkOpen = async (q: Reader, householdId: HouseholdId, id: string, now: Date): Promise<boolean> =>
  (await on(q)
    .selectFrom('guest_links')
    .select('id')
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()) !== undefined

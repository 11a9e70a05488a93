import type { AccountViews } from '#domains/account/server/index.ts'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { BrokerConnection } from '../contract.ts'
import type { HomeAssistantTables } from './tables.ts'

const on = (q: Reader) => q.on<HomeAssistantTables & HouseholdViews & AccountViews>()
export type HomeAssistantRow = HomeAssistantTables['home_assistant_links']

export const findLink = (q: Reader, householdId: HouseholdId): Promise<HomeAssistantRow | undefined> =>
  on(q).selectFrom('home_assistant_links').selectAll().where('household_id', '=', householdId).executeTakeFirst()

/** Does nothing if it is already on. Returns whether it wasn't. */
export async function insertHomeAssistantLink(tx: Transaction, row: HomeAssistantRow): Promise<boolean> {
  const result = await on(tx)
    .insertInto('home_assistant_links')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Returns who had switched it on; undefined if it was off. `userId` limits it to that member. */
export async function deleteLink(tx: Transaction, householdId: HouseholdId, userId?: string): Promise<string | undefined> {
  let query = on(tx).deleteFrom('home_assistant_links').where('household_id', '=', householdId)
  if (userId !== undefined) query = query.where('created_by', '=', userId)
  return (await query.returning('created_by').executeTakeFirst())?.created_by
}

/**
 * Returns the households that are sent, with the member that commands act as. Leaves out deleted households and members who are locked out
 * or no longer admins. Requires the `jobs` scope, or that of a household.
 */
export const activeLinks = (q: Reader, householdId?: HouseholdId) => {
  const links = on(q)
    .selectFrom('home_assistant_links as links')
    .innerJoin('households', 'households.id', 'links.household_id')
    .innerJoin('members', (join) =>
      join.onRef('members.household_id', '=', 'links.household_id').onRef('members.user_id', '=', 'links.created_by'),
    )
    .innerJoin('users', 'users.id', 'links.created_by')
    .select(['links.household_id', 'links.created_by', 'households.name', 'households.time_zone', 'members.role'])
    .where('households.deleted_at', 'is', null)
    .where('users.locked_at', 'is', null)
    .where('members.role', 'in', ['OWNER', 'ADMIN'])
    .orderBy('links.household_id')
  return (householdId === undefined ? links : links.where('links.household_id', '=', householdId)).execute()
}

export type ActiveLink = Awaited<ReturnType<typeof activeLinks>>[number]

/** Stores how the connection to the broker is, in all households that are sent. Requires the `jobs` scope. */
export const setConnection = (tx: Transaction, connection: BrokerConnection, since: string) =>
  on(tx)
    .updateTable('home_assistant_links')
    .set({ connection, connection_since: since })
    .where((where) => where.or([where('connection', 'is', null), where('connection', '<>', connection)]))
    .execute()

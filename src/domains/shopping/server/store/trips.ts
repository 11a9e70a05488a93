import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type TripRow = ShoppingTables['shopping_trips']

const on = (q: Reader) => q.on<ShoppingTables>()

/** Returns these trips, also ended ones. */
export const findTrips = async (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<TripRow[]> =>
  ids.length === 0
    ? []
    : on(q).selectFrom('shopping_trips').selectAll().where('household_id', '=', householdId).where('id', 'in', padInList(ids)).execute()

/** Returns the trips that no one ended. */
export const listOpenTrips = (q: Reader, householdId: HouseholdId): Promise<TripRow[]> =>
  on(q).selectFrom('shopping_trips').selectAll().where('household_id', '=', householdId).where('ended_at', 'is', null).execute()

export const insertTrip = rowInserter<TripRow>('shopping_trips')

export const updateTrip = (tx: Transaction, householdId: HouseholdId, id: string, set: Partial<Pick<TripRow, 'store_id' | 'ended_at'>>) =>
  on(tx)
    .updateTable('shopping_trips')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

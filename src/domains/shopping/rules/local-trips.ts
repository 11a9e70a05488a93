import { memberTable } from '#domains/households/rules/local-household.ts'
import { storeTable } from '#domains/stores/rules/local-stores.ts'
import type { LocalTables } from '#platform/shared/local-tables.ts'
import type { ShoppingTrip } from '../contract/index.ts'
import { liveTrips } from './live-trips.ts'
import { namedListTable, shoppingRowTable, tripTable } from './local-list.ts'

/** Returns the trips that aren't over as the API does. */
export function localTrips(tables: LocalTables, now: Date): ShoppingTrip[] {
  const stores = new Set(tables.rows(storeTable).map(({ id }) => id))
  const archived = new Set(tables.rows(namedListTable).flatMap(({ id, isArchived }) => (isArchived ? id : [])))
  const items = tables.rows(shoppingRowTable).filter(({ listId }) => !archived.has(listId ?? ''))
  const shopperOf = (userId: string) => {
    const member = tables.get(memberTable, userId)
    return member && { firstName: member.firstName, lastName: member.lastName }
  }
  return liveTrips(tables.rows(tripTable), items, stores, shopperOf, now)
}

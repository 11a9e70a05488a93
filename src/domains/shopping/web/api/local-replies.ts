import { storeTable } from '#domains/stores/rules/local-stores.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { getShoppingList, listBundles, listNamedLists, listRecurringItems, listTrips } from '../../contract/index.ts'
import { bundleTable, localBundles } from '../../rules/local-bundles.ts'
import {
  localList,
  localListTables,
  localNamedLists,
  localRecurringItems,
  namedListTable,
  recurringTable,
  tripTable,
} from '../../rules/local-list.ts'
import { localTrips } from '../../rules/local-trips.ts'

export const shoppingReplies: readonly LocalReply[] = [
  localReply(getShoppingList, localListTables, (tables, { query: { list } }, { today }) => {
    const isKnown = list === undefined || list === 'all' || tables.get(namedListTable, list)
    return isKnown ? localList(tables, today, list ?? null) : undefined
  }),
  localReply(listTrips, [tripTable, ...localListTables, storeTable], (tables, _args, { now }) => localTrips(tables, now)),
  localReply(listNamedLists, [namedListTable], localNamedLists),
  localReply(listBundles, [bundleTable], localBundles),
  localReply(listRecurringItems, [recurringTable], localRecurringItems),
]

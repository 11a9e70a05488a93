import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { getShoppingList, listNamedLists } from '../../contract/index.ts'
import { localList, localListTables, localNamedLists, namedListTable } from '../../rules/local-list.ts'

export const shoppingReplies: readonly LocalReply[] = [
  localReply(getShoppingList, localListTables, (tables, { query: { list } }, { today }) => {
    const isKnown = list === undefined || list === 'all' || tables.get(namedListTable, list)
    return isKnown ? localList(tables, today, list ?? null) : undefined
  }),
  localReply(listNamedLists, [namedListTable], localNamedLists),
]

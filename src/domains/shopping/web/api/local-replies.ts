import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { getShoppingList } from '../../contract/index.ts'
import { listTables, localList } from '../../rules/local-list.ts'

export const shoppingReplies: readonly LocalReply[] = [
  localReply(getShoppingList, listTables, (tables, _args, { today }) => localList(tables, today)),
]

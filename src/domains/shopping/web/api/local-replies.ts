import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { getShoppingList } from '../../contract/index.ts'
import { localList, localListTables } from '../../rules/local-list.ts'

export const shoppingReplies: readonly LocalReply[] = [
  localReply(getShoppingList, localListTables, (tables, _args, { today }) => localList(tables, today)),
]

import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listStores } from '../../contract.ts'
import { compareStores, storeTable } from '../../rules/local-stores.ts'

export const storeReplies: readonly LocalReply[] = [
  localReply(listStores, [storeTable], (tables) => [...tables.rows(storeTable)].sort(compareStores)),
]

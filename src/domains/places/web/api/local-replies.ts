import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listPlaces } from '../../contract.ts'
import { comparePlaces, placeTable } from '../../rules/local-places.ts'

export const placeReplies: readonly LocalReply[] = [
  localReply(listPlaces, [placeTable], (tables) => [...tables.rows(placeTable)].sort(comparePlaces)),
]

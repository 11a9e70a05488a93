import { householdTable } from '#domains/households/rules/local-household.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listPlaces } from '../../contract.ts'
import { comparePlaces, placeTable } from '../../rules/local-places.ts'

export const placeReplies: readonly LocalReply[] = [
  localReply(listPlaces, [placeTable, householdTable], (tables) => [...tables.rows(placeTable)].sort(comparePlaces)),
]

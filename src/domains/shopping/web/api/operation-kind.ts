import type { MutationKind } from '#platform/web/sync/sender.ts'
import { afterAnswer, afterRefusal } from '../../rules/answers.ts'

/** What the list makes of the server's answers to its own changes. */
export const shoppingKind: MutationKind = { answered: afterAnswer, settled: afterRefusal }

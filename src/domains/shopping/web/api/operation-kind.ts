import type { MutationKind } from '#platform/web/sync/sender.ts'
import { afterAnswer, afterRefusal } from '../../rules/list-intent.ts'

export const shoppingKind: MutationKind = { answered: afterAnswer, settled: afterRefusal }

import type { MutationHandler } from '#platform/web/sync/sender.ts'
import { afterAnswer, afterRefusal } from '../../rules/list-intent.ts'

export const shoppingMutationHandler: MutationHandler = { answered: afterAnswer, settled: afterRefusal }

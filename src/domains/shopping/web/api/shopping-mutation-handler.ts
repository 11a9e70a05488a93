import type { MutationHandler } from '#platform/web/sync/sender.ts'
import { intentAfterRefusal, intentAfterReply } from '../../rules/list-intent.ts'

export const shoppingMutationHandler: MutationHandler = { answered: intentAfterReply, settled: intentAfterRefusal }

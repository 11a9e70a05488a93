import { createVersionedMutationHandler } from '#platform/web/sync/versioned-mutation-handler.ts'
import { readLotIntent } from './pending-lot-actions.ts'

export const lotMutationHandler = createVersionedMutationHandler((intent) => readLotIntent(intent)?.lotId)

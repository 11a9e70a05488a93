import { createVersionedMutationHandler } from '#platform/web/sync/row-versions.ts'
import { readLotIntent } from './pending-lot-actions.ts'

export const lotMutationHandler = createVersionedMutationHandler((intent) => readLotIntent(intent)?.lotId)

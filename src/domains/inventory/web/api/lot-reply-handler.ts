import { createVersionedReplyHandler } from '#platform/web/sync/versioned-reply-handler.ts'
import { readLotIntent } from './pending-lot-actions.ts'

export const lotReplyHandler = createVersionedReplyHandler((intent) => readLotIntent(intent)?.lotId)

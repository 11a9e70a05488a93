import type { RowIntent } from '#platform/web/sync/pending-row-change.ts'
import { createVersionedReplyHandler } from '#platform/web/sync/versioned-reply-handler.ts'
import type { Bundle } from '../../contract/index.ts'

export const bundleReplyHandler = createVersionedReplyHandler((intent) => (intent as RowIntent<Bundle>).id)

import type { RowIntent } from '#platform/web/sync/pending-row-change.ts'
import { createVersionedMutationHandler } from '#platform/web/sync/versioned-mutation-handler.ts'
import type { Bundle } from '../../contract/index.ts'

export const bundleMutationHandler = createVersionedMutationHandler((intent) => (intent as RowIntent<Bundle>).id)

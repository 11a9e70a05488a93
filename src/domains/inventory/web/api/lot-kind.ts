import { versionedKind } from '#platform/web/sync/row-versions.ts'
import { readLotIntent } from './pending-lot-actions.ts'

export const inventoryKind = versionedKind((intent) => readLotIntent(intent)?.lotId)

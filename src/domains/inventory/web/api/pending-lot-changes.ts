import { toMilli } from '#platform/shared/quantity.ts'
import type { Change } from '#platform/web/sync/household-tables.ts'
import { lotTable } from '../../rules/local-lots.ts'
import { afterIntent, type LotIntent } from './pending-lot-actions.ts'

const isIntent = (intent: unknown): intent is LotIntent =>
  typeof intent === 'object' && intent !== null && 'lotId' in intent && typeof intent.lotId === 'string'

/** Returns what a waiting action does to the rows on this device. */
export const lotChange =
  (intent: unknown): Change =>
  (draft) => {
    const lot = isIntent(intent) ? draft.get(lotTable, intent.lotId) : undefined
    if (!lot || !isIntent(intent)) return
    const next = afterIntent(lot, intent)
    if (toMilli(next.quantity) > 0) draft.put(lotTable, next)
    else draft.remove(lotTable, lot.id)
  }

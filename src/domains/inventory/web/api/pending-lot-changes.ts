import type { ShelfLife } from '#domains/ingredients/contract/index.ts'
import { ingredientTable } from '#domains/ingredients/rules/ingredient-table.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { toMilli } from '#platform/shared/quantity.ts'
import type { Change } from '#platform/web/sync/household-tables.ts'
import { expirationOf, moveStorage } from '../../rules/effective-expiration.ts'
import { type LotRow, lotTable } from '../../rules/local-lots.ts'
import { afterIntent, type LotIntent } from './pending-lot-actions.ts'

const isIntent = (intent: unknown): intent is LotIntent =>
  typeof intent === 'object' && intent !== null && 'lotId' in intent && typeof intent.lotId === 'string'

/** Returns what a waiting action does to the rows on this device. `today` is the household's. */
export const lotChange =
  (intent: unknown, today: CalendarDate): Change =>
  (draft) => {
    const lot = isIntent(intent) ? draft.get(lotTable, intent.lotId) : undefined
    if (!lot || !isIntent(intent)) return
    const next = afterIntent(lot, intent)
    if (toMilli(next.quantity) <= 0) return draft.remove(lotTable, lot.id)
    const shelfLife = draft.get(ingredientTable, lot.ingredientId)?.shelfLife
    draft.put(lotTable, shelfLife ? withNewDate(lot, next, shelfLife, today) : next)
  }

/** Returns a lot with the date that opening or moving it results in. */
function withNewDate(lot: LotRow, next: LotRow, shelfLife: ShelfLife, today: CalendarDate): LotRow {
  if (lot.storage === next.storage && lot.isOpened === next.isOpened) return next
  const moved = moveStorage({ ...lot, shelfLife }, next.storage, today)
  const openedOn = next.isOpened ? (lot.openedOn ?? today) : null
  const expiration = expirationOf({ ...next, ...moved, openedOn, shelfLife })
  return { ...next, ...moved, openedOn, effectiveExpiration: expiration?.date ?? null, expirationReason: expiration?.reason ?? null }
}

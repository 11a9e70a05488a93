import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { itemRedated } from '../../contract.ts'
import { activeLotsOf } from '../store/lots.ts'
import { applyStockChange } from './apply-stock-change.ts'

/** Updates the expiration dates of an ingredient's lots after its shelf life changed. */
export async function refreshExpirationDates(tx: Transaction, member: Member, ingredientId: string): Promise<void> {
  const rows = await activeLotsOf(tx, member.householdId, ingredientId)
  // Setting a date field, even to the same value, recomputes the derived dates.
  const patches = rows.map((row) => ({ row, delta: 0, kind: 'correct' as const, set: { storage: row.storage } }))
  if (patches.length > 0) await applyStockChange(tx, member, itemRedated, patches)
}

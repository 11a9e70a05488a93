import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { itemRedated } from '../../contract.ts'
import { activeLotsOf } from '../store/lots.ts'
import { apply } from './apply-movement.ts'

/** After a food's shelf life was changed: its lots go off by the new figures, and the members' screens hear of it. */
export async function refreshDates(tx: Transaction, member: Member, ingredientId: string): Promise<void> {
  const rows = await activeLotsOf(tx, member.householdId, ingredientId)
  // Setting the storage to what it is makes the derived dates be made anew.
  const patches = rows.map((row) => ({ row, delta: 0, kind: 'correct' as const, set: { storage: row.storage } }))
  if (patches.length > 0) await apply(tx, member, itemRedated, patches)
}

import type { Unit } from '#platform/shared/units.ts'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { type Lot, useIngredient } from '../../contract.ts'
import { refreshCounts, showServer } from './lists.ts'
import { changeSeq } from './run-lot-action.ts'

/** What `undo` needs. */
export interface IngredientUse {
  household: string | null
  seq: number | null
  lotIds: string[]
}

/** Takes so much of a food out, what goes off first is taken first. Throws `ApiError`. Answers what `undo` needs. */
export async function sendIngredientUse(
  id: string,
  quantity: number,
  unit: Unit,
  { household } = currentSession(),
): Promise<IngredientUse> {
  const { reply, headers } = await callWithHeaders(useIngredient, { params: { id }, body: { quantity, unit }, household })
  return showUsedLots(household, reply, changeSeq(headers))
}

/** Shows the lots something was taken from, as they are now. */
export function showUsedLots(household: string | null, lots: readonly Lot[], seq: number | null): IngredientUse {
  for (const lot of lots) showServer(household, { type: lot.state === 'active' ? 'UPDATE' : 'DELETE', data: lot })
  refreshCounts(household)
  return { household, seq, lotIds: lots.map((lot) => lot.id) }
}

import type { Unit } from '#platform/contract/units.ts'
import { callWithHeaders } from '#platform/web/call.ts'
import { currentSession } from '#platform/web/session.ts'
import { useIngredient } from '../../contract.ts'
import { refreshCounts, showServer } from './lists.ts'
import { changeSeq } from './perform.ts'

/** Takes so much of a food out, what goes off first is taken first. Throws `ApiError`. Answers what `undo` needs. */
export async function takeFood(
  id: string,
  quantity: number,
  unit: Unit,
  { household } = currentSession(),
): Promise<{ household: string | null; seq: number | null; lotIds: string[] }> {
  const { reply, headers } = await callWithHeaders(useIngredient, { params: { id }, body: { quantity, unit }, household })
  for (const lot of reply) showServer(household, { type: lot.state === 'active' ? 'UPDATE' : 'DELETE', data: lot })
  refreshCounts(household)
  return { household, seq: changeSeq(headers), lotIds: reply.map((lot) => lot.id) }
}

import { t } from '@lingui/core/macro'
import type { Unit } from '#platform/shared/units.ts'
import { callWithHeaders, readChangeSeq, urlOf } from '#platform/web/api/call.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { writeOrQueue } from '#platform/web/sync/write-or-queue.ts'
import { consumeIngredient, type Lot } from '../../contract.ts'
import { type QueuedResult, queuedResult } from './queued-result.ts'
import { refreshCounts, showServerLot } from './stock-cache.ts'
import { createTakeIntents } from './stock-intents.ts'

interface ChosenIngredient {
  id: string
  name: string
}

/** Uses an ingredient or its kinds, soonest to expire first; while offline, queues it on this device. Throws `ApiError`. */
export async function consumeOrQueue(ingredient: ChosenIngredient, quantity: number, unit: Unit): Promise<UndoableUse> {
  const { household } = currentSession()
  const request = {
    method: 'POST',
    address: urlOf(consumeIngredient, { params: { id: ingredient.id } }),
    body: { quantity, unit },
  } as const
  const amounts = [{ ingredientId: ingredient.id, quantity, unit }]
  const { intent, opposite } = createTakeIntents(household, amounts, { withExpired: true, withKinds: true })
  const write = { kind: 'inventory', words: t`Use ${ingredient.name}`, intent, request }
  const written = household ? await writeOrQueue({ ...write, household }) : null
  if (!household || !written) return sendIngredientUse(ingredient.id, quantity, unit)
  const arrived = (seq: number | null, reply: unknown) => showUsedLots(household, (reply as Lot[] | undefined) ?? [], seq)
  if (written.state === 'sent') return arrived(written.seq, written.reply)
  const queued = queuedResult(written, { ...write, household }, async (seq, reply) => arrived(seq, reply), opposite)
  return { household, seq: null, lotIds: [], queued }
}

/** What `undo` needs. */
export interface UndoableUse {
  household: string | null
  seq: number | null
  lotIds: string[]
  queued?: QueuedResult<UndoableUse>
}

/** Uses an ingredient, soonest to expire first. Throws `ApiError`. */
export async function sendIngredientUse(id: string, quantity: number, unit: Unit, { household } = currentSession()): Promise<UndoableUse> {
  const { reply, headers } = await callWithHeaders(consumeIngredient, { params: { id }, body: { quantity, unit }, household })
  return showUsedLots(household, reply, readChangeSeq(headers))
}

/** Shows the lots after the use. */
export function showUsedLots(household: string | null, lots: readonly Lot[], seq: number | null): UndoableUse {
  for (const lot of lots) showServerLot(household, { type: lot.state === 'active' ? 'UPDATE' : 'DELETE', data: lot })
  refreshCounts(household)
  return { household, seq, lotIds: lots.map((lot) => lot.id) }
}

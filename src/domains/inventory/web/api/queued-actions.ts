import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { ApiError, call, callWithHeaders, changeSeq, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { OperationRequest } from '#platform/web/sync/operation.ts'
import type { Outcome } from '#platform/web/sync/outbox-types.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { addLot, consumeIngredient, getLot, type Lot, type NewLot } from '../../contract.ts'
import { type AddedLot, showAdded, submitLot } from './add-lot.ts'
import { orTimeout } from './send-or-queue.ts'
import { refreshCounts, showServerLot } from './stock-cache.ts'

/** A mutation saved on this device, to be sent when the server is reachable again. */
export interface QueuedResult<R> {
  waits: true
  /** Resolves when it was sent, with null if it was withdrawn first. Rejects with `ApiError` if the server refused it. */
  outcome: Promise<R | null>
  withdraw(): Promise<void>
}
interface ChosenIngredient {
  id: string
  name: string
}

/** Does what `sendLot` does for an existing ingredient; while offline, queues it on this device. Throws `ApiError`. */
export async function addLotOrQueue(
  ingredient: ChosenIngredient,
  lot: Omit<NewLot, 'ingredientId' | 'ingredient'>,
): Promise<AddedLot | QueuedResult<AddedLot>> {
  const id = newId()
  const body = { ...lot, id, ingredientId: ingredient.id }
  const sent = await queueRequest<AddedLot>(
    t`Add ${ingredient.name}`,
    { method: 'POST', address: urlOf(addLot, {}), body },
    async (household, seq, reply) => {
      const added = { household, lot: (reply as Lot | undefined) ?? (await call(getLot, { params: { id }, household })), seq }
      showAdded(added)
      return added
    },
  )
  return sent ?? submitLot(body)
}

/** Uses an ingredient, soonest to expire first; while offline, queues it on this device. Throws `ApiError`. */
export async function consumeOrQueue(
  ingredient: ChosenIngredient,
  quantity: number,
  unit: Unit,
): Promise<IngredientUse | QueuedResult<IngredientUse>> {
  const body = { quantity, unit }
  const address = urlOf(consumeIngredient, { params: { id: ingredient.id } })
  const sent = await queueRequest<IngredientUse>(
    t`Use ${ingredient.name}`,
    { method: 'POST', address, body },
    async (household, seq, reply) => showUsedLots(household, (reply as Lot[] | undefined) ?? [], seq),
  )
  return sent ?? sendIngredientUse(ingredient.id, quantity, unit)
}

/** Returns null without an outbox. `arrived` shows the result; its `reply` is set only in the tab that sent the request. */
async function queueRequest<R>(
  words: string,
  request: OperationRequest,
  arrived: (household: string, seq: number | null, reply: unknown) => Promise<R>,
): Promise<R | QueuedResult<R> | null> {
  const session = currentSyncSession()
  const { household } = currentSession()
  if (!session || !household) return null
  const { id, ended } = session.outbox.add({ household, kind: 'inventory', words, intent: { do: 'stock' }, request })
  let isWithdrawn = false
  const outcome = async (ending: Outcome): Promise<R | null> => {
    if (isWithdrawn) return null
    if (ending.state === 'refused') throw refused(ending.refusal)
    return ending.state === 'sent' ? arrived(household, ending.seq, ending.reply) : null
  }
  /** Drops a request that wasn't sent yet; otherwise queues an undo after it. */
  const withdraw = async () => {
    isWithdrawn = true
    if (await session.outbox.withdraw(id)) return
    const undo: OperationRequest = { method: 'POST', address: undoChange.path }
    session.outbox.add({ household, kind: 'inventory', words: t`Undo: ${words}`, intent: { do: 'stock' }, request: undo, after: id })
  }
  const early = await orTimeout(ended, session.connectivity)
  if (early === 'timeout') return { waits: true, outcome: ended.then(outcome), withdraw }
  // Reported here, so the outbox needn't report it again.
  if (early.state === 'refused') void session.outbox.dismiss([id])
  const done = await outcome(early)
  if (done === null) throw new ApiError(0, 'taken back', '', null)
  return done
}

const refused = ({ status, code, sentence }: { status: number; code: string; sentence: string }) =>
  new ApiError(status, sentence, '', { type: 'about:blank', title: code, status, code, detail: sentence, requestId: '' })

/** What `undo` needs. */
export interface IngredientUse {
  household: string | null
  seq: number | null
  lotIds: string[]
}

/** Uses an ingredient, soonest to expire first. Throws `ApiError`. */
export async function sendIngredientUse(
  id: string,
  quantity: number,
  unit: Unit,
  { household } = currentSession(),
): Promise<IngredientUse> {
  const { reply, headers } = await callWithHeaders(consumeIngredient, { params: { id }, body: { quantity, unit }, household })
  return showUsedLots(household, reply, changeSeq(headers))
}

/** Shows the lots after the use. */
export function showUsedLots(household: string | null, lots: readonly Lot[], seq: number | null): IngredientUse {
  for (const lot of lots) showServerLot(household, { type: lot.state === 'active' ? 'UPDATE' : 'DELETE', data: lot })
  refreshCounts(household)
  return { household, seq, lotIds: lots.map((lot) => lot.id) }
}

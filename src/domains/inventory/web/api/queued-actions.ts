import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { ApiError, addressOf, call } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/session/device.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { Sending } from '#platform/web/sync/operation.ts'
import type { Outcome } from '#platform/web/sync/outbox-types.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { addLot, getLot, type Lot, type NewLot, useIngredient } from '../../contract.ts'
import { type Added, sendLot, showAdded } from './add-lot.ts'
import { type IngredientUse, sendIngredientUse, showUsedLots } from './send-ingredient-use.ts'
import { orTimeout } from './send-or-queue.ts'

/** It is written down on this device and goes out when the server answers again. */
export interface QueuedResult<R> {
  waits: true
  /** Settles when it went out; null: it was taken back before. Rejects with `ApiError` when the server would not have it. */
  outcome: Promise<R | null>
  withdraw(): Promise<void>
}
interface ChosenIngredient {
  id: string
  name: string
}

/** As `sendLot`, for a food the household has; without a network it waits on this device. Throws `ApiError`. */
export async function addLotOrQueue(
  ingredient: ChosenIngredient,
  lot: Omit<NewLot, 'ingredientId' | 'ingredient'>,
): Promise<Added | QueuedResult<Added>> {
  const id = newId()
  const body = { ...lot, id, ingredientId: ingredient.id }
  const sent = await queueRequest<Added>(
    t`Add ${ingredient.name}`,
    { method: 'POST', address: addressOf(addLot, {}), body },
    async (household, seq, reply) => {
      const added = { household, lot: (reply as Lot | undefined) ?? (await call(getLot, { params: { id }, household })), seq }
      showAdded(added)
      return added
    },
  )
  return sent ?? sendLot(body)
}

/** As `sendIngredientUse`; without a network it waits on this device. Throws `ApiError`. */
export async function deductOrQueue(
  ingredient: ChosenIngredient,
  quantity: number,
  unit: Unit,
): Promise<IngredientUse | QueuedResult<IngredientUse>> {
  const body = { quantity, unit }
  const address = addressOf(useIngredient, { params: { id: ingredient.id } })
  const sent = await queueRequest<IngredientUse>(
    t`Use ${ingredient.name}`,
    { method: 'POST', address, body },
    async (household, seq, reply) => showUsedLots(household, (reply as Lot[] | undefined) ?? [], seq),
  )
  return sent ?? sendIngredientUse(ingredient.id, quantity, unit)
}

/** Null where there is no outbox. `arrived`: shows what the server made of it; the reply is there only in the tab that sent it. */
async function queueRequest<R>(
  words: string,
  request: Sending,
  arrived: (household: string, seq: number | null, reply: unknown) => Promise<R>,
): Promise<R | QueuedResult<R> | null> {
  const running = currentSyncSession()
  const { household } = currentSession()
  if (!running || !household) return null
  const { id, ended } = running.outbox.add({ household, kind: 'inventory', words, intent: { do: 'stock' }, request })
  let isBack = false
  const outcome = async (ending: Outcome): Promise<R | null> => {
    if (isBack) return null
    if (ending.state === 'refused') throw refused(ending.refusal)
    return ending.state === 'sent' ? arrived(household, ending.seq, ending.reply) : null
  }
  /** Before it was tried it is simply dropped; afterwards its opposite waits behind it. */
  const withdraw = async () => {
    isBack = true
    if (await running.outbox.withdraw(id)) return
    const undo: Sending = { method: 'POST', address: undoChange.path }
    running.outbox.add({ household, kind: 'inventory', words: t`Undo: ${words}`, intent: { do: 'stock' }, request: undo, after: id })
  }
  const early = await orTimeout(ended, running.connectivity)
  if (early === 'silence') return { waits: true, outcome: ended.then(outcome), withdraw }
  // Told right here: it need not be told again.
  if (early.state === 'refused') void running.outbox.dismiss([id])
  const done = await outcome(early)
  if (done === null) throw new ApiError(0, 'taken back', '', null)
  return done
}

const refused = ({ status, code, sentence }: { status: number; code: string; sentence: string }) =>
  new ApiError(status, sentence, '', { type: 'about:blank', title: code, status, code, detail: sentence, requestId: '' })

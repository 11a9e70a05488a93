import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { queuedMessage } from '#platform/web/sync/offer-undo.ts'
import type { Outcome } from '#platform/web/sync/outbox-types.ts'
import { withdrawWrite, writeOrQueue } from '#platform/web/sync/write-or-queue.ts'
import { type ToastAction, toast } from '#platform/web/ui/toast.tsx'
import type { Lot } from '../../contract.ts'
import { oppositeOf, type PendingLotAction } from './pending-lot-actions.ts'
import type { LotActionOutcome, Undoable } from './run-lot-action.ts'
import { refreshCounts, showLotChange, showServerLot } from './stock-cache.ts'

interface QueuedAction {
  household: string
  /** The lot before the action. */
  lot: Lot
  /** The reply is a new lot instead of `lot`. */
  adds: boolean
  action: PendingLotAction
  message: string | null
  failureMessage: string | null
  followUp?: ToastAction | undefined
}
interface QueueCallbacks {
  reread: (household: string, lotIds: readonly string[]) => Promise<void>
  offerUndo: (household: string, message: string, done: Undoable, followUp?: ToastAction) => void
}

/** Sends an action through the outbox. While offline, queues it on this device and reports that. Returns null without an outbox. */
export async function sendOrQueue(queued: QueuedAction, callbacks: QueueCallbacks): Promise<LotActionOutcome | null> {
  const { household, lot, adds, action, message: said, failureMessage, followUp } = queued
  try {
    const written = await writeOrQueue({ household, kind: 'inventory', ...action })
    if (written === null) return null
    if (written.state === 'queued') {
      if (said !== null) toast.undo(queuedMessage(said), () => void withdraw(written.id, queued, callbacks), followUp)
      void written.ended.then((late) => {
        if (late.state === 'sent') showSent(queued, callbacks, late)
        if (late.state !== 'refused') return
        void callbacks.reread(household, [lot.id])
        toast.fail(`${action.words}: ${late.refusal.sentence}`)
      })
      return { done: true, seq: null }
    }
    const { seq } = written
    const reply = showSent(queued, callbacks, written)
    const lotIds = reply && adds ? [lot.id, reply.id] : [lot.id]
    if (said !== null) callbacks.offerUndo(household, said, { seq, lotIds, opposite: oppositeOf(action.intent, lot) }, followUp)
    return { done: true, seq }
  } catch (error) {
    showLotChange(household, { type: 'INSERT', data: lot })
    void callbacks.reread(household, [lot.id])
    if (failureMessage !== null) toast.fail(errorMessage(error, failureMessage))
    return { done: false, error }
  }
}

/** Shows the result. Returns the lot in the reply, which only the tab that sent the action has. */
function showSent(
  { household, lot, adds }: QueuedAction,
  { reread }: QueueCallbacks,
  { reply: body }: { reply?: unknown } & Pick<Extract<Outcome, { state: 'sent' }>, 'seq'>,
): Lot | undefined {
  const reply = body as Lot | undefined
  if (reply) showServerLot(household, { type: reply.state !== 'active' ? 'DELETE' : adds ? 'INSERT' : 'UPDATE', data: reply })
  if (!reply || adds) void reread(household, [lot.id])
  refreshCounts(household)
  return reply
}

/** Drops an action that wasn't sent yet; otherwise queues an undo after it. */
async function withdraw(id: string, { household, lot, action }: QueuedAction, { reread }: QueueCallbacks): Promise<void> {
  showLotChange(household, { type: 'INSERT', data: lot })
  const undo = await withdrawWrite(id, {
    household,
    kind: 'inventory',
    words: t`Undo: ${action.words}`,
    intent: oppositeOf(action.intent, lot),
    request: { method: 'POST', address: undoChange.path },
  })
  if (undo === null) return
  await undo.ended
  await reread(household, [lot.id])
  refreshCounts(household)
}

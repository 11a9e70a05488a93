import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { ApiError, call, changeSeq, errorMessage } from '#platform/web/api/call.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { queuedMessage, undoOrQueue } from '#platform/web/sync/offer-undo.ts'
import { type ToastAction, toast } from '#platform/web/ui/toast.tsx'
import { getLot, type Lot } from '../../contract.ts'
import { type LotIntent, oppositeOf, type PendingLotAction } from './pending-lot-actions.ts'
import { sendOrQueue } from './send-or-queue.ts'
import { refreshCounts, showLotChange, showServerLot } from './stock-cache.ts'

interface LotAction {
  lot: Lot
  /** The lot after the action; null if it leaves the list. */
  next: Lot | null
  /** The reply is a new lot instead of `lot`. */
  adds?: boolean
  /** The toasts on success and on failure; null if the screen reports it instead. */
  message: string | null
  failureMessage: string | null
  /** Offered next to Undo. */
  followUp?: ToastAction | undefined
  send: (household: string | null) => Promise<{ reply: Lot | undefined; headers: Headers }>
  /** Queues the action on this device while offline. */
  pending?: PendingLotAction
  /** For edits that build on each other: whether this is the latest, and the lot without it. */
  chain?: { isLast: () => boolean; row: () => Lot }
}

/** `seq` identifies the change for Undo. */
export type LotActionOutcome = { done: true; seq: number | null } | { done: false; error: unknown }

/** Performs an action on a lot: shows it at once, sends it and offers Undo. Restores the lot on screen if it fails. */
export async function runLotAction(action: LotAction): Promise<LotActionOutcome> {
  const { lot, next, adds = false, message, failureMessage, followUp, send, pending, chain } = action
  // Read once: another household may be active when the reply arrives or Undo is pressed.
  const { household } = currentSession()
  showLotChange(household, next ? { type: 'UPDATE', data: next } : { type: 'DELETE', data: lot })
  const isShown = () => chain?.isLast() ?? true
  if (pending && household) {
    // Null before the outbox is open, soon after the page is shown; then the action is sent directly.
    const outcome = await sendOrQueue(
      { household, lot, adds, action: pending, message, failureMessage, followUp },
      { reread, offerUndo: offerLotUndo },
    )
    if (outcome) return outcome
  }
  try {
    const { reply, headers } = await send(household)
    if (reply && isShown())
      showServerLot(household, { type: reply.state !== 'active' ? 'DELETE' : adds ? 'INSERT' : 'UPDATE', data: reply })
    if (adds) void reread(household, [lot.id])
    refreshCounts(household)
    const seq = changeSeq(headers)
    const lotIds = reply && adds ? [lot.id, reply.id] : [lot.id]
    const opposite = pending && oppositeOf(pending.intent, lot)
    if (message !== null) offerLotUndo(household, message, { seq, lotIds, opposite }, followUp)
    return { done: true, seq }
  } catch (error) {
    // Restores the lot. After a conflict, the server's version replaces it.
    if (isShown()) showLotChange(household, { type: 'INSERT', data: chain?.row() ?? lot })
    if (error instanceof ApiError && [404, 409, 412].includes(error.status)) void reread(household, [lot.id])
    if (failureMessage !== null) toast.fail(errorMessage(error, failureMessage))
    return { done: false, error }
  }
}

/** A change that was sent. */
export interface Undoable {
  seq: number | null
  lotIds: readonly string[]
  /** What undoing it does on screen, while the undo waits on this device. */
  opposite?: LotIntent | undefined
}

/** Shows a toast with Undo, which applies to `household` even if another is active by then. */
export function offerLotUndo(household: string | null, message: string, done: Undoable, followUp?: ToastAction): void {
  if (done.seq === null) toast.done(message)
  else toast.undo(message, () => void undoChanges(household, message, [done]), followUp)
}

/**
 * Undoes changes, the last one first; while offline, queues that on this device. `message` says what was done. Returns whether all
 * succeeded; shows a toast if one fails.
 */
export async function undoChanges(household: string | null, message: string, changes: readonly Undoable[]): Promise<boolean> {
  const lotIds = changes.flatMap((change) => change.lotIds)
  let isQueued = false
  try {
    for (const { seq, opposite } of changes.toReversed()) {
      if (seq === null) continue
      const intent = opposite ?? { do: 'stock' }
      const written = await undoOrQueue({ household: household ?? '', kind: 'inventory', intent, message, seq, by: undoChange })
      if (written.state === 'queued') {
        isQueued = true
        void written.ended.then(() => reread(household, lotIds))
      }
    }
    toast.done(isQueued ? queuedMessage(t`Undone`) : t`Undone`)
    return true
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t undo that`))
    return false
  } finally {
    if (!isQueued) await reread(household, lotIds)
    refreshCounts(household)
  }
}

/** Shows the server's current state of the lots. */
async function reread(household: string | null, lotIds: readonly string[]): Promise<void> {
  await Promise.all(
    lotIds.map(async (id) => {
      try {
        const lot = await call(getLot, { params: { id }, household })
        showServerLot(household, { type: lot.state === 'active' ? 'INSERT' : 'DELETE', data: lot })
      } catch {
        // Gone or unreachable: live events or the next visit show it.
      }
    }),
  )
}

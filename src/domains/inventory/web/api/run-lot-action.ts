import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { ApiError, call, errorMessage } from '#platform/web/api/call.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo, queuedMessage, undoOrQueue } from '#platform/web/sync/offer-undo.ts'
import type { Outcome } from '#platform/web/sync/outbox-interface.ts'
import { writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import { type ToastAction, toast } from '#platform/web/ui/toast.tsx'
import { getLot, type Lot } from '../../contract.ts'
import { type LotIntent, oppositeOf, type PendingLotAction } from './pending-lot-actions.ts'
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
  /** Sends the action before the outbox is open. */
  send: (household: string | null) => Promise<{ reply: Lot | undefined; headers: Headers }>
  pending: PendingLotAction
  /** For edits that build on each other: whether this is the latest, and the lot without it. */
  chain?: { isLast: () => boolean; row: () => Lot }
}

/** `seq` identifies the change for Undo; null if the action waits on this device. */
export type LotActionOutcome = { done: true; seq: number | null } | { done: false; error: unknown }

/**
 * Performs an action on a lot: shows it at once, sends it and offers Undo; while offline, queues it on this device. Restores the lot on
 * screen if it fails.
 */
export async function runLotAction(action: LotAction): Promise<LotActionOutcome> {
  const { lot, next, message, failureMessage, followUp, send, pending, chain } = action
  // Read once: another household may be active when the reply arrives or Undo is pressed.
  const { household } = currentSession()
  showLotChange(household, next ? { type: 'UPDATE', data: next } : { type: 'DELETE', data: lot })
  const isShown = () => chain?.isLast() ?? true
  const write = { household: household ?? '', kind: 'inventory', ...pending }
  try {
    const written = await writeOrSend(write, () => send(household))
    const lotIds = written.state === 'sent' ? showSent(action, household, written.reply) : [lot.id]
    if (written.state === 'queued') void written.ended.then((ending) => showEnding(action, household, ending))
    const onChange = () => {
      if (written.state === 'queued') showLotChange(household, { type: 'INSERT', data: lot })
      void reread(household, lotIds)
      refreshCounts(household)
    }
    const opposite = oppositeOf(pending.intent, lot)
    if (message !== null) offerUndo(write, written, message, { by: undoChange, opposite, onChange, followUp })
    return { done: true, seq: written.state === 'sent' ? written.seq : null }
  } catch (error) {
    // Restores the lot. After a conflict, the server's version replaces it.
    if (isShown()) showLotChange(household, { type: 'INSERT', data: chain?.row() ?? lot })
    if (error instanceof ApiError && [404, 409, 412].includes(error.status)) void reread(household, [lot.id])
    if (failureMessage !== null) toast.fail(errorMessage(error, failureMessage))
    return { done: false, error }
  }
}

/** Shows the result of an action that was sent. Only the tab that sent it has a reply. Returns the lots that undoing it changes. */
function showSent({ lot, adds = false, chain }: LotAction, household: string | null, reply: unknown): string[] {
  const result = reply as Lot | undefined
  if (result && (chain?.isLast() ?? true))
    showServerLot(household, { type: result.state !== 'active' ? 'DELETE' : adds ? 'INSERT' : 'UPDATE', data: result })
  if (!result || adds) void reread(household, [lot.id])
  refreshCounts(household)
  return result && adds ? [lot.id, result.id] : [lot.id]
}

/** Shows what became of an action that waited on this device. */
function showEnding(action: LotAction, household: string | null, ending: Outcome): void {
  if (ending.state === 'sent') showSent(action, household, ending.reply)
  if (ending.state !== 'refused') return
  void reread(household, [action.lot.id])
  toast.fail(`${action.pending.words}: ${ending.refusal.sentence}`)
}

/** A change that was sent. */
interface Undoable {
  seq: number | null
  lotIds: readonly string[]
  /** What undoing it does on screen, while the undo waits on this device. */
  opposite?: LotIntent | undefined
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

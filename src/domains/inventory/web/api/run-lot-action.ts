import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { ApiError, call, errorMessage } from '#platform/web/api/call.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { getLot, type Lot } from '../../contract.ts'
import { refreshCounts, show, showServer } from './lists.ts'
import type { PendingLotAction } from './pending-lot-actions.ts'
import type { sendOrQueue } from './send-or-queue.ts'

let outbox: typeof sendOrQueue | null = null
/** From here on acts go through the outbox. It comes after the page; what is done before is sent at once and waits for no file. */
export const setOutbox = (way: typeof sendOrQueue): void => {
  outbox = way
}

interface LotAction {
  lot: Lot
  /** The lot as it will be; null when it leaves the list. */
  next: Lot | null
  /** The answer is another lot than `lot`. */
  adds?: boolean
  /** What the toast says, in the past tense, and what it says when it failed. Null: the screen tells it itself. */
  said: string | null
  failed: string | null
  /** Sends it for the household it was done in. */
  send: (household: string | null) => Promise<{ reply: Lot | undefined; headers: Headers }>
  /** A difference that is right whenever it arrives: without a network it waits on this device. */
  unsent?: PendingLotAction
  /** Where acts of one lot follow on each other: whether another one is shown by now, and what stands without this one. */
  mine?: { isLast: () => boolean; row: () => Lot }
}

/** How an act ended: `seq` is its change in the log, by which it can be undone. */
export type LotActionOutcome = { done: true; seq: number | null } | { done: false; error: unknown }

/** Does one thing to a lot: shows it at once, sends it, offers Undo; takes it back on screen when it failed. */
export async function runLotAction(act: LotAction): Promise<LotActionOutcome> {
  const { lot, next, adds = false, said, failed, send, mine } = act
  // Bound here: answer, rollback and Undo may come when another household is open.
  const { household } = currentSession()
  show(household, next ? { type: 'UPDATE', data: next } : { type: 'DELETE', data: lot })
  const { unsent: pending } = act
  const isShown = () => mine?.isLast() ?? true
  if (pending && household && outbox) {
    const outcome = await outbox({ household, lot, act: pending, said, failed }, { reread, offerUndo: offerLotUndo })
    if (outcome) return outcome
  }
  try {
    const { reply, headers } = await send(household)
    if (reply && isShown()) showServer(household, { type: reply.state !== 'active' ? 'DELETE' : adds ? 'INSERT' : 'UPDATE', data: reply })
    if (adds) void reread(household, [lot.id])
    refreshCounts(household)
    const seq = changeSeq(headers)
    if (said !== null) offerLotUndo(household, said, seq, reply && adds ? [lot.id, reply.id] : [lot.id])
    return { done: true, seq }
  } catch (error) {
    // The newest row is the truth when somebody else was faster; else the one we had.
    if (isShown()) show(household, { type: 'INSERT', data: mine?.row() ?? lot })
    if (error instanceof ApiError && [404, 409, 412].includes(error.status)) void reread(household, [lot.id])
    if (failed !== null) toast.fail(errorMessage(error, failed))
    return { done: false, error }
  }
}

/** The change a write made, as `X-Change-Seq` names it; null when it changed nothing. */
export function changeSeq(headers: Headers): number | null {
  const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
  return Number.isInteger(seq) && seq > 0 ? seq : null
}

/** Says what was done in a household; for eight seconds one tap undoes it there. */
export function offerLotUndo(household: string | null, said: string, seq: number | null, lotIds: readonly string[]): void {
  if (seq === null) toast.done(said)
  else toast.undo(said, () => void undo(household, [seq], lotIds))
}

/** Appends the opposite of each change of a household, the last one first. Answers whether all went well; says why when not. */
export async function undo(household: string | null, seqs: readonly number[], lotIds: readonly string[]): Promise<boolean> {
  try {
    for (const seq of seqs.toReversed()) await call(undoChange, { params: { seq }, household })
    toast.done(t`Undone`)
    return true
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t undo that`))
    return false
  } finally {
    await reread(household, lotIds)
    refreshCounts(household)
  }
}

/** Shows lots as the server has them now. Their live events may say the same again. */
async function reread(household: string | null, lotIds: readonly string[]): Promise<void> {
  await Promise.all(
    lotIds.map(async (id) => {
      try {
        const lot = await call(getLot, { params: { id }, household })
        showServer(household, { type: lot.state === 'active' ? 'INSERT' : 'DELETE', data: lot })
      } catch {
        // Gone or out of reach: the live events or the next visit tell.
      }
    }),
  )
}

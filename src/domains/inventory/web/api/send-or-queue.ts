import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import type { Connectivity } from '#platform/web/sync/connectivity.ts'
import type { Outcome } from '#platform/web/sync/outbox-types.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { type ToastAction, toast } from '#platform/web/ui/toast.tsx'
import type { Lot } from '../../contract.ts'
import { oppositeOf, type PendingLotAction } from './pending-lot-actions.ts'
import type { LotActionOutcome } from './run-lot-action.ts'
import { refreshCounts, showLotChange, showServerLot } from './stock-cache.ts'

/** How long to wait for a response before reporting the change as queued. */
const responseTimeoutMs = 4000

interface QueuedAction {
  household: string
  /** The lot before the action. */
  lot: Lot
  action: PendingLotAction
  message: string | null
  failureMessage: string | null
  followUp?: ToastAction | undefined
}
interface QueueCallbacks {
  reread: (household: string, lotIds: readonly string[]) => Promise<void>
  offerUndo: (household: string, message: string, seq: number | null, lotIds: readonly string[], followUp?: ToastAction) => void
}

/** Sends an action through the outbox. While offline, queues it on this device and reports that. Returns null without an outbox. */
export async function sendOrQueue(queued: QueuedAction, callbacks: QueueCallbacks): Promise<LotActionOutcome | null> {
  const session = currentSyncSession()
  if (!session) return null
  const { household, lot, action, message: said, failureMessage, followUp } = queued
  const { id, ended } = session.outbox.add({ household, kind: 'inventory', ...action })
  const early = await orTimeout(ended, session.connectivity)
  if (early === 'timeout') {
    if (said !== null) toast.undo(t`${said}. Will sync when you’re online.`, () => void withdraw(id, queued, callbacks), followUp)
    void ended.then((late) => {
      if (late.state === 'sent') showSent(queued, callbacks, late)
      if (late.state !== 'refused') return
      void callbacks.reread(household, [lot.id])
      toast.fail(`${action.words}: ${late.refusal.sentence}`)
    })
    return { done: true, seq: null }
  }
  if (early.state === 'refused') {
    // Reported here, so the outbox needn't report it again.
    void session.outbox.dismiss([id])
    showLotChange(household, { type: 'INSERT', data: lot })
    void callbacks.reread(household, [lot.id])
    if (failureMessage !== null) toast.fail(early.refusal.sentence || failureMessage)
    return { done: false, error: new Error(early.refusal.sentence) }
  }
  const seq = showSent(queued, callbacks, early)
  if (said !== null) callbacks.offerUndo(household, said, seq, [lot.id], followUp)
  return { done: true, seq }
}

/** Shows the result. Returns the change's `seq`. */
function showSent({ household, lot }: QueuedAction, { reread }: QueueCallbacks, ending: Outcome): number | null {
  const reply = ending.state === 'sent' ? (ending.reply as Lot | undefined) : undefined
  if (reply) showServerLot(household, { type: reply.state === 'active' ? 'UPDATE' : 'DELETE', data: reply })
  else void reread(household, [lot.id])
  refreshCounts(household)
  return ending.state === 'sent' ? ending.seq : null
}

/** Drops an action that wasn't sent yet; otherwise queues an undo after it. */
async function withdraw(id: string, { household, lot, action }: QueuedAction, { reread }: QueueCallbacks): Promise<void> {
  const { outbox } = currentSyncSession() ?? {}
  if (!outbox) return
  const isDropped = await outbox.withdraw(id)
  showLotChange(household, { type: 'INSERT', data: lot })
  if (isDropped) return
  const { ended } = outbox.add({
    household,
    kind: 'inventory',
    words: t`Undo: ${action.words}`,
    intent: oppositeOf(action.intent),
    request: { method: 'POST', address: undoChange.path },
    after: id,
  })
  await ended
  await reread(household, [lot.id])
  refreshCounts(household)
}

/** Returns the outcome, or `timeout` if the device is offline or the server doesn't respond in time. */
export async function orTimeout(ended: Promise<Outcome>, connectivity: Connectivity): Promise<Outcome | 'timeout'> {
  let stop = () => {}
  const timeout = new Promise<'timeout'>((resolve) => {
    const checkOffline = () => connectivity.offlineSince() !== null && resolve('timeout')
    const timer = setTimeout(() => resolve('timeout'), responseTimeoutMs)
    const unwatch = connectivity.watch(checkOffline)
    stop = () => {
      clearTimeout(timer)
      unwatch()
    }
    checkOffline()
  })
  try {
    return await Promise.race([ended, timeout])
  } finally {
    stop()
  }
}

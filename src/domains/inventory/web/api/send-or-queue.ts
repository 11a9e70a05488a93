import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import type { Connectivity } from '#platform/web/sync/connectivity.ts'
import type { Outcome } from '#platform/web/sync/outbox-types.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Lot } from '../../contract.ts'
import { refreshCounts, show, showServer } from './lists.ts'
import { oppositeOf, type PendingLotAction } from './pending-lot-actions.ts'
import type { LotActionOutcome } from './run-lot-action.ts'

/** Nobody waits for a dead line longer than this before they are told that it waits. */
const responseTimeoutMs = 4000

interface QueuedAction {
  household: string
  /** As it was shown before. */
  lot: Lot
  act: PendingLotAction
  said: string | null
  failed: string | null
}
/** What every act does with its answer. */
interface QueueCallbacks {
  reread: (household: string, lotIds: readonly string[]) => Promise<void>
  offerUndo: (household: string, said: string, seq: number | null, lotIds: readonly string[]) => void
}

/**
 * Sends an act through the outbox: with a network it ends as any other act; without one it is kept on this device, said to wait,
 * and sent later. Null where there is no outbox.
 */
export async function sendOrQueue(doing: QueuedAction, callbacks: QueueCallbacks): Promise<LotActionOutcome | null> {
  const running = currentSyncSession()
  if (!running) return null
  const { household, lot, act, said, failed } = doing
  const { id, ended } = running.outbox.add({ household, kind: 'inventory', ...act })
  const early = await orTimeout(ended, running.connectivity)
  if (early === 'silence') {
    if (said !== null) toast.undo(t`${said}. Will sync when you’re online.`, () => void withdraw(id, doing, callbacks))
    void ended.then((late) => {
      if (late.state === 'sent') take(doing, callbacks, late)
      if (late.state !== 'refused') return
      void callbacks.reread(household, [lot.id])
      toast.fail(`${act.words}: ${late.refusal.sentence}`)
    })
    return { done: true, seq: null }
  }
  if (early.state === 'refused') {
    // Told right here: it need not be told again.
    void running.outbox.dismiss([id])
    show(household, { type: 'INSERT', data: lot })
    void callbacks.reread(household, [lot.id])
    if (failed !== null) toast.fail(early.refusal.sentence || failed)
    return { done: false, error: new Error(early.refusal.sentence) }
  }
  const seq = take(doing, callbacks, early)
  if (said !== null) callbacks.offerUndo(household, said, seq, [lot.id])
  return { done: true, seq }
}

/** Shows what the server made of it; answers its change's number. */
function take({ household, lot }: QueuedAction, { reread }: QueueCallbacks, ending: Outcome): number | null {
  const reply = ending.state === 'sent' ? (ending.reply as Lot | undefined) : undefined
  if (reply) showServer(household, { type: reply.state === 'active' ? 'UPDATE' : 'DELETE', data: reply })
  else void reread(household, [lot.id])
  refreshCounts(household)
  return ending.state === 'sent' ? ending.seq : null
}

/** Before it was tried the act is simply dropped; afterwards its opposite waits behind it. */
async function withdraw(id: string, { household, lot, act }: QueuedAction, { reread }: QueueCallbacks): Promise<void> {
  const { outbox } = currentSyncSession() ?? {}
  if (!outbox) return
  const isDropped = await outbox.withdraw(id)
  show(household, { type: 'INSERT', data: lot })
  if (isDropped) return
  const { ended } = outbox.add({
    household,
    kind: 'inventory',
    words: t`Undo: ${act.words}`,
    intent: oppositeOf(act.intent),
    request: { method: 'POST', address: undoChange.path },
    after: id,
  })
  await ended
  await reread(household, [lot.id])
  refreshCounts(household)
}

/** How it ended, or that nobody answers. */
export async function orTimeout(ended: Promise<Outcome>, contact: Connectivity): Promise<Outcome | 'silence'> {
  let stop = () => {}
  const silentTabChannel = new Promise<'silence'>((resolve) => {
    const tell = () => contact.offlineSince() !== null && resolve('silence')
    const timer = setTimeout(() => resolve('silence'), responseTimeoutMs)
    const unwatch = contact.watch(tell)
    stop = () => {
      clearTimeout(timer)
      unwatch()
    }
    tell()
  })
  try {
    return await Promise.race([ended, silentTabChannel])
  } finally {
    stop()
  }
}

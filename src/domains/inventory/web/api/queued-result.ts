import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import type { NewOperation } from '#platform/web/sync/outbox-interface.ts'
import { refusedError, type WriteResult, withdrawWrite } from '#platform/web/sync/write-or-queue.ts'

/** A change saved on this device, to be sent when the server is reachable again. */
export interface QueuedResult<R> {
  /** Resolves when it was sent, with null if it was withdrawn first. Rejects with `ApiError` if the server refused it. */
  outcome: Promise<R | null>
  withdraw(): Promise<void>
}

/** `arrived` shows the result; its `reply` is set only in the tab that sent the request. `opposite` is what an undo does on screen. */
export function queuedResult<R>(
  { id, ended }: Extract<WriteResult, { state: 'queued' }>,
  write: NewOperation,
  arrived: (seq: number | null, reply: unknown) => Promise<R>,
  opposite: unknown = write.intent,
): QueuedResult<R> {
  let isWithdrawn = false
  const outcome = ended.then(async (ending) => {
    if (isWithdrawn || ending.state === 'void') return null
    if (ending.state === 'refused') throw refusedError(ending.refusal)
    const result = await arrived(ending.seq, ending.reply)
    // Withdrawn while the result was being shown: the undo follows it.
    return isWithdrawn ? null : result
  })
  // The outbox reports a refusal as well.
  outcome.catch(() => {})
  return {
    outcome,
    async withdraw() {
      isWithdrawn = true
      const request = { method: 'POST', address: undoChange.path } as const
      await withdrawWrite(id, { household: write.household, kind: write.kind, words: t`Undo: ${write.words}`, intent: opposite, request })
    },
  }
}

import { t } from '@lingui/core/macro'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { errorMessage, request, urlOf } from '../api/call.ts'
import { type ToastAction, toast } from '../ui/toast.tsx'
import type { NewOperation } from './outbox-interface.ts'
import { type WriteResult, withdrawWrite, writeOrSend } from './write-or-queue.ts'

type Undo = Pick<NewOperation, 'household' | 'kind' | 'intent'> & {
  /** What was done, as shown to people. */
  message: string
  seq: number
  /** The endpoint that undoes a change. */
  by: Endpoint
}

/** Undoes a change that was sent; while offline, queues that on this device. `intent` is what it does on screen. Throws `ApiError`. */
export function undoOrQueue({ household, kind, intent, message, seq, by }: Undo): Promise<WriteResult> {
  const address = urlOf(by, { params: { seq } })
  return writeOrSend({ household, kind, intent, words: t`Undo: ${message}`, request: { method: 'POST', address } }, () =>
    request('POST', address, { household }),
  )
}

export const queuedMessage = (message: string): string => t`${message}. Will sync when you’re online.`

interface UndoOffer {
  by: Endpoint
  /** What the undo does on screen. */
  opposite: unknown
  /** Runs after the undo. */
  onChange?: () => void
  /** Offered next to Undo. */
  followUp?: ToastAction | undefined
}

/** Reports a change with Undo for eight seconds. */
export function offerUndo(
  { household, kind, words }: Pick<NewOperation, 'household' | 'kind' | 'words'>,
  written: WriteResult,
  message: string,
  { by, opposite, onChange = () => {}, followUp }: UndoOffer,
): void {
  const undoSent = async (seq: number) => {
    try {
      const { state } = await undoOrQueue({ household, kind, intent: opposite, message, seq, by })
      toast.done(state === 'queued' ? queuedMessage(t`Undone`) : t`Undone`)
    } catch (error) {
      toast.fail(errorMessage(error, t`Couldn’t undo that`))
    }
    onChange()
  }
  if (written.state === 'queued') {
    const request = { method: 'POST', address: by.path } as const
    const undo = { household, kind, intent: opposite, words: t`Undo: ${words}`, request }
    const withdraw = async () => {
      const queued = await withdrawWrite(written.id, undo)
      await queued?.ended
      onChange()
    }
    toast.undo(queuedMessage(message), () => void withdraw(), followUp)
  } else if (written.seq === null) toast.done(message)
  else toast.undo(message, () => void undoSent(written.seq as number), followUp)
}

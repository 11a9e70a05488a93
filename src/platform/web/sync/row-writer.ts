import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { Row } from '#platform/shared/local-tables.ts'
import { invalidateIn } from '../api/query-cache.ts'
import { currentSession } from '../session/session.ts'
import { offerUndo } from './offer-undo.ts'
import type { OperationRequest } from './operation.ts'
import type { RowIntent } from './pending-row-change.ts'
import { type WriteResult, writeOrSend } from './write-or-queue.ts'

interface RowWrite<R extends Row> {
  words: string
  /** Said with Undo once it is done or queued. Null if the change shows by itself. */
  message: string | null
  intent: RowIntent<R>
  opposite: RowIntent<R>
  request: OperationRequest
  /** Sends it before the outbox is open. */
  send: (household: string | null) => Promise<{ reply: unknown; headers: Headers }>
}

/**
 * Returns a function that changes rows of a kind; while offline, on this device. It throws `ApiError`. `undoneBy` is the endpoint that undoes
 * changes, `lists` those whose replies contain the rows.
 */
export const rowWriter =
  <R extends Row>(kind: string, undoneBy: Endpoint, ...lists: readonly Endpoint[]) =>
  async ({ words, message, intent, opposite, request, send }: RowWrite<R>): Promise<WriteResult> => {
    const { household } = currentSession()
    const operation = { household: household ?? '', kind, words, intent, request }
    const written = await writeOrSend(operation, () => send(household))
    const onChange = () => void invalidateIn(household, ...lists)
    if (message !== null) offerUndo(operation, written, message, { by: undoneBy, opposite, onChange })
    if (written.state === 'queued') void written.ended.then(onChange)
    else onChange()
    return written
  }

import type { Endpoint, ReplyOf } from '#platform/shared/endpoint.ts'
import { onSignOut } from '../session/session.ts'
import { ApiError } from './call.ts'

interface ChainState<Row> {
  /** The version that this device's own chain of edits started from. */
  firstVersion: number
  /** The latest row known from the server. */
  row: Row
}

/**
 * Serializes this device's own edits of each row. An edit made before the previous one was acknowledged is sent on top of it, with the
 * version that one returned, so it never conflicts with itself. A change by someone else in between still conflicts.
 */
export function editChain<Row extends { version: number }>() {
  const latest = new Map<string, { settled: Promise<ChainState<Row>>; isSettled: boolean }>()
  onSignOut(() => latest.clear())

  /** Starts the next edit of the row with this key, based on the row that was shown. */
  return (rowKey: string, shown: Row) => {
    const previous = latest.get(rowKey)
    const wasSettled = previous?.isSettled
    let state: ChainState<Row> = { firstVersion: shown.version, row: shown }
    const versionToSend = async () => {
      const before = await previous?.settled
      const isInChain = before && before.firstVersion <= shown.version && shown.version <= before.row.version
      // At the same version as the last reply, the row shown is that reply or an optimistic guess of it.
      if (isInChain && !(wasSettled && shown.version === before.row.version)) state = before
      return state.row.version
    }
    let own: ReturnType<typeof latest.get>
    return {
      /** Sends the edit after the previous one has settled, with the version to put in `If-Match`. */
      send<Answer extends { reply: Row }>(request: (ifMatch: number) => Promise<Answer>): Promise<Answer> {
        const sent = versionToSend().then(async (ifMatch) => {
          const answer = await request(ifMatch)
          state = { firstVersion: state.firstVersion, row: answer.reply }
          return answer
        })
        const onSettled = () => {
          edit.isSettled = true
          return state
        }
        const edit = { settled: sent.then(onSettled, onSettled), isSettled: false }
        own = edit
        latest.set(rowKey, edit)
        return sent
      },
      /** Whether no other edit decides what to show: none was sent later, or, for one sent through the outbox, none is under way. */
      isLast() {
        const last = latest.get(rowKey)
        return last === own || (!own && last?.isSettled === true)
      },
      /** Returns the row to show if the edit was rejected. */
      row: () => state.row,
    }
  }
}

/** Returns the fields of `is` that differ from `was`. */
export function changedFields<T extends object>(was: T, is: T): Partial<T> {
  const names = Object.keys(is) as (keyof T)[]
  return Object.fromEntries(names.filter((name) => is[name] !== was[name]).map((name) => [name, is[name]])) as Partial<T>
}

/** Returns the current row from a 412 response of `endpoint`, or null if the error is another one. */
export function currentRowFrom412<E extends Endpoint>(error: unknown, _endpoint: E): ReplyOf<E> | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null
  const row = error.problem?.current
  return isReply<E>(row) ? row : null
}

/** Replies aren't parsed: the server wrote them with the endpoint's schema. */
const isReply = <E extends Endpoint>(row: unknown): row is ReplyOf<E> => typeof row === 'object' && row !== null

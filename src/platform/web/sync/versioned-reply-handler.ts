import type { IfMatch, RowsOf } from './operation.ts'
import { pendingMutations } from './pending-source.ts'
import type { ReplyHandler } from './sender.ts'

const hasVersion = (reply: unknown): reply is { id: string; version: number } =>
  typeof reply === 'object' && reply !== null && 'id' in reply && 'version' in reply && typeof reply.version === 'number'

/**
 * A kind of changes of rows with versions. The version that a change led to is noted in its intent: the next one is made on it. `rowOf`
 * returns the row that an intent changes; null if it changes none.
 */
export const createVersionedReplyHandler = (rowOf: (intent: unknown) => string | null | undefined): ReplyHandler => ({
  answered: (intent, reply) => ({
    intent: hasVersion(reply) && reply.id === rowOf(intent) ? { ...(intent as object), version: reply.version } : intent,
  }),
  settled: () => undefined,
})

/** Makes a change of a row fail if someone else changed the row since it was shown. */
export function buildIfMatch(
  household: string | null,
  rowsOf: RowsOf,
  { id, version }: { id: string; version: number },
  when: IfMatch['when'],
): { readonly ifMatch: IfMatch } {
  const own = pendingMutations().filter((one) => one.household === household && one.state === 'waiting' && rowsOf(one).includes(id))
  return { ifMatch: { version, own: own.map((one) => one.id), when } }
}

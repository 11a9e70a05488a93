import type { Database } from '../database/index.ts'
import type { OutgoingQueue } from '../outbox/outbox.ts'
import { type ChangeConsumer, type CursorTables, contextFor, maxAttempts, readLogState } from './consumers.ts'
import { findChange } from './log.ts'

/** The changes that consumers skipped, for the server admin. They wait for nothing: a change that is retried is consumed at once. */
export function changeDeadLetters(database: Database, consumers: readonly ChangeConsumer[]): OutgoingQueue<'change'> {
  type DeadChange = Pick<CursorTables['parked_changes'], 'household_id' | 'reader' | 'seq'>
  const crossHousehold = { crossHousehold: 'jobs' } as const

  /** Consumes a change in one transaction with the deletion of its dead letter. Consumers accept a change they have seen before. */
  const retry = ({ household_id: householdId, reader, seq }: DeadChange, now: Date): Promise<void> =>
    database.write(householdId, `retry a change of ${reader}`, async (tx) => {
      const consumer = consumers.find(({ name }) => name === reader)
      const [state, change] = [await readLogState(tx, householdId), await findChange(tx, householdId, seq)]
      if (consumer && state && change && (consumer.names?.includes(change.name) ?? true))
        await consumer.consume(tx, contextFor(consumer, state, householdId, now).context, [change])
      const letter = tx.on<CursorTables>().deleteFrom('parked_changes').where('household_id', '=', householdId)
      await letter.where('reader', '=', reader).where('seq', '=', seq).execute()
    })

  return {
    countWaiting: async () => 0,
    async listDeadLetters(limit) {
      const rows = await database.read(crossHousehold, (q) =>
        q.on<CursorTables>().selectFrom('parked_changes').select(['reason', 'at']).orderBy('at', 'desc').limit(limit).execute(),
      )
      return rows.map(({ reason, at }) => ({ channel: 'change', tries: maxAttempts, reason, parkedAt: at }))
    },
    async retryDeadLetters(now) {
      const letters = await database.read(crossHousehold, (q) =>
        q.on<CursorTables>().selectFrom('parked_changes').select(['household_id', 'reader', 'seq']).orderBy('seq').execute(),
      )
      // One that fails again stays a dead letter.
      for (const letter of letters) await retry(letter, now).catch(() => {})
    },
  }
}

import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { type Database, DatabaseUnavailableError } from '../database/index.ts'
import type { ManagedQueue } from '../outbox/outbox.ts'
import type { ChangeConsumer } from './change-consumer-interface.ts'
import { changesAfter, findChange } from './change-log.ts'
import { type Cursor, type CursorTables, readLogState, saveCursors, toConsumerTurn } from './consumer-cursors.ts'

/** Attempts to consume a change before it becomes a dead letter. */
export const maxAttempts = 5

/** A consumer failed, with a change or with a new day. `cause` is the original error. */
export class ConsumerFailedError extends Error {
  readonly consumer: ChangeConsumer
  readonly isNewDay: boolean
  constructor(consumer: ChangeConsumer, isNewDay: boolean, cause: unknown) {
    super(`${consumer.name} failed`, { cause })
    this.consumer = consumer
    this.isNewDay = isNewDay
  }
}

/** Skips the change or day that keeps failing and stores it as a dead letter. A day is stored under the change before it. */
export const moveToDeadLetters = (
  database: Database,
  householdId: HouseholdId,
  now: Date,
  { consumer, isNewDay, cause }: ConsumerFailedError,
): Promise<void> =>
  database.write(householdId, `dead letter of ${consumer.name}`, async (tx) => {
    const state = await readLogState(tx, householdId)
    if (!state) return
    const { cursor, context } = toConsumerTurn(consumer, state, householdId, now)
    const next: Cursor = { ...cursor, timeZone: state.timeZone }
    if (isNewDay) next.day = context.today
    else {
      const [change] = await changesAfter(tx, householdId, cursor.seq, 1, consumer.names)
      if (!change) return
      next.seq = change.seq
    }
    await tx
      .on<CursorTables>()
      .insertInto('parked_changes')
      .values({
        household_id: householdId,
        reader: consumer.name,
        seq: next.seq,
        reason: reasonOf(cause).slice(0, 300),
        at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await saveCursors(tx, householdId, [{ reader: consumer.name, cursor: next }])
  })

/** Returns whether the consumer caused the error, and not an unavailable database. */
export const isConsumerFault = (error: unknown) => !(error instanceof DatabaseUnavailableError)

/** The changes that consumers skipped, for the server admin. They wait for nothing: a change that is retried is consumed at once. */
export function openChangeDeadLetters(database: Database, consumers: readonly ChangeConsumer[]): ManagedQueue<'change'> {
  type DeadChange = Pick<CursorTables['parked_changes'], 'household_id' | 'reader' | 'seq'>
  const crossHousehold = { crossHousehold: 'jobs' } as const

  /** Consumes a change in one transaction with the deletion of its dead letter. Consumers accept a change they have seen before. */
  const retry = ({ household_id: householdId, reader, seq }: DeadChange, now: Date): Promise<void> =>
    database.write(householdId, `retry a change of ${reader}`, async (tx) => {
      const consumer = consumers.find(({ name }) => name === reader)
      const [state, change] = [await readLogState(tx, householdId), await findChange(tx, householdId, seq)]
      if (consumer && state && change && (consumer.names?.includes(change.name) ?? true))
        await consumer.consume(tx, toConsumerTurn(consumer, state, householdId, now).context, [change])
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

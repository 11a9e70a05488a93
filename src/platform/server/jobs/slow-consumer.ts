import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ConsumerContext } from '../changes/change-consumer.ts'
import { contextFor, findPendingHouseholds, readLogState, saveCursors } from '../changes/consumer-cursors.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { Job } from './scheduler.ts'

/** A consumer whose work takes too long for a transaction, so it runs as a job: after changes, and on each new day of a household. */
export interface SlowConsumer<T> {
  readonly name: string
  readonly everyMs: number
  readonly afterMs: number
  /** Works outside of a transaction. */
  prepare(context: ConsumerContext): Promise<T>
  /** Stores the result, in one transaction with the cursor. Isn't called if the household changed since `prepare` began. */
  store(tx: Transaction, context: ConsumerContext, result: T): Promise<void>
}

export function slowConsumerJob<T>(database: Database, consumer: SlowConsumer<T>): Job {
  const { name, everyMs, afterMs } = consumer

  async function consume(householdId: HouseholdId, now: Date): Promise<void> {
    const state = await database.read(householdId, (q) => readLogState(q, householdId))
    if (!state) return
    const { context } = contextFor(consumer, state, householdId, now)
    const result = await consumer.prepare(context)
    await database.write(householdId, name, async (tx) => {
      // The result is outdated if something changed meanwhile; the next run repeats it.
      if ((await readLogState(tx, householdId))?.head !== state.head) return
      await consumer.store(tx, context, result)
      const seq = tx.recorded.get(householdId) ?? state.head
      await saveCursors(tx, householdId, [{ reader: name, cursor: { seq, day: context.today, timeZone: context.timeZone } }])
    })
  }

  return {
    name,
    everyMs,
    afterMs,
    concurrent: true,
    async run(now) {
      const failures: unknown[] = []
      // A household that fails must not block the others.
      for (const householdId of await findPendingHouseholds(database, [{ name, newDay: true }], now))
        await consume(householdId, now).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

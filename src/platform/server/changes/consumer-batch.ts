import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Database, Transaction } from '../database/index.ts'
import {
  type ChangeConsumer,
  type CursorPosition,
  contextFor,
  defaultBatchLimit,
  isConsumerFault,
  readLogState,
  saveCursors,
} from './consumers.ts'
import { type Change, changesAfter } from './log.ts'

/** The reader that could not take what it was shown in a step of several. */
export class ConsumerFailed extends Error {
  readonly consumer: ChangeConsumer
  constructor(consumer: ChangeConsumer, cause: unknown) {
    super(`${consumer.name} failed`, { cause })
    this.consumer = consumer
  }
}

interface StepsResult {
  /** How far the readers are that have read to the end. */
  readonly places: ReadonlyMap<ChangeConsumer, number>
  /** Those that have more to do than one step of several holds: a day to begin, or many changes. They read on by themselves. */
  readonly rest: readonly ChangeConsumer[]
}

/**
 * One step of all readers of a household, in their order and in one transaction: with one of each, every change of stock would be followed by
 * four more commits. A later reader is shown what an earlier one has just recorded. Throws `ConsumerFailed` when one of them cannot take what
 * it is shown; then none of them has moved.
 */
export async function runConsumersStep(
  database: Database,
  consumers: readonly ChangeConsumer[],
  householdId: HouseholdId,
  now: Date,
): Promise<StepsResult> {
  const failures = new Map<unknown, ChangeConsumer>()
  try {
    return await database.write(householdId, 'what follows from changes', async (tx): Promise<StepsResult> => {
      const state = await readLogState(tx, householdId)
      if (!state) return { places: new Map(), rest: [] }
      const steps = consumers.map((consumer) => ({ reader: consumer, ...contextFor(consumer, state, householdId, now) }))
      const from = Math.min(...steps.map(({ place }) => place.seq))
      if (state.head - from > defaultBatchLimit) return { places: new Map(), rest: consumers }

      const log = lazyChangesFrom(tx, householdId, from, state.head)
      const read: { reader: ChangeConsumer; was: CursorPosition; place: CursorPosition }[] = []
      for (const { reader: consumer, place, context, isNewDay } of steps) {
        if (consumer.newDay && isNewDay) break
        const changes = (await log.all()).filter(({ seq, name }) => seq > place.seq && (consumer.names?.includes(name) ?? true))
        if (changes.length > (consumer.batchLimit ?? defaultBatchLimit)) break
        if (changes.length > 0)
          await consumer.consume(tx, context, changes).catch((error: unknown) => {
            failures.set(error, consumer)
            throw error
          })
        read.push({ reader: consumer, was: place, place: { seq: log.head(), day: context.today, timeZone: context.timeZone } })
      }
      const moved = read.filter(({ was, place }) => was.seq !== place.seq || was.day !== place.day || was.timeZone !== place.timeZone)
      await saveCursors(
        tx,
        householdId,
        moved.map(({ reader: consumer, place }) => ({ reader: consumer.name, place })),
      )
      return { places: new Map(read.map(({ reader: consumer, place }) => [consumer, place.seq])), rest: consumers.slice(read.length) }
    })
  } catch (error) {
    // Named only out here: whether a transaction is tried again depends on the failure itself.
    const consumer = failures.get(error)
    throw consumer && isConsumerFault(error) ? new ConsumerFailed(consumer, error) : error
  }
}

/** A household's changes after `from`, read once; what is recorded meanwhile in this transaction is read when it is asked for. */
function lazyChangesFrom(tx: Transaction, householdId: HouseholdId, from: number, headBefore: number) {
  const known: Change[] = []
  let upTo = from
  const head = () => tx.recorded.get(householdId) ?? headBefore
  return {
    head,
    async all(): Promise<readonly Change[]> {
      while (upTo < head()) {
        const next = await changesAfter(tx, householdId, upTo, defaultBatchLimit)
        known.push(...next)
        upTo = next.length < defaultBatchLimit ? head() : (next.at(-1)?.seq ?? upTo)
      }
      return known
    },
  }
}

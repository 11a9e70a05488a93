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

/** A consumer failed in a step that several consumers share. */
export class ConsumerFailed extends Error {
  readonly consumer: ChangeConsumer
  constructor(consumer: ChangeConsumer, cause: unknown) {
    super(`${consumer.name} failed`, { cause })
    this.consumer = consumer
  }
}

interface StepsResult {
  /** New cursor positions, for the consumers that have reached the end of the log. */
  readonly places: ReadonlyMap<ChangeConsumer, number>
  /** Consumers with more work than a shared step can do: a new day, or many changes. They continue in steps of their own. */
  readonly rest: readonly ChangeConsumer[]
}

/**
 * Runs one step of every consumer of a household, in order and in one transaction, so that a change of stock isn't followed by one commit
 * per consumer. Later consumers receive what earlier ones recorded. If a consumer fails, throws `ConsumerFailed` and moves no cursor.
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
    // Wrapped outside the transaction, which decides by the original error whether to retry.
    const consumer = failures.get(error)
    throw consumer && isConsumerFault(error) ? new ConsumerFailed(consumer, error) : error
  }
}

/** Reads a household's changes after `from` once, on demand, including those recorded in this transaction. */
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

import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from '#platform/shared/backoff.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import type { ChangeConsumer, ConsumerContext } from '../changes/change-consumer-interface.ts'
import { ConsumerFailedError, isConsumerFault, maxAttempts, moveToDeadLetters } from '../changes/change-dead-letters.ts'
import { findPendingHouseholds, readLogState, saveCursors, toConsumerTurn } from '../changes/consumer-cursors.ts'
import { runConsumerStep } from '../changes/consumer-step.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { Job, TaskTracker } from './background-work.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { runEach } from './run-each.ts'

/** Batches changes of one household within this time: a phone that comes online sends dozens. */
const debounceMs = 100
/** Beyond this, a query covers all households instead of listing them. */
const maxListedHouseholds = 500

/** A consumer that failed takes this many changes one at a time. */
const maxChangesAlone = 200

/** A consumer that failed: it runs on its own, one change at a time, so that a bad change delays only itself. */
interface FailingConsumer {
  readonly consumer: ChangeConsumer
  /** Failures of the current change, in a row. The failed batch counts as one. */
  readonly failures: number
  readonly changesLeft: number
}

interface ConsumerLoopOptions {
  /** Delay before retrying a failed change; doubles each time. */
  readonly retryMs: number
  readonly log: (message: string) => void
  readonly now: () => Date
  /** Whether new changes are consumed as they arrive. */
  readonly isOn: () => boolean
  readonly isClosed: () => boolean
  readonly tasks: TaskTracker
}

/** Runs the consumers of a household when it changes, one run per household at a time. */
export function openConsumerLoop(
  database: Database,
  consumers: readonly ChangeConsumer[],
  { retryMs, log, now, isOn, isClosed, tasks }: ConsumerLoopOptions,
) {
  const running = new Map<HouseholdId, { again: boolean; done: Promise<void> }>()
  const seen = new Map<string, number>()
  const backoff = { firstMs: retryMs, jitter: 0.5 }

  /** Consumes the changes of a household. During a run, requests one more. */
  function consume(householdId: HouseholdId, at: () => Date = now): Promise<void> {
    const current = running.get(householdId)
    if (current) {
      current.again = true
      return current.done
    }
    const state = { again: true, done: Promise.resolve() }
    running.set(householdId, state)
    state.done = (async () => {
      try {
        while (state.again && !isClosed()) {
          state.again = false
          await runAll(householdId, at)
        }
      } catch (error) {
        // The next poll tries again.
        log(`consuming changes is delayed: ${reasonOf(error)}`)
      } finally {
        running.delete(householdId)
      }
    })()
    tasks.add(state.done)
    return state.done
  }

  /** Runs every consumer in order, until each has reached the end of the log. */
  async function runAll(householdId: HouseholdId, at: () => Date): Promise<void> {
    let rest = consumers
    let failing = null as FailingConsumer | null
    while (rest.length > 0 && !isClosed()) {
      const index: number = failing ? rest.indexOf(failing.consumer) : -1
      if (index < 0) failing = null
      const batch: readonly ChangeConsumer[] = index < 0 ? rest : rest.slice(0, Math.max(1, index))
      try {
        const step = await runConsumerStep(database, batch, householdId, at(), index === 0 ? 1 : undefined)
        for (const [{ name }, seq] of step.cursors) seen.set(`${name} ${householdId}`, seq)
        rest = [...step.rest, ...rest.slice(batch.length)]
        if (failing && index === 0)
          failing = failing.changesLeft === 1 ? null : { ...failing, failures: 1, changesLeft: failing.changesLeft - 1 }
      } catch (error) {
        failing = await afterFailure(error, batch, failing, householdId, at)
      }
    }
  }

  /** Waits before the next attempt, or moves a change that keeps failing to the dead letters. */
  async function afterFailure(
    error: unknown,
    [first]: readonly ChangeConsumer[],
    before: FailingConsumer | null,
    householdId: HouseholdId,
    at: () => Date,
  ): Promise<FailingConsumer> {
    if (!first || !isConsumerFault(error)) throw error
    const failed = error instanceof ConsumerFailedError ? error : new ConsumerFailedError(first, false, error)
    const { consumer } = failed
    const known = before?.consumer === consumer ? before : { consumer, failures: 0, changesLeft: maxChangesAlone }
    const failures = known.failures + 1
    if (failures < maxAttempts) {
      if (failures === 1) log(`${consumer.name} failed in ${householdId} and will be retried: ${reasonOf(failed.cause)}`)
      await pause(backoffMs(failures, backoff))
      return { ...known, failures }
    }
    log(`${consumer.name} went past what it could not take in ${householdId}: ${reasonOf(failed.cause)}`)
    await moveToDeadLetters(database, householdId, at(), failed)
    return { ...known, failures: 1 }
  }

  /** Returns whether a consumer has yet to see this change. May return true for a change that another process has handled. */
  const hasUnread = (householdId: HouseholdId, seq: number) => consumers.some(({ name }) => (seen.get(`${name} ${householdId}`) ?? 0) < seq)
  const isPending = (householdId: HouseholdId, seq: number) => isOn() && hasUnread(householdId, seq)
  const debounce = coalesceByKey({ delayMs: debounceMs, merge: Math.max }, (householdId: HouseholdId, seq: number) => {
    if (isPending(householdId, seq)) void consume(householdId)
  })
  database.onChanges((householdId, seq) => {
    if (isPending(householdId, seq)) debounce.add(householdId, seq)
  })

  return {
    /** Consumes all pending changes, including those that consumers record. Leaves a failing household to the next call. */
    async consumePending(at: () => Date): Promise<void> {
      let found: HouseholdId[] | undefined
      for (let round = 0; round < consumers.length; round++) {
        found = await findPendingHouseholds(database, consumers, at(), found && found.length <= maxListedHouseholds ? found : undefined)
        for (let i = 0; i < found.length; i += 4) await Promise.all(found.slice(i, i + 4).map((id) => consume(id, at)))
        if (found.length === 0) return
      }
    },
    close: debounce.close,
  }
}

/** A consumer whose work takes too long for a transaction, so it runs as a job: after changes, and on each new day of a household. */
interface SlowConsumer<T> {
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
    const { context } = toConsumerTurn(consumer, state, householdId, now)
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
      const householdIds = await findPendingHouseholds(database, [{ name, newDay: true }], now)
      await runEach(householdIds, (householdId) => consume(householdId, now))
    },
  }
}

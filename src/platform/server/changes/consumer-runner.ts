import { backoffMs } from '#platform/shared/backoff.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import type { Database } from '../database/index.ts'
import { ConsumerFailed, runConsumersStep } from './consumer-batch.ts'
import { type ChangeConsumer, defaultBatchLimit, isConsumerFault, moveToDeadLetters, runConsumerStep } from './consumers.ts'

const maxAttempts = 5

interface RunnerOptions {
  /** Delay before retrying a failed change; doubles with each attempt. */
  readonly retryMs: number
  readonly log: (message: string) => void
  readonly isClosed: () => boolean
}

/** Runs consumers over the change logs of households and tracks their progress. */
export function openConsumerRunner(database: Database, consumers: readonly ChangeConsumer[], { retryMs, log, isClosed }: RunnerOptions) {
  const seen = new Map<string, number>()
  const backoff = { firstMs: retryMs, jitter: 0.5 }

  /** Runs every consumer in order; later ones receive what earlier ones recorded. */
  async function runAll(householdId: HouseholdId, at: () => Date): Promise<void> {
    let [failed, rest]: [ChangeConsumer | null, readonly ChangeConsumer[]] = [null, consumers]
    try {
      const steps = await runConsumersStep(database, consumers, householdId, at())
      for (const [consumer, seq] of steps.places) seen.set(`${consumer.name} ${householdId}`, seq)
      rest = steps.rest
    } catch (error) {
      if (!isConsumerFault(error)) throw error
      log(`what follows from changes in ${householdId} is done one by one: ${reasonOf(error)}`)
      if (error instanceof ConsumerFailed) failed = error.consumer
      await pause(backoffMs(1, backoff))
    }
    for (const consumer of rest) await runConsumer(consumer, householdId, at, consumer === failed)
  }

  async function runConsumer(consumer: ChangeConsumer, householdId: HouseholdId, at: () => Date, hasFailed: boolean): Promise<void> {
    let failures = hasFailed ? 1 : 0
    // After a failure, changes are consumed one at a time, so that a bad change delays only itself. The failed batch counts as one attempt.
    let alone = hasFailed ? defaultBatchLimit : 0
    for (let more = true; more && !isClosed(); ) {
      try {
        const step = await runConsumerStep(
          database,
          consumer,
          householdId,
          at(),
          alone > 0 ? 1 : (consumer.batchLimit ?? defaultBatchLimit),
        )
        seen.set(`${consumer.name} ${householdId}`, step.seq)
        more = step.more
        alone = Math.max(0, alone - 1)
        failures = alone > 0 ? 1 : 0
      } catch (error) {
        if (!isConsumerFault(error)) throw error
        failures++
        if (alone === 0) alone = defaultBatchLimit
        if (failures < maxAttempts) await pause(backoffMs(failures, backoff))
        else {
          log(`${consumer.name} went past what it could not take in ${householdId}: ${reasonOf(error)}`)
          await moveToDeadLetters(database, consumer, householdId, at(), error)
          failures = 1
        }
      }
    }
  }

  return {
    readAll: runAll,
    /** Returns whether a consumer has yet to see this change. May return true for a change that another process has handled. */
    hasUnread: (householdId: HouseholdId, seq: number): boolean =>
      consumers.some(({ name }) => (seen.get(`${name} ${householdId}`) ?? 0) < seq),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Database } from './database.ts'
import { isItsFault, type LogReader, maxAtOnce, park, takeStep } from './log-readers.ts'
import { ReaderFailed, takeSteps } from './log-steps.ts'
import { reasonOf } from './logged-error.ts'

const tries = 5

interface ReadingOptions {
  /** Pause before a change that failed is tried again; doubled each time. */
  readonly retryMs: number
  readonly log: (message: string) => void
  readonly isClosed: () => boolean
}

/** Takes readers through the logs of households, and knows how far they are. */
export function openReadings(database: Database, readers: readonly LogReader[], { retryMs, log, isClosed }: ReadingOptions) {
  const seen = new Map<string, number>()

  /** Every reader, in their order: a later one reads what an earlier one has just recorded. */
  async function readAll(householdId: HouseholdId, at: () => Date): Promise<void> {
    let [failed, rest]: [LogReader | null, readonly LogReader[]] = [null, readers]
    try {
      const steps = await takeSteps(database, readers, householdId, at())
      for (const [reader, seq] of steps.places) seen.set(`${reader.name} ${householdId}`, seq)
      rest = steps.rest
    } catch (error) {
      if (!isItsFault(error)) throw error
      log(`what follows from changes in ${householdId} is done one by one: ${reasonOf(error)}`)
      if (error instanceof ReaderFailed) failed = error.reader
      await pause(restMs(1))
    }
    for (const reader of rest) await readOn(reader, householdId, at, reader === failed)
  }

  const restMs = (failures: number) => retryMs * 2 ** failures * (0.5 + Math.random())

  async function readOn(reader: LogReader, householdId: HouseholdId, at: () => Date, hasFailed: boolean): Promise<void> {
    let failures = hasFailed ? 1 : 0
    // After a failure one change at a time, so that a bad one holds up nothing but itself; each was tried once, in the batch that failed.
    let alone = hasFailed ? maxAtOnce : 0
    for (let more = true; more && !isClosed(); ) {
      try {
        const step = await takeStep(database, reader, householdId, at(), alone > 0 ? 1 : (reader.most ?? maxAtOnce))
        seen.set(`${reader.name} ${householdId}`, step.seq)
        more = step.more
        alone = Math.max(0, alone - 1)
        failures = alone > 0 ? 1 : 0
      } catch (error) {
        if (!isItsFault(error)) throw error
        failures++
        if (alone === 0) alone = maxAtOnce
        if (failures < tries) await pause(restMs(failures))
        else {
          log(`${reader.name} went past what it could not take in ${householdId}: ${reasonOf(error)}`)
          await park(database, reader, householdId, at(), error)
          failures = 1
        }
      }
    }
  }

  return {
    readAll,
    /** Whether one of them has not seen this change yet, as far as this process knows. */
    hasUnread: (householdId: HouseholdId, seq: number): boolean =>
      readers.some(({ name }) => (seen.get(`${name} ${householdId}`) ?? 0) < seq),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

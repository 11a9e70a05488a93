import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { openConsumerRunner } from '../changes/consumer-runner.ts'
import type { ChangeConsumer } from '../changes/consumers.ts'
import { findPendingHouseholds } from '../changes/find-pending.ts'
import type { Database } from '../database/index.ts'
import { debounceByKey } from './debounce.ts'
import type { TaskTracker } from './scheduler.ts'

/** Batches changes of one household within this time: a phone that comes online sends dozens. */
const debounceMs = 100
/** Beyond this, a query covers all households instead of listing them. */
const maxListedHouseholds = 500

interface ConsumerLoopOptions {
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
  const runner = openConsumerRunner(database, consumers, { retryMs, log, isClosed })

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
          await runner.readAll(householdId, at)
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

  const isPending = (householdId: HouseholdId, seq: number) => isOn() && runner.hasUnread(householdId, seq)
  const debounce = debounceByKey({ delayMs: debounceMs, merge: Math.max }, (householdId: HouseholdId, seq: number) => {
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

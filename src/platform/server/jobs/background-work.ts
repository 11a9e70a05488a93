import { reasonOf } from '../../shared/logged-error.ts'
import type { ChangeConsumer } from '../changes/change-consumer-interface.ts'
import type { Database } from '../database/index.ts'
import { openConsumerLoop } from './consumer-loop.ts'
import { JobRunner } from './job-runner.ts'
import { type LeaseTimes, openLease } from './lease.ts'

/** A scheduled job. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Delay before the first run after a start; 0 by default. */
  readonly afterMs?: number
  /** Waits for external services: others don't wait for it to end. Its own runs don't overlap. */
  readonly concurrent?: boolean
  /** Processes changes without external services, so `settle` runs it, too. */
  readonly onSettle?: boolean
  run(now: Date): Promise<void>
  /** Resolves when nothing is left of what runs started, for a job that doesn't wait for it. */
  idle?(): Promise<void>
}

/** Background work: change consumers and scheduled jobs. Only one process at a time does it. */
export interface Jobs {
  /** Returns whether this process does the work. */
  isHolder(): boolean
  /** Returns the time shared by all processes. */
  now(): Date
  /** Does all work of `now` in this process, regardless of the lease. Resolves when nothing is left. */
  catchUp(now?: Date): Promise<void>
  /** Consumes all changes and runs the jobs marked `onSettle`. */
  settle(): Promise<void>
  /** Returns the jobs with a period of an hour or more, and when each last ran in any process. */
  listPersistent(): Promise<{ name: string; everyMs: number; ranAt: string | null }[]>
  /** Runs a job as soon as possible. */
  runNow(name: string): void
  close(): Promise<void>
}

const pollMs = 5_000

export interface JobOptions extends LeaseTimes {
  /** Delay before retrying a failed change; doubles each time. */
  readonly retryMs: number
  /** Delay before retrying a failed job; doubles each time, up to its period. */
  readonly failedMs: number
  /** False: only `catchUp` and `settle` do anything, for tests with their own clock. */
  readonly isAutomatic: boolean
  /** Name of the lease. Processes with the same one share the work. */
  readonly lease: string
}

/** Starts immediately. */
export function openJobs(
  database: Database,
  consumers: readonly ChangeConsumer[],
  jobs: readonly Job[],
  log: (message: string) => void,
  options: Partial<JobOptions> = {},
): Jobs {
  const { isAutomatic = true, retryMs = 400, failedMs = 900_000 } = options
  let isClosed = false
  const lease = openLease(database, options.lease ?? 'jobs', log, options)
  const isOn = () => isAutomatic && !isClosed && lease.isHeld()
  const tasks = trackTasks()
  const loop = openConsumerLoop(database, consumers, { retryMs, log, now: lease.now, isOn, isClosed: () => isClosed, tasks })
  const runner = new JobRunner(database, jobs, { failedMs, log })

  let lastPoll = Number.NEGATIVE_INFINITY
  const ticker = createTicker(tasks, log, async () => {
    if (!isOn()) return
    if (performance.now() - lastPoll >= pollMs) {
      lastPoll = performance.now()
      await loop.consumePending(lease.now)
    }
    if (isOn()) await runner.runDue(lease.now(), false)
  })
  tasks.add(lease.renew().then(ticker.run, ticker.logDelay))

  async function settle(at: () => Date): Promise<void> {
    await tasks.idle()
    await loop.consumePending(at)
    await runner.settle(at)
  }

  return {
    isHolder: () => !isClosed && lease.isHeld(),
    now: lease.now,
    async catchUp(now) {
      const at = now ? () => now : lease.now
      await settle(at)
      await runner.concurrentIdle()
      await runner.runDue(at(), true)
      await runner.concurrentIdle()
      await tasks.idle()
    },
    settle: () => settle(lease.now),
    listPersistent: () => runner.listPersistent(),
    runNow(name) {
      runner.makeDue(name)
      if (isOn()) ticker.run()
    },
    async close() {
      isClosed = true
      ticker.close()
      loop.close()
      await tasks.idle()
      await runner.close()
      await lease.close()
    },
  }
}

/** Runs `tick` every second, one at a time. */
function createTicker(tasks: TaskTracker, log: (message: string) => void, tick: () => Promise<void>) {
  const logDelay = (error: unknown) => log(`jobs are delayed: ${reasonOf(error)}`)
  let running: Promise<void> | null = null
  const run = () => {
    running ??= tick()
      .catch(logDelay)
      .finally(() => {
        running = null
      })
    tasks.add(running)
  }
  const timer = setInterval(run, 1_000)
  timer.unref()
  return { run, logDelay, close: () => clearInterval(timer) }
}

/** Background work in progress. */
export interface TaskTracker {
  add(task: Promise<unknown>): void
  /** Resolves when no task is in progress, including those added while waiting. */
  idle(): Promise<void>
}

function trackTasks(): TaskTracker {
  const running = new Set<Promise<unknown>>()
  return {
    add(task) {
      running.add(task)
      void task.finally(() => running.delete(task)).catch(() => {})
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled([...running])
    },
  }
}

import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { openConsumerRunner } from '../changes/consumer-runner.ts'
import type { ChangeConsumer } from '../changes/consumers.ts'
import { findPendingHouseholds } from '../changes/find-pending.ts'
import type { Database } from '../database/index.ts'
import { debounceByHousehold } from '../realtime/debounce.ts'
import { openJobRuns } from './job-runs.ts'
import { type LeaseTimes, openLease } from './lease.ts'

/** Work by the clock. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Pause before its first turn after a start; none unless told. */
  readonly afterMs?: number
  /** It waits for others, who may be slow: nothing else waits for its turn to end, and its next one begins after it. */
  readonly concurrent?: boolean
  /** It follows from changes at once, within the house: `settle` does it too. */
  readonly onSettle?: boolean
  run(now: Date): Promise<void>
}

/** All that happens by itself: readers of the change log and work by the clock, in one process of all. */
export interface Jobs {
  /** Whether this process is the one. */
  isHolder(): boolean
  /** The time all processes share. */
  now(): Date
  /** Does everything there is to do at `now`, here, whoever holds the lease; resolves when nothing is left. */
  catchUp(now?: Date): Promise<void>
  /** As `catchUp`, without the work by the clock: resolves when what follows from all changes so far has followed. */
  settle(): Promise<void>
  /** The jobs with an hour or more between two turns, and when each last ran, in whichever process. */
  listPersistent(): Promise<{ name: string; everyMs: number; ranAt: string | null }[]>
  /** Brings a job's next turn forward to now. */
  runNow(name: string): void
  close(): Promise<void>
}

const pollMs = 5_000
/** Changes of one household that come within this time are read together: a phone that sends what it kept brings dozens. */
const debounceMs = 100
/** So many households are named in one question; of more than these, all are looked at. */
const maxNamed = 500
/** Jobs with a longer pause keep in the database when they ran: after a restart, or a day switched off, they run once. */
const persistentFromMs = 3_600_000
/** Pause before a job that failed is tried again, doubled each time up to its period: a daily backup is not to wait for tomorrow. */
const failedMs = 900_000
/** How long a stop waits for a turn that waits for others. */
const concurrentStopMs = 3_000

export interface JobOptions extends LeaseTimes {
  /** Pause before a change that failed is tried again; doubled each time. */
  readonly retryMs: number
  /** Pause before a job that failed is tried again; doubled each time, never more than its period. */
  readonly failedMs: number
  /** Off: only `catchUp` does anything, for tests that bring their own time. */
  readonly isAutomatic: boolean
  /** Name of the lease; processes that share it share the work. */
  readonly lease: string
}

/** Begins at once. */
export function openJobs(
  database: Database,
  consumers: readonly ChangeConsumer[],
  jobs: readonly Job[],
  log: (message: string) => void,
  options: Partial<JobOptions> = {},
): Jobs {
  const { isAutomatic = true } = options
  const lease = openLease(database, options.lease ?? 'jobs', log, options)
  const isOn = () => isAutomatic && !isClosed && lease.isHeld()
  const underWay = new Set<Promise<unknown>>()
  const busy = new Map<HouseholdId, { again: boolean; done: Promise<void> }>()
  const nextRun = new Map<string, number>()
  /** How often a job failed since it last did not. */
  const failures = new Map<string, number>()
  const startedAt = Date.now()
  let isClosed = false

  const runner = openConsumerRunner(database, consumers, { retryMs: options.retryMs ?? 200, log, isClosed: () => isClosed })
  const follow = (work: Promise<unknown>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work)).catch(() => {})
  }

  /** One household is read by one at a time; a wake that comes meanwhile makes it look once more. */
  function wake(householdId: HouseholdId, at: () => Date = lease.now): Promise<void> {
    const current = busy.get(householdId)
    if (current) {
      current.again = true
      return current.done
    }
    const state = { again: true, done: Promise.resolve() }
    busy.set(householdId, state)
    state.done = (async () => {
      try {
        while (state.again && !isClosed) {
          state.again = false
          await runner.readAll(householdId, at)
        }
      } catch (error) {
        // The next poll finds it again.
        log(`what follows from changes waits: ${reasonOf(error)}`)
      } finally {
        busy.delete(householdId)
      }
    })()
    follow(state.done)
    return state.done
  }

  const isNews = (householdId: HouseholdId, seq: number) => isOn() && runner.hasUnread(householdId, seq)
  const news = debounceByHousehold(debounceMs, (householdId, seq) => {
    if (isNews(householdId, seq)) void wake(householdId)
  })
  database.onChanges((householdId, seq) => {
    if (isNews(householdId, seq)) news.tell(householdId, seq)
  })

  async function readDue(at: () => Date): Promise<void> {
    // What one reader records, the others have yet to read; a household that cannot be read now is found again by the next poll.
    let found: HouseholdId[] | undefined
    for (let round = 0; round < consumers.length; round++) {
      found = await findPendingHouseholds(database, consumers, at(), found && found.length <= maxNamed ? found : undefined)
      for (let i = 0; i < found.length; i += 4) await Promise.all(found.slice(i, i + 4).map((id) => wake(id, at)))
      if (found.length === 0) return
    }
  }

  const runs = openJobRuns(database)
  const apart = new Map<string, Promise<void>>()

  async function run(job: Job, now: Date): Promise<void> {
    try {
      await job.run(now)
      if (job.everyMs >= persistentFromMs) await runs.note(job.name, now)
      failures.delete(job.name)
    } catch (error) {
      const failed = failures.get(job.name) ?? 0
      failures.set(job.name, failed + 1)
      const next = now.getTime() + Math.min(job.everyMs, (options.failedMs ?? failedMs) * 2 ** failed)
      // Never later than planned, nor than somebody hurries it.
      nextRun.set(job.name, Math.min(next, nextRun.get(job.name) ?? next))
      log(`the job "${job.name}" failed and is tried again later: ${reasonOf(error)}`)
    }
  }

  async function firstTurn({ name, everyMs, afterMs = 0 }: Job, now: Date): Promise<number> {
    if (everyMs < persistentFromMs) return startedAt + afterMs
    const ranAt = await runs.lastMs(name)
    // One that ran at a time still to come: the clock was wrong then, so nobody knows when that was.
    return ranAt > now.getTime() ? now.getTime() : ranAt + everyMs
  }

  async function runDue(now: Date, isForced: boolean): Promise<void> {
    for (const job of jobs) {
      // One that is still at it has begun at another time than `now`: who wants everything done waits for it.
      while (isForced && apart.has(job.name)) await apart.get(job.name)
      if (apart.has(job.name)) continue
      const planned = nextRun.get(job.name) ?? (await firstTurn(job, now))
      // A clock that was set back would let it rest until that time comes again.
      const due = Math.min(planned, now.getTime() + Math.max(job.everyMs, job.afterMs ?? 0))
      if (!isForced && now.getTime() < due) {
        nextRun.set(job.name, due)
        continue
      }
      nextRun.set(job.name, now.getTime() + job.everyMs)
      const context = run(job, now)
      if (!job.concurrent) await context
      else
        apart.set(
          job.name,
          context.finally(() => apart.delete(job.name)),
        )
    }
  }

  let lastPoll = Number.NEGATIVE_INFINITY
  let context: Promise<void> | null = null
  async function tick(): Promise<void> {
    if (!isOn()) return
    if (performance.now() - lastPoll >= pollMs) {
      lastPoll = performance.now()
      await readDue(lease.now)
    }
    if (isOn()) await runDue(lease.now(), false)
  }
  const beat = () => {
    context ??= tick()
      .catch((error: unknown) => log(`jobs wait: ${reasonOf(error)}`))
      .finally(() => {
        context = null
      })
    follow(context)
  }
  const timer = setInterval(beat, 1_000)
  timer.unref()
  follow(lease.renew().then(beat, (error: unknown) => log(`jobs wait: ${reasonOf(error)}`)))

  async function settle(at: () => Date): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled([...underWay])
    await readDue(at)
    for (const job of jobs) if (job.onSettle) await run(job, at())
  }

  return {
    isHolder: () => !isClosed && lease.isHeld(),
    now: lease.now,
    async catchUp(now) {
      const at = now ? () => now : lease.now
      await settle(at)
      await Promise.all(apart.values())
      await runDue(at(), true)
      await Promise.all(apart.values())
      while (underWay.size > 0) await Promise.allSettled([...underWay])
    },
    settle: () => settle(lease.now),
    async listPersistent() {
      const ranAt = await runs.all()
      const kept = jobs.filter(({ everyMs }) => everyMs >= persistentFromMs)
      return kept.map(({ name, everyMs }) => ({ name, everyMs, ranAt: ranAt.get(name) ?? null }))
    },
    runNow(name) {
      nextRun.set(name, 0)
      if (isOn()) beat()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      news.close()
      while (underWay.size > 0) await Promise.allSettled([...underWay])
      if (apart.size > 0) await Promise.race([Promise.all(apart.values()), pause(concurrentStopMs)])
      await lease.close()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

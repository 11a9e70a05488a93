import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from '#platform/shared/backoff.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import type { Database } from '../database/index.ts'
import type { Job } from './background-work.ts'

/** The last runs of jobs with at least this period are stored, so that they run once after a restart or a day switched off. */
const persistentFromMs = 3_600_000
/** How long `close` waits for concurrent jobs. */
const concurrentStopMs = 3_000

interface JobRunnerOptions {
  /** Delay before retrying a failed job; doubles each time, up to its period. */
  readonly failedMs: number
  readonly log: (message: string) => void
}

/** Plans and runs jobs by the clock. */
export class JobRunner {
  readonly #jobs: readonly Job[]
  readonly #options: JobRunnerOptions
  readonly #runs: ReturnType<typeof openJobRuns>
  readonly #nextRun = new Map<string, number>()
  /** Consecutive failures per job. */
  readonly #failures = new Map<string, number>()
  readonly #concurrent = new Map<string, Promise<void>>()
  readonly #startedAt = Date.now()

  constructor(database: Database, jobs: readonly Job[], options: JobRunnerOptions) {
    this.#runs = openJobRuns(database)
    this.#jobs = jobs
    this.#options = options
  }

  /** Runs the jobs marked `onSettle`. */
  async settle(at: () => Date): Promise<void> {
    for (const job of this.#jobs) if (job.onSettle) await this.#run(job, at())
  }

  /** Runs the jobs that are due, or all of them if forced. Doesn't wait for concurrent ones. */
  async runDue(now: Date, isForced: boolean): Promise<void> {
    for (const job of this.#jobs) await this.#runIfDue(job, now, isForced)
  }

  makeDue(name: string): void {
    this.#nextRun.set(name, 0)
  }

  /** Resolves when no concurrent job runs and all jobs are idle. */
  async concurrentIdle(): Promise<void> {
    await Promise.all(this.#concurrent.values())
    for (const job of this.#jobs) await job.idle?.()
  }

  async listPersistent(): Promise<{ name: string; everyMs: number; ranAt: string | null }[]> {
    const ranAt = await this.#runs.all()
    const persistent = this.#jobs.filter(({ everyMs }) => everyMs >= persistentFromMs)
    return persistent.map(({ name, everyMs }) => ({ name, everyMs, ranAt: ranAt.get(name) ?? null }))
  }

  async close(): Promise<void> {
    if (this.#concurrent.size > 0) await Promise.race([this.concurrentIdle(), pause(concurrentStopMs)])
  }

  async #runIfDue(job: Job, now: Date, isForced: boolean): Promise<void> {
    // A forced run must start after `now`, so wait for the current one.
    while (isForced && this.#concurrent.has(job.name)) await this.#concurrent.get(job.name)
    if (isForced) await job.idle?.()
    if (this.#concurrent.has(job.name)) return
    const planned = this.#nextRun.get(job.name) ?? (await this.#firstRun(job, now))
    // If the clock was set back, don't wait until it reaches the planned time again.
    const due = Math.min(planned, now.getTime() + Math.max(job.everyMs, job.afterMs ?? 0))
    if (!isForced && now.getTime() < due) {
      this.#nextRun.set(job.name, due)
      return
    }
    this.#nextRun.set(job.name, now.getTime() + job.everyMs)
    const running = this.#run(job, now)
    if (!job.concurrent) return running
    this.#concurrent.set(
      job.name,
      running.finally(() => this.#concurrent.delete(job.name)),
    )
  }

  async #firstRun({ name, everyMs, afterMs = 0 }: Job, now: Date): Promise<number> {
    if (everyMs < persistentFromMs) return this.#startedAt + afterMs
    const ranAt = await this.#runs.lastMs(name)
    // A time in the future comes from a wrong clock, so run now.
    return ranAt > now.getTime() ? now.getTime() : ranAt + everyMs
  }

  async #run(job: Job, now: Date): Promise<void> {
    try {
      await job.run(now)
      if (job.everyMs >= persistentFromMs) await this.#runs.save(job.name, now)
      this.#failures.delete(job.name)
    } catch (error) {
      const failures = (this.#failures.get(job.name) ?? 0) + 1
      this.#failures.set(job.name, failures)
      const next = now.getTime() + backoffMs(failures, { firstMs: this.#options.failedMs, maxMs: job.everyMs })
      // Never later than planned or requested by `makeDue`.
      this.#nextRun.set(job.name, Math.min(next, this.#nextRun.get(job.name) ?? next))
      this.#options.log(`the job "${job.name}" failed and will be retried: ${reasonOf(error)}`)
    }
  }
}

type JobTables = { job_runs: { name: string; ran_at: string } }

/** Stores when jobs last ran in any process. */
function openJobRuns(database: Database) {
  const runs = database.identity.withTables<JobTables>()
  return {
    /** Returns Unix milliseconds; 0 if the job never ran. */
    async lastMs(name: string): Promise<number> {
      const row = await runs.selectFrom('job_runs').select('ran_at').where('name', '=', name).executeTakeFirst()
      return row ? Date.parse(row.ran_at) : 0
    },
    async save(name: string, at: Date): Promise<void> {
      const ran_at = at.toISOString()
      await runs
        .insertInto('job_runs')
        .values({ name, ran_at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ ran_at }))
        .execute()
    },
    async all(): Promise<Map<string, string>> {
      const rows = await runs.selectFrom('job_runs').selectAll().execute()
      return new Map(rows.map(({ name, ran_at }) => [name, ran_at]))
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { reasonOf } from '../../../shared/logged-error.ts'
import { DatabaseUnavailableError } from '../index.ts'
import type { Connection } from './connection.ts'
import type { FlushThread } from './flush-thread.ts'

interface Job {
  name: string
  work: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** How the bodies of a group ended. */
interface Outcomes {
  readonly done: [job: Job, value: unknown][]
  readonly refused: [job: Job, error: unknown][]
}

const groupSize = 128
/** A group accepts no more bodies after this time, so that requests are answered between groups. */
const maxGroupMs = 20
const watchdogMs = 1000

/**
 * The only writer. Bodies run one after another, each in its own savepoint, and waiting ones are committed together. They resolve once the
 * commit is on disk; meanwhile the process keeps reading and responding. A body that throws undoes only its own work, and rejects then too:
 * it may have thrown because of what an earlier body wrote.
 */
export class Writer {
  readonly #connection: Connection
  readonly #disk: Pick<FlushThread, 'flush'>
  readonly #log: (message: string) => void
  readonly #queue: Job[] = []
  readonly #running = new AsyncLocalStorage<object>()
  #current: object | undefined
  /** Name of the running body, for the watchdog. */
  #holder: string | undefined
  readonly #watchdog: NodeJS.Timeout
  #isScheduled = false
  /** Set for good when the disk failed. */
  #refusal: DatabaseUnavailableError | null = null
  #idle: (() => void)[] = []

  constructor(connection: Connection, disk: Pick<FlushThread, 'flush'>, log: (message: string) => void) {
    this.#connection = connection
    this.#disk = disk
    this.#log = log
    // One timer for all bodies, restarted by each: it fires only if a body waits for something other than the database.
    this.#watchdog = setTimeout(() => this.#logHolder(), watchdogMs).unref()
  }

  #logHolder(): void {
    if (this.#holder !== undefined) this.#log(`${this.#holder} has held the writer for over ${watchdogMs} ms`)
  }

  /** Why nothing is written until the next start, or null. */
  get refusal(): DatabaseUnavailableError | null {
    return this.#refusal
  }

  transaction<T>(name: string, work: () => Promise<T>): Promise<T> {
    const own = this.#running.getStore()
    if (own && own === this.#current) return Promise.reject(new Error(`${name}: a transaction inside a transaction would wait for itself`))
    // Without the snapshot, a body would run in the async context of the group's first caller.
    const inCallersContext = AsyncLocalStorage.snapshot()
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        name,
        work: () => inCallersContext(() => this.#run(work)),
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      this.#schedule()
    })
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    const token = {}
    this.#current = token
    return this.#running.run(token, work)
  }

  /** Called by every query of a transaction: a handle must not write after its transaction ended. */
  assertInside(): void {
    const own = this.#running.getStore()
    if (!own || own !== this.#current) throw new Error('query outside its transaction')
  }

  async idle(): Promise<void> {
    if (this.#isScheduled) await new Promise<void>((done) => this.#idle.push(done))
  }

  // Yields to the event loop between groups, so that reads run and new requests join the next group.
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(async () => {
      await this.#group()
      this.#isScheduled = false
      if (this.#queue.length > 0) this.#schedule()
      else for (const done of this.#idle.splice(0)) done()
    })
  }

  async #group(): Promise<void> {
    const refusal = this.#refusal ?? this.#begin()
    if (refusal) {
      for (const job of this.#queue.splice(0)) job.reject(refusal)
      return
    }
    const { done, refused }: Outcomes = { done: [], refused: [] }
    const broken = await this.#runJobs({ done, refused })
    const failure = this.#commit(broken) ?? (done.length > 0 ? await this.#sync() : null)
    for (const [job, error] of refused) job.reject(failure ?? error)
    for (const [job, value] of done) {
      if (failure) job.reject(failure)
      else job.resolve(value)
    }
  }

  #execute(sql: string): void {
    this.#connection.run(sql, [])
  }

  /** Returns the error if it fails. */
  #begin(): unknown {
    try {
      this.#execute('BEGIN IMMEDIATE')
      return null
    } catch (error) {
      return asUnavailable(error)
    }
  }

  /** Runs queued jobs and adds their outcomes. Stops and returns the error if the whole transaction fails. */
  async #runJobs({ done, refused }: Outcomes): Promise<unknown> {
    const startedAt = performance.now()
    for (let count = 0; this.#queue.length > 0 && count < groupSize; count++) {
      if (count > 0 && performance.now() - startedAt > maxGroupMs) break
      const job = this.#queue.shift() as Job
      this.#holder = job.name
      this.#watchdog.refresh()
      try {
        this.#execute('SAVEPOINT body')
        const value = await job.work()
        this.#current = undefined
        this.#execute('RELEASE body')
        done.push([job, value])
      } catch (error) {
        this.#current = undefined
        refused.push([job, asUnavailable(error)])
        // SQLite rolls back the whole transaction when the disk is full.
        if (!this.#connection.db.isTransaction) return error
        const rollbackError = this.#rollbackJob()
        if (rollbackError) return rollbackError
      } finally {
        this.#holder = undefined
      }
    }
    return null
  }

  /** Returns the error if it fails. */
  #rollbackJob(): unknown {
    try {
      this.#execute('ROLLBACK TO body')
      this.#execute('RELEASE body')
      return null
    } catch (error) {
      return error
    }
  }

  /** Commits, or rolls back if `broken` is an error. Returns the error, if any. */
  #commit(broken: unknown): unknown {
    try {
      if (broken) throw broken
      this.#execute('COMMIT')
      return null
    } catch (error) {
      try {
        if (this.#connection.db.isTransaction) this.#execute('ROLLBACK')
      } catch {
        // Keep the first error.
      }
      return asUnavailable(error)
    }
  }

  /** Returns the error if it fails, and refuses all later writes. */
  async #sync(): Promise<DatabaseUnavailableError | null> {
    try {
      await this.#disk.flush()
      return null
    } catch (error) {
      // Committed, but maybe not on disk, and a later sync can't tell. The next start reads what is there.
      this.#refusal = new DatabaseUnavailableError('disk_failed', error)
      this.#log(`the disk failed, so nothing more is written until the next start: ${reasonOf(error)}`)
      return this.#refusal
    }
  }
}

// SQLITE_IOERR_SHMSIZE: the shared-memory index couldn't grow, which only a full disk causes.
const exactReasons: Record<number, DatabaseUnavailableError['reason']> = { 4874: 'disk_full' }
const reasons: Record<number, DatabaseUnavailableError['reason']> = { 5: 'busy', 8: 'read_only', 10: 'disk_failed', 13: 'disk_full' }

/** Returns `Unavailable` for SQLite result codes about the disk; other errors unchanged. */
function asUnavailable(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  const reason = exactReasons[code] ?? reasons[code & 0xff]
  return reason ? new DatabaseUnavailableError(reason, error) : error
}

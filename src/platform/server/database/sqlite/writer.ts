import { AsyncLocalStorage } from 'node:async_hooks'
import { reasonOf } from '../../../shared/logged-error.ts'
import { Unavailable } from '../index.ts'
import type { Connection } from './connection.ts'
import type { Disk } from './disk.ts'

interface Job {
  name: string
  work: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const groupSize = 128
/** A group takes no further body after this time, so that requests that arrive meanwhile are answered between two groups. */
const maxGroupMs = 20
const watchdogMs = 1000

/**
 * The one writer. Bodies run one after another, each in its own savepoint; those that wait together are committed together,
 * and nobody hears "done" before the commit is on disk. While the disk is waited for, the process goes on reading and answering.
 * A body that throws takes only its own work with it.
 */
export class Writer {
  readonly #connection: Connection
  readonly #disk: Pick<Disk, 'flush'>
  readonly #log: (message: string) => void
  readonly #queue: Job[] = []
  readonly #running = new AsyncLocalStorage<object>()
  #current: object | undefined
  /** Name of the body that runs now, for the watchdog. */
  #holder: string | undefined
  readonly #watchdog: NodeJS.Timeout
  #scheduled = false
  /** Set for good when the disk failed. */
  #refusal: Unavailable | null = null
  #idle: (() => void)[] = []

  constructor(connection: Connection, disk: Pick<Disk, 'flush'>, log: (message: string) => void) {
    this.#connection = connection
    this.#disk = disk
    this.#log = log
    // One timer for all bodies, set back by each: it only ever fires when one of them waits for something that is not the database.
    this.#watchdog = setTimeout(() => this.#bark(), watchdogMs).unref()
  }

  #bark(): void {
    if (this.#holder !== undefined) this.#log(`${this.#holder} has held the writer for over ${watchdogMs} ms`)
  }

  /** Why nothing is written until the next start. */
  get refusal(): Unavailable | null {
    return this.#refusal
  }

  transaction<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = this.#running.getStore()
    if (mine && mine === this.#current)
      return Promise.reject(new Error(`${name}: a transaction inside a transaction would wait for itself`))
    // Without the snapshot a body would run in the request context of whoever started the group.
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
    const mine = {}
    this.#current = mine
    return this.#running.run(mine, work)
  }

  /** Every query of a transaction calls this: a handle kept past its transaction must not write into another's. */
  assertInside(): void {
    const mine = this.#running.getStore()
    if (!mine || mine !== this.#current) throw new Error('query outside its transaction')
  }

  async idle(): Promise<void> {
    if (this.#scheduled) await new Promise<void>((done) => this.#idle.push(done))
  }

  // A turn of the event loop between groups: requests that arrived meanwhile join the next one, and reads get their turn.
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(async () => {
      await this.#group()
      this.#scheduled = false
      if (this.#queue.length > 0) this.#schedule()
      else for (const done of this.#idle.splice(0)) done()
    })
  }

  async #group(): Promise<void> {
    const { db } = this.#connection
    const say = (sql: string) => this.#connection.run(sql, [])
    if (this.#refusal) {
      for (const job of this.#queue.splice(0)) job.reject(this.#refusal)
      return
    }
    const done: [Job, unknown][] = []
    let broken: unknown
    try {
      say('BEGIN IMMEDIATE')
    } catch (error) {
      for (const job of this.#queue.splice(0)) job.reject(asUnavailable(error))
      return
    }
    const began = performance.now()
    for (let taken = 0; this.#queue.length > 0 && taken < groupSize; taken++) {
      if (taken > 0 && performance.now() - began > maxGroupMs) break
      const job = this.#queue.shift() as Job
      this.#holder = job.name
      this.#watchdog.refresh()
      try {
        say('SAVEPOINT body')
        const value = await job.work()
        this.#current = undefined
        say('RELEASE body')
        done.push([job, value])
      } catch (error) {
        this.#current = undefined
        job.reject(asUnavailable(error))
        if (!db.isTransaction) {
          // A full disk makes SQLite roll back everything by itself.
          broken = error
          break
        }
        try {
          say('ROLLBACK TO body')
          say('RELEASE body')
        } catch (rollbackError) {
          broken = rollbackError
          break
        }
      } finally {
        this.#holder = undefined
      }
    }
    try {
      if (broken) throw broken
      say('COMMIT')
    } catch (error) {
      try {
        if (db.isTransaction) say('ROLLBACK')
      } catch {
        // The first error is the one to tell.
      }
      for (const [job] of done) job.reject(asUnavailable(error))
      return
    }
    if (done.length === 0) return
    try {
      await this.#disk.flush()
    } catch (error) {
      // Committed, but nobody knows whether it is on disk, and no later sync would tell. The next start reads what is really there.
      this.#refusal = new Unavailable('disk_failed', error)
      this.#log(`the disk failed, so nothing more is written until the next start: ${reasonOf(error)}`)
      for (const [job] of done) job.reject(this.#refusal)
      return
    }
    for (const [job, value] of done) job.resolve(value)
  }
}

// SQLITE_IOERR_SHMSIZE: the index beside the log could not grow, which only a disk without room refuses.
const exactReasons: Record<number, Unavailable['reason']> = { 4874: 'disk_full' }
const reasons: Record<number, Unavailable['reason']> = { 5: 'busy', 8: 'read_only', 10: 'disk_failed', 13: 'disk_full' }

/** SQLite result codes that speak of the disk, not of the statement. Other errors stay as they are. */
function asUnavailable(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  const reason = exactReasons[code] ?? reasons[code & 0xff]
  return reason ? new Unavailable(reason, error) : error
}

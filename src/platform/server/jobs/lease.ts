import { randomUUID } from 'node:crypto'
import { reasonOf } from '../../shared/logged-error.ts'
import { clockSql } from '../database/clock.ts'
import type { Database } from '../database/index.ts'

type LeaseTables = { leases: { name: string; holder: string; renewed_ms: number } }

/** The right to do what only one process may do at a time. */
export interface Lease {
  /** Returns whether this process holds the lease. Never returns true after the lease has expired in the database. */
  isHeld(): boolean
  /** Returns the time by the clock that all processes share. */
  now(): Date
  /** Takes or extends the lease, unless another process holds it. */
  renew(): Promise<void>
  /** Releases the lease, so that another process can take it at once. */
  close(): Promise<void>
}

export interface LeaseTimes {
  /** How long a lease lasts without renewal. */
  readonly leaseMs: number
  readonly renewMs: number
}

// Another process takes over within lease + renewal time of a crash: 20 s.
const defaultTimes: LeaseTimes = { leaseMs: 15_000, renewMs: 5_000 }

/**
 * Opens a lease. On PostgreSQL it is a row, timed by the database's clock, so that processes with different clocks agree. SQLite allows one
 * process only, so the lease is always held.
 */
export function openLease(database: Database, name: string, log: (message: string) => void, times: Partial<LeaseTimes> = {}): Lease {
  if (database.engine === 'sqlite') return { isHeld: () => true, now: () => new Date(), renew: async () => {}, close: async () => {} }
  const { leaseMs, renewMs } = { ...defaultTimes, ...times }
  const row = openLeaseRow(database, name, leaseMs)
  // Both by the monotonic clock, which doesn't change when the system clock is set.
  let heldUntil = 0
  let databaseAheadMs = performance.timeOrigin
  let isClosed = false
  let hasFailed = false

  async function renew(): Promise<void> {
    const startedAt = performance.now()
    const now = await row.now()
    databaseAheadMs = now - performance.now()
    if (isClosed) return
    heldUntil = (await row.claim(now)) ? startedAt + leaseMs : 0
  }

  let renewing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew().then(
      () => {
        hasFailed = false
      },
      (error: unknown) => {
        if (!hasFailed) log(`the lease "${name}" was not renewed: ${reasonOf(error)}`)
        hasFailed = true
      },
    )
  }, renewMs)
  timer.unref()

  return {
    isHeld: () => !isClosed && performance.now() < heldUntil,
    now: () => new Date(performance.now() + databaseAheadMs),
    renew,
    async close() {
      isClosed = true
      clearInterval(timer)
      await renewing
      await row.release().catch(() => {})
    },
  }
}

function openLeaseRow(database: Database, name: string, leaseMs: number) {
  const holder = randomUUID()
  const db = database.identity.withTables<LeaseTables>()
  const clock = clockSql(database.engine)
  return {
    async now(): Promise<number> {
      return (await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()).now
    },
    /** Returns false if another process holds the lease. */
    async claim(now: number): Promise<boolean> {
      const row = await db
        .insertInto('leases')
        .values({ name, holder, renewed_ms: clock })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, renewed_ms: clock })
            .where((old) => old.or([old('leases.holder', '=', holder), old('leases.renewed_ms', '<', now - leaseMs)])),
        )
        .returning('holder')
        .executeTakeFirst()
      return row !== undefined
    },
    async release(): Promise<void> {
      await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
    },
  }
}

import { randomUUID } from 'node:crypto'
import { reasonOf } from '../../shared/logged-error.ts'
import { clockSql } from '../database/clock.ts'
import type { Database } from '../database/index.ts'

type LeaseTables = { leases: { name: string; holder: string; renewed_ms: number } }

/** The right to do what only one process may do at a time. */
export interface Lease {
  /** Whether it is ours now; never true for longer than the database was told. */
  isHeld(): boolean
  /** This moment by the clock that all processes share. */
  now(): Date
  /** Takes or keeps it, if nobody else has it; resolves when the database has answered. */
  renew(): Promise<void>
  /** Gives it back at once, so that the next one need not wait. */
  close(): Promise<void>
}

export interface LeaseTimes {
  /** How long a holder that says nothing keeps it. */
  readonly leaseMs: number
  readonly renewMs: number
}

// A holder that crashed is followed within lease + renewal: 20 s.
const usual: LeaseTimes = { leaseMs: 15_000, renewMs: 5_000 }

/**
 * A lease row in the database. SQLite's folder lets in one process only, so there the lease is always ours and nothing is written.
 * On PostgreSQL times are the database's, so that processes whose clocks differ agree.
 */
export function openLease(database: Database, name: string, log: (message: string) => void, times: Partial<LeaseTimes> = {}): Lease {
  if (database.engine === 'sqlite') return { isHeld: () => true, now: () => new Date(), renew: async () => {}, close: async () => {} }
  const { leaseMs, renewMs } = { ...usual, ...times }
  const holder = randomUUID()
  const db = database.identity.withTables<LeaseTables>()
  const clock = clockSql(database.engine)
  // By the clock that never jumps: how long we may still believe that it is ours.
  let believeUntil = 0
  // A clock that somebody sets between two renewals does not move it.
  let aheadMs = performance.timeOrigin
  let isClosed = false
  let wasRefused = false

  async function renew(): Promise<void> {
    const asked = performance.now()
    const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
    aheadMs = now - performance.now()
    if (isClosed) return
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
    believeUntil = row ? asked + leaseMs : 0
  }

  let underWay: Promise<unknown> = Promise.resolve()
  const keep = () => {
    underWay = renew().then(
      () => {
        wasRefused = false
      },
      (error: unknown) => {
        if (!wasRefused) log(`the lease "${name}" was not renewed: ${reasonOf(error)}`)
        wasRefused = true
      },
    )
  }
  const timer = setInterval(keep, renewMs)
  timer.unref()

  return {
    isHeld: () => !isClosed && performance.now() < believeUntil,
    now: () => new Date(performance.now() + aheadMs),
    renew,
    async close() {
      isClosed = true
      clearInterval(timer)
      await underWay
      await db
        .deleteFrom('leases')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
        .catch(() => {})
    },
  }
}

import { sql } from 'kysely'
import type { Database } from './index.ts'

/** SQL for the current time of the database's clock, in whole milliseconds since 1970. */
export const clockSql = (engine: Database['engine']) =>
  engine === 'postgres'
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

export interface SharedClock {
  now(): Date
  close(): void
}

const syncMs = 60_000

/**
 * Opens the database's clock, on which processes with different clocks agree. Queries it at the start and every minute, and uses the
 * monotonic clock in between and while the database doesn't respond. `query` returns milliseconds since 1970.
 */
export async function openSharedClock(query: () => Promise<number>): Promise<SharedClock> {
  let offsetMs = 0
  async function sync(): Promise<void> {
    const startedAt = performance.now()
    const now = await query()
    offsetMs = now - (startedAt + performance.now()) / 2
  }
  await sync()
  const timer = setInterval(() => void sync().catch(() => {}), syncMs).unref()
  return { now: () => new Date(offsetMs + performance.now()), close: () => clearInterval(timer) }
}

import { Problem } from '#platform/shared/problem.ts'
import type { Transaction } from './index.ts'

/** Returns `mark` of a transaction that notes in these maps what it recorded and published. */
export const markOf =
  (...maps: readonly Map<unknown, unknown>[]): Transaction['mark'] =>
  () => {
    const marked = maps.map((map) => ({ map, entries: [...map] }))
    return () => {
      for (const { map, entries } of marked) {
        map.clear()
        for (const [key, value] of entries) map.set(key, value)
      }
    }
  }

/**
 * Runs a part of a transaction that may be refused. Returns the problem that it throws, after undoing what it wrote, recorded and published;
 * null if it throws none. Other errors end the transaction.
 */
export async function refusalOf(tx: Transaction, work: () => Promise<void>): Promise<Problem | null> {
  await tx.rows('savepoint part', [])
  const forget = tx.mark()
  try {
    await work()
    await tx.rows('release savepoint part', [])
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tx.rows('rollback to savepoint part', [])
    await tx.rows('release savepoint part', [])
    forget()
    return error
  }
}

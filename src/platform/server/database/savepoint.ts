import { Problem } from '#platform/shared/problem.ts'
import type { Transaction } from './index.ts'

/**
 * Runs a part of a transaction that may be refused. Returns the problem that it throws, after undoing what it wrote; null if it throws none.
 * Other errors end the transaction.
 */
export async function refusalOf(tx: Transaction, work: () => Promise<void>): Promise<Problem | null> {
  await tx.rows('savepoint part', [])
  try {
    await work()
    await tx.rows('release savepoint part', [])
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tx.rows('rollback to savepoint part', [])
    await tx.rows('release savepoint part', [])
    return error
  }
}

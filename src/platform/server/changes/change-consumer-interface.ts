import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Transaction } from '../database/index.ts'
import type { Change } from './change-log.ts'

/** The household whose changes are consumed, and when. */
export interface ConsumerContext {
  readonly householdId: HouseholdId
  /** Always null: the server records follow-up changes, not a user. */
  readonly userId: null
  readonly now: Date
  readonly timeZone: string
  /** The household's calendar date. Never goes back, even if the clock does, unless the household changes its time zone. */
  readonly today: CalendarDate
}

/** Code that follows the change log with a cursor. Its writes and its new cursor are committed in one transaction. */
export interface ChangeConsumer {
  readonly name: string
  /** Maximum number of changes per transaction; 200 by default. */
  readonly batchLimit?: number
  /** Names of the changes to consume; all by default. */
  readonly names?: readonly string[]
  /** Called with changes in log order, possibly including those it recorded itself. */
  consume(tx: Transaction, context: ConsumerContext, changes: readonly Change[]): Promise<void>
  /**
   * Called once a day after the household's midnight, and for a new household. Called again in a new transaction until it returns false.
   */
  newDay?(tx: Transaction, context: ConsumerContext): Promise<boolean>
}

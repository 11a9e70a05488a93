import { sql } from 'kysely'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { SharingTables } from '../tables.ts'
import type { RequestRow } from './borrow.ts'

const on = (q: Reader) => q.on<SharingTables>()

export type DebtRow = SharingTables['debts']
export type ShownDebt = DebtRow & { lender_household: string; borrower_household: string }

/** Returns the open debts to and from a household, oldest first. */
export const listOpenDebts = (q: Reader, householdId: HouseholdId): Promise<ShownDebt[]> =>
  q
    .on<SharingTables & HouseholdViews>()
    .selectFrom('debts')
    .innerJoin('households as lenders', 'lenders.id', 'debts.household_id')
    .innerJoin('households as borrowers', 'borrowers.id', 'debts.borrower_household_id')
    .selectAll('debts')
    .select(['lenders.name as lender_household', 'borrowers.name as borrower_household'])
    .where('debts.state', '=', sql.lit('open'))
    .where(({ eb, or }) => or([eb('debts.household_id', '=', householdId), eb('debts.borrower_household_id', '=', householdId)]))
    .orderBy('debts.created_at')
    .orderBy('debts.id')
    .execute()

/** Returns the debts with these ids to or from a household, in any state. Finds the borrower's through their loans. */
export const findDebts = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<DebtRow[]> =>
  on(q)
    .selectFrom('debts')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .unionAll(
      on(q)
        .selectFrom('borrow_requests as loans')
        .innerJoin('debts', (join) => join.onRef('debts.household_id', '=', 'loans.household_id').onRef('debts.id', '=', 'loans.id'))
        .selectAll('debts')
        .where('loans.borrower_household_id', '=', householdId)
        .where('loans.id', 'in', ids),
    )
    .orderBy('household_id')
    .orderBy('id')
    .execute()

export const insertDebt = (tx: Transaction, row: RequestRow, milli: number, unit: Unit, now: string) =>
  on(tx)
    .insertInto('debts')
    .values({
      household_id: row.household_id,
      id: row.id,
      borrower_household_id: row.borrower_household_id,
      food_name: row.food_name,
      food_category: row.food_category,
      milli,
      unit,
      state: 'open',
      created_at: now,
      closed_at: null,
    })
    .execute()

/** Closes the open debts among `ids`. Returns how many there were. */
export const closeDebts = (
  tx: Transaction,
  lender: HouseholdId,
  ids: readonly string[],
  state: 'returned' | 'never_mind',
  now: string,
): Promise<number> => move(tx, lender, ids, 'open', { state, closed_at: now })

/** Reopens the debts among `ids` with state `was`. Returns how many there were. */
export const reopenDebts = (
  tx: Transaction,
  lender: HouseholdId,
  ids: readonly string[],
  was: 'returned' | 'never_mind',
): Promise<number> => move(tx, lender, ids, was, { state: 'open', closed_at: null })

/** Closes the debt of an undone loan, even if it was settled, so that undoing the settlement can't reopen it. */
export const closeDebtOfUndoneLoan = (tx: Transaction, lender: HouseholdId, id: string, now: string) =>
  on(tx).updateTable('debts').set({ state: 'undone', closed_at: now }).where('household_id', '=', lender).where('id', '=', id).execute()

async function move(
  tx: Transaction,
  lender: HouseholdId,
  ids: readonly string[],
  from: DebtRow['state'],
  set: Pick<DebtRow, 'state' | 'closed_at'>,
): Promise<number> {
  const result = await on(tx)
    .updateTable('debts')
    .set(set)
    .where('household_id', '=', lender)
    .where('id', 'in', ids)
    .where('state', '=', from)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

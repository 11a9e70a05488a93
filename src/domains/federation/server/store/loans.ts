import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { LenderState } from '../../contract/messages.ts'
import { voidStates } from '../../rules/loan-state.ts'
import type { FederationTables } from '../tables.ts'
import type { FederationViews } from './links.ts'

export type LoanRow = FederationTables['linked_loans']
const on = (q: Reader) => q.on<FederationViews>()
const open: readonly LenderState[] = ['open', 'accepted']

const shown = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('linked_loans')
    .innerJoin('household_links', (join) =>
      join.onRef('household_links.household_id', '=', 'linked_loans.household_id').onRef('household_links.id', '=', 'linked_loans.link_id'),
    )
    .leftJoin('linked_offers', (join) =>
      join
        .onRef('linked_offers.household_id', '=', 'linked_loans.household_id')
        .onRef('linked_offers.link_id', '=', 'linked_loans.link_id')
        .onRef('linked_offers.item_id', '=', 'linked_loans.item_id'),
    )
    .selectAll('linked_loans')
    .select(['household_links.peer_name', 'household_links.own_name', 'linked_offers.id as offer_id'])
    .where('linked_loans.household_id', '=', householdId)

/** Returns a household's loans with linked ones, newest first. */
export const loansOf = (q: Reader, householdId: HouseholdId) =>
  shown(q, householdId).orderBy('linked_loans.created_at', 'desc').orderBy('linked_loans.id', 'desc').execute()
export type ShownLoan = Awaited<ReturnType<typeof loansOf>>[number]

export const findLoan = (q: Reader, householdId: HouseholdId, id: string): Promise<ShownLoan | undefined> =>
  shown(q, householdId).where('linked_loans.id', '=', id).executeTakeFirst()

export const findLoans = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ShownLoan[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : shown(q, householdId)
        .where('linked_loans.id', 'in', [...new Set(ids)])
        .execute()

/** Counts the requests of linked households that the user can answer, in all their households. */
export async function countOpenLinkedLoans(q: Reader, userId: UserId, now: string): Promise<number> {
  const { count } = await on(q)
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .innerJoin('linked_loans', 'linked_loans.household_id', 'members.household_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('members.user_id', '=', userId)
    .where('members.role', '<>', 'VIEWER')
    .where('households.deleted_at', 'is', null)
    .where('linked_loans.side', '=', 'lender')
    .where('linked_loans.lender_state', '=', 'open')
    .where('linked_loans.expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const ofLink = (q: Reader, householdId: HouseholdId, linkId: string) =>
  on(q).selectFrom('linked_loans').selectAll().where('household_id', '=', householdId).where('link_id', '=', linkId)

/**
 * Returns the loans that servers compare, in the order of their common ids: neither refused ones nor those settled before `settledSince`.
 * `to` null means up to the last.
 */
export const comparedLoans = (
  q: Reader,
  householdId: HouseholdId,
  linkId: string,
  { after, to }: { after: string; to: string | null },
  settledSince: string,
  max: number,
): Promise<LoanRow[]> =>
  ofLink(q, householdId, linkId)
    .where('loan_id', '>', after)
    .$if(to !== null, (query) => query.where('loan_id', '<=', to ?? ''))
    .where('lender_state', 'not in', voidStates)
    .where(({ or, and, eb }) =>
      or([
        eb('lender_state', 'in', open),
        and([eb('lender_state', '=', 'handed_over'), eb('borrower_state', '<>', 'returned')]),
        eb('updated_at', '>=', settledSince),
      ]),
    )
    .orderBy('loan_id')
    .limit(max)
    .execute()

/** Returns loans by their common ids. */
export const loansWithIds = (q: Reader, householdId: HouseholdId, linkId: string, ids: readonly string[]): Promise<LoanRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ofLink(q, householdId, linkId)
        .where('loan_id', 'in', padInList([...new Set(ids)]))
        .execute()

/** Returns the loans changed since an instant, the latest first. */
export const changedLoans = (q: Reader, householdId: HouseholdId, linkId: string, since: string, max: number): Promise<LoanRow[]> =>
  ofLink(q, householdId, linkId).where('updated_at', '>=', since).orderBy('updated_at', 'desc').orderBy('id').limit(max).execute()

/** Counts what another household asked for: what waits for an answer, what came since `since`, and all that was never handed over. */
export async function countAsked(q: Reader, householdId: HouseholdId, linkId: string, since: string) {
  const { waiting, recent, all } = await on(q)
    .selectFrom('linked_loans')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('lender_state', '=', 'open').as('waiting'),
      fn.countAll<number>().filterWhere('created_at', '>', since).as('recent'),
      fn.countAll<number>().filterWhere('lender_state', 'not in', ['handed_over', 'returned', 'waived']).as('all'),
    ])
    .where('household_id', '=', householdId)
    .where('link_id', '=', linkId)
    .where('side', '=', 'lender')
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), recent: Number(recent), all: Number(all) }
}

/** Returns loans that were refused or expired before an instant. Covers all households. */
export const voidLoans = (q: Reader, before: string, max: number) =>
  on(q)
    .selectFrom('linked_loans')
    .select(['household_id', 'id'])
    .where('lender_state', 'in', voidStates)
    .where('updated_at', '<', before)
    .where('expires_at', '<', before)
    .orderBy('household_id')
    .orderBy('id')
    .limit(max)
    .execute()

export const deleteLoan = (tx: Transaction, { household_id, id }: Pick<LoanRow, 'household_id' | 'id'>) =>
  on(tx).deleteFrom('linked_loans').where('household_id', '=', household_id).where('id', '=', id).execute()

export const findByLoanId = (q: Reader, householdId: HouseholdId, linkId: string, loanId: string): Promise<LoanRow | undefined> =>
  on(q)
    .selectFrom('linked_loans')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('link_id', '=', linkId)
    .where('loan_id', '=', loanId)
    .executeTakeFirst()

export const insertLoan = (tx: Transaction, row: LoanRow) => on(tx).insertInto('linked_loans').values(row).execute()

/** Changes a loan. Returns false if its state is no longer that of `row`. */
export async function updateLoan(
  tx: Transaction,
  row: Pick<LoanRow, 'household_id' | 'id' | 'borrower_state' | 'lender_state'>,
  set: Partial<Omit<LoanRow, 'household_id' | 'id' | 'link_id' | 'loan_id' | 'side'>>,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('linked_loans')
    .set(set)
    .where('household_id', '=', row.household_id)
    .where('id', '=', row.id)
    .where('borrower_state', '=', row.borrower_state)
    .where('lender_state', '=', row.lender_state)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Returns the lender's loans that were not picked up in time. Covers all households. */
export const loansToExpire = (q: Reader, now: string, fetchedBefore: string, max: number): Promise<LoanRow[]> =>
  on(q)
    .selectFrom('linked_loans')
    .selectAll()
    .where('side', '=', 'lender')
    .where(({ or, and, eb }) =>
      or([
        and([eb('lender_state', '=', 'open'), eb('expires_at', '<=', now)]),
        and([eb('lender_state', '=', 'accepted'), eb('expires_at', '<=', fetchedBefore)]),
      ]),
    )
    .orderBy('household_id')
    .orderBy('id')
    .limit(max)
    .execute()

/** Returns the loans with a linked household in which no food changed hands yet and none was refused. */
export const openLoansOfLink = (q: Reader, householdId: HouseholdId, linkId: string): Promise<LoanRow[]> =>
  on(q)
    .selectFrom('linked_loans')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('link_id', '=', linkId)
    .where('lender_state', 'in', open)
    .execute()

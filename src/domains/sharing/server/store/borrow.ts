import { type InferResult, sql } from 'kysely'
import type { LoansToEnd } from '#domains/circles/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { BorrowStatus } from '../../contract/index.ts'
import type { SharingTables } from '../tables.ts'
import { memberOrOwnerSql, type SharingViews } from './available-lots.ts'

const on = (q: Reader) => q.on<SharingTables>()

export type RequestRow = SharingTables['borrow_requests']

const hasDeletedHousehold = sql<0 | 1>`case when lenders.deleted_at is null and borrowers.deleted_at is null then 0 else 1 end`

const requests = (q: Reader) =>
  q
    .on<SharingViews>()
    .selectFrom('borrow_requests as requests')
    .innerJoin('households as lenders', 'lenders.id', 'requests.household_id')
    .innerJoin('households as borrowers', 'borrowers.id', 'requests.borrower_household_id')
    .selectAll('requests')
    .select(hasDeletedHousehold.as('has_deleted_household'))

// An owner replaces a lender who has left the household.
const shown = (q: Reader) =>
  requests(q)
    .leftJoin('users as asker', 'asker.id', 'requests.requester_id')
    .leftJoin('members as still', (join) =>
      join.onRef('still.household_id', '=', 'requests.household_id').onRef('still.user_id', '=', 'requests.lender_id'),
    )
    .leftJoin('users as lender', (join) => join.on('lender.id', '=', memberOrOwnerSql('still.user_id', 'requests.household_id')))
    .select(['asker.first_name as requester_first', 'asker.last_name as requester_last', 'asker.email as requester_email'])
    .select(['lender.first_name as lender_first', 'lender.last_name as lender_last', 'lender.email as lender_email'])
    .select(['lenders.name as lender_household', 'borrowers.name as borrower_household'])
    .orderBy('requests.created_at', 'desc')
    .orderBy('requests.id', 'desc')

export type ShownRequest = InferResult<ReturnType<typeof shown>>[number]

export const requestsBy = (q: Reader, householdId: HouseholdId, userId: UserId): Promise<ShownRequest[]> =>
  shown(q).where('requests.borrower_household_id', '=', householdId).where('requests.requester_id', '=', userId).execute()

export const requestsTo = (q: Reader, householdId: HouseholdId): Promise<ShownRequest[]> =>
  shown(q).where('requests.household_id', '=', householdId).execute()

export const shownRequest = (q: Reader, lender: HouseholdId, id: string): Promise<ShownRequest> =>
  shown(q).where('requests.household_id', '=', lender).where('requests.id', '=', id).executeTakeFirstOrThrow()

/** Returns a request to the household, or the user's own request for it. */
export const findRequest = (q: Reader, householdId: HouseholdId, userId: UserId, id: string): Promise<RequestRow | undefined> =>
  on(q)
    .selectFrom('borrow_requests')
    .selectAll()
    .where('id', '=', id)
    .where(({ or, and, eb }) =>
      or([eb('household_id', '=', householdId), and([eb('borrower_household_id', '=', householdId), eb('requester_id', '=', userId)])]),
    )
    .executeTakeFirst()

/** Returns the requests with these ids in which the household is lender or borrower. */
export const findRequests = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<RequestRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q)
        .selectFrom('borrow_requests')
        .selectAll()
        .where('id', 'in', [...new Set(ids)])
        .where(({ or, eb }) => or([eb('household_id', '=', householdId), eb('borrower_household_id', '=', householdId)]))
        .execute()

export const insertRequest = (tx: Transaction, row: RequestRow) => on(tx).insertInto('borrow_requests').values(row).execute()

/** Moves a request from one status to another. Returns false if it has another status or the deadline has passed. */
export async function updateStatus(
  tx: Transaction,
  { household_id, id }: Pick<RequestRow, 'household_id' | 'id'>,
  from: BorrowStatus,
  to: BorrowStatus,
  now: string,
  set: Partial<Pick<RequestRow, 'milli' | 'lender_id'>> = {},
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('borrow_requests')
    .set({ ...set, status: to, updated_at: now })
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .where(from === 'PENDING' ? 'expires_at' : 'lapses_at', to === 'EXPIRED' ? '<=' : '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Cancels an open request regardless of its deadlines. Returns false if it was closed. */
export async function cancelRequest(tx: Transaction, { household_id, id }: RequestRow, now: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('borrow_requests')
    .set({ status: 'CANCELLED', updated_at: now })
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'ACCEPTED'])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Stores the seqs of the stock changes. Returns false if the stored `given_seq` is not `was`. */
export async function setChangeSeqs(
  tx: Transaction,
  { household_id, id }: Pick<RequestRow, 'household_id' | 'id'>,
  was: number | null,
  set: Pick<RequestRow, 'given_seq' | 'received_seq'>,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('borrow_requests')
    .set(set)
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .where('given_seq', was === null ? 'is' : '=', was)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Counts pending requests to all households in which the user can answer them. */
export async function countPending(q: Reader, userId: UserId, now: string): Promise<number> {
  const { count } = await q
    .on<SharingViews>()
    .selectFrom('members')
    .innerJoin('households', 'households.id', 'members.household_id')
    .innerJoin('borrow_requests as requests', 'requests.household_id', 'members.household_id')
    .innerJoin('households as borrowers', 'borrowers.id', 'requests.borrower_household_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('members.user_id', '=', userId)
    .where('members.role', '<>', 'VIEWER')
    .where('households.deleted_at', 'is', null)
    .where('requests.status', '=', sql.lit('PENDING'))
    .where('requests.expires_at', '>', now)
    .where('borrowers.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const isOpen = sql<boolean>`requests.status in ('PENDING', 'ACCEPTED')`

/** Returns the open requests made through the circle that a leaving user or household, or the circle's end, cancels. */
export function listRequestsToEnd(q: Reader, { circleId, userId, householdId }: LoansToEnd): Promise<RequestRow[]> {
  const open = q
    .on<SharingViews>()
    .selectFrom('borrow_requests as requests')
    .selectAll('requests')
    .where('requests.circle_id', '=', circleId)
    .where(isOpen)
    .orderBy('requests.household_id')
    .orderBy('requests.id')
  if (householdId) return open.where('requests.household_id', '=', householdId).execute()
  if (!userId) return open.execute()
  return open
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const members = selectFrom('members').select('members.user_id').whereRef('members.household_id', '=', 'requests.household_id')
      const others = members
        .innerJoin('circle_members', 'circle_members.user_id', 'members.user_id')
        .whereRef('circle_members.circle_id', '=', 'requests.circle_id')
        .where('members.user_id', '<>', userId)
      // The user is the lending household's only member in the circle.
      return or([
        eb('requests.requester_id', '=', userId),
        and([exists(members.where('members.user_id', '=', userId)), not(exists(others))]),
      ])
    })
    .execute()
}

/** Returns up to `max` open requests that have expired or whose household was deleted. */
export const requestsToExpire = (q: Reader, now: string, max: number) =>
  requests(q)
    .where(({ and, eb, or }) =>
      or([
        and([eb('requests.status', '=', sql.lit('PENDING')), eb('requests.expires_at', '<=', now)]),
        and([eb('requests.status', '=', sql.lit('ACCEPTED')), eb('requests.lapses_at', '<=', now)]),
        and([isOpen, or([eb('lenders.deleted_at', 'is not', null), eb('borrowers.deleted_at', 'is not', null)])]),
      ]),
    )
    .orderBy('requests.household_id')
    .orderBy('requests.id')
    .limit(max)
    .execute()

/** Returns the quantity reserved for loans that have lapsed but whose reservation is not deleted yet. */
export async function lapsedMilli(q: Reader, householdId: HouseholdId, lotId: string, now: string): Promise<number> {
  const { milli } = await q
    .on<SharingViews>()
    .selectFrom('reservations')
    .innerJoin('borrow_requests as promised', (join) =>
      join.onRef('promised.household_id', '=', 'reservations.household_id').onRef('promised.id', '=', 'reservations.ref_id'),
    )
    .select(sql<number>`cast(coalesce(sum(reservations.milli), 0) as bigint)`.as('milli'))
    .where('reservations.household_id', '=', householdId)
    .where('reservations.lot_id', '=', lotId)
    .where('reservations.kind', '=', 'borrow')
    .where('promised.lapses_at', '<=', now)
    .executeTakeFirstOrThrow()
  return milli
}

export async function deleteMessages(tx: Transaction, borrower: HouseholdId, userId: UserId): Promise<void> {
  await on(tx)
    .updateTable('borrow_requests')
    .set({ message: null })
    .where('borrower_household_id', '=', borrower)
    .where('requester_id', '=', userId)
    .execute()
}

import type { LoansToEnd } from '#domains/circles/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { BorrowStatus } from '../../contract/index.ts'
import type { SharingTables } from '../tables.ts'

const on = (q: Reader) => q.on<SharingTables>()

export type RequestRow = SharingTables['borrow_requests']

export type ShownRequest = RequestRow & {
  requester_first: string | null
  requester_last: string | null
  requester_email: string | null
  lender_first: string | null
  lender_last: string | null
  lender_email: string | null
  lender_household: string
  borrower_household: string
  has_deleted_household: 0 | 1
}

// An owner replaces a lender who has left the household.
const shown = `select requests.*, asker.first_name as requester_first, asker.last_name as requester_last, asker.email as requester_email,
    lender.first_name as lender_first, lender.last_name as lender_last, lender.email as lender_email,
    theirs.name as lender_household, ours.name as borrower_household,
    case when theirs.deleted_at is null and ours.deleted_at is null then 0 else 1 end as has_deleted_household
  from borrow_requests requests
  join households theirs on theirs.id = requests.household_id
  join households ours on ours.id = requests.borrower_household_id
  left join users asker on asker.id = requests.requester_id
  left join members still on still.household_id = requests.household_id and still.user_id = requests.lender_id
  left join users lender on lender.id = coalesce(still.user_id,
    (select min(owner.user_id) from members owner where owner.household_id = requests.household_id and owner.role = 'OWNER'))`
const newestFirst = 'order by requests.created_at desc, requests.id desc'

export const requestsBy = (q: Reader, householdId: HouseholdId, userId: UserId): Promise<ShownRequest[]> =>
  q.rows(`${shown} where requests.borrower_household_id = ? and requests.requester_id = ? ${newestFirst}`, [householdId, userId])

export const requestsTo = (q: Reader, householdId: HouseholdId): Promise<ShownRequest[]> =>
  q.rows(`${shown} where requests.household_id = ? ${newestFirst}`, [householdId])

export async function shownRequest(q: Reader, lender: string, id: string): Promise<ShownRequest> {
  const [row] = await q.rows<ShownRequest>(`${shown} where requests.household_id = ? and requests.id = ?`, [lender, id])
  if (!row) throw new Error(`request ${id} vanished`)
  return row
}

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
export const requestsOf = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<RequestRow[]> =>
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
  const [row] = await q.rows<{ count: number }>(
    `select cast(count(*) as bigint) as count from members
     join households on households.id = members.household_id and households.deleted_at is null
     join borrow_requests requests on requests.household_id = members.household_id and requests.status = 'PENDING' and requests.expires_at > ?
     join households borrowers on borrowers.id = requests.borrower_household_id and borrowers.deleted_at is null
     where members.user_id = ? and members.role <> 'VIEWER'`,
    [now, userId],
  )
  return row?.count ?? 0
}

/** Returns the open requests made through the circle that a leaving user or household, or the circle's end, cancels. */
export const requestsEndingWith = (q: Reader, { circleId, userId, householdId }: LoansToEnd): Promise<RequestRow[]> => {
  const [also, values] = householdId
    ? ['and requests.household_id = ?', [householdId]]
    : userId
      ? [`and (requests.requester_id = ? or ${isOnlyMember})`, [userId, userId, userId]]
      : ['', []]
  return q.rows(
    `select requests.* from borrow_requests requests where requests.circle_id = ? and requests.status in ('PENDING', 'ACCEPTED') ${also}
     order by requests.household_id, requests.id`,
    [circleId, ...values],
  )
}

/** SQL condition: the user is the lending household's only member in the circle. Parameters: user id, user id. */
const isOnlyMember = `(exists (select 1 from members where members.household_id = requests.household_id and members.user_id = ?)
  and not exists (select 1 from members join circle_members on circle_members.user_id = members.user_id and circle_members.circle_id = requests.circle_id
    where members.household_id = requests.household_id and members.user_id <> ?))`

/** Returns up to `max` open requests that have expired or whose household was deleted. */
export const requestsToExpire = (q: Reader, now: string, max: number): Promise<(RequestRow & { has_deleted_household: 0 | 1 })[]> =>
  q.rows(
    `select requests.*, case when lenders.deleted_at is null and borrowers.deleted_at is null then 0 else 1 end as has_deleted_household
     from borrow_requests requests
     join households lenders on lenders.id = requests.household_id
     join households borrowers on borrowers.id = requests.borrower_household_id
     where (requests.status = 'PENDING' and requests.expires_at <= ?) or (requests.status = 'ACCEPTED' and requests.lapses_at <= ?)
       or (requests.status in ('PENDING', 'ACCEPTED') and (lenders.deleted_at is not null or borrowers.deleted_at is not null))
     order by requests.household_id, requests.id limit cast(? as bigint)`,
    [now, now, max],
  )

/** Returns the quantity reserved for loans that have lapsed but whose reservation is not deleted yet. */
export async function lapsedMilli(q: Reader, householdId: HouseholdId, lotId: string, now: string): Promise<number> {
  const [row] = await q.rows<{ milli: number }>(
    `select cast(coalesce(sum(reservations.milli), 0) as bigint) as milli from reservations
     join borrow_requests promised on promised.household_id = reservations.household_id and promised.id = reservations.ref_id
     where reservations.household_id = ? and reservations.lot_id = ? and reservations.kind = 'borrow' and promised.lapses_at <= ?`,
    [householdId, lotId, now],
  )
  return row?.milli ?? 0
}

export async function deleteMessages(tx: Transaction, borrower: HouseholdId, userId: UserId): Promise<void> {
  await on(tx)
    .updateTable('borrow_requests')
    .set({ message: null })
    .where('borrower_household_id', '=', borrower)
    .where('requester_id', '=', userId)
    .execute()
}

import type { Ending } from '#domains/circles/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { BorrowStatus } from '../../contract/index.ts'
import type { SharingTables } from '../tables.ts'

const on = (q: Reader) => q.on<SharingTables>()

export type RequestRow = SharingTables['borrow_requests']

/** A request with the names it is shown with. */
export type ShownRequest = RequestRow & {
  requester_first: string | null
  requester_last: string | null
  requester_email: string | null
  lender_first: string | null
  lender_last: string | null
  lender_email: string | null
  lender_household: string
  borrower_household: string
  is_cut: 0 | 1
}

// Whoever left the lending household is spoken for by an owner.
const shown = `select requests.*, asker.first_name as requester_first, asker.last_name as requester_last, asker.email as requester_email,
    lender.first_name as lender_first, lender.last_name as lender_last, lender.email as lender_email,
    theirs.name as lender_household, ours.name as borrower_household,
    case when theirs.deleted_at is null and ours.deleted_at is null then 0 else 1 end as is_cut
  from borrow_requests requests
  join households theirs on theirs.id = requests.household_id
  join households ours on ours.id = requests.borrower_household_id
  left join users asker on asker.id = requests.requester_id
  left join members still on still.household_id = requests.household_id and still.user_id = requests.lender_id
  left join users lender on lender.id = coalesce(still.user_id,
    (select min(owner.user_id) from members owner where owner.household_id = requests.household_id and owner.role = 'OWNER'))`
const newestFirst = 'order by requests.created_at desc, requests.id desc'

/** What a person asked for, for one of their households. */
export const requestsBy = (q: Reader, householdId: HouseholdId, userId: UserId): Promise<ShownRequest[]> =>
  q.rows(`${shown} where requests.borrower_household_id = ? and requests.requester_id = ? ${newestFirst}`, [householdId, userId])

/** What others asked a household for. */
export const requestsTo = (q: Reader, householdId: HouseholdId): Promise<ShownRequest[]> =>
  q.rows(`${shown} where requests.household_id = ? ${newestFirst}`, [householdId])

export async function shownRequest(q: Reader, lender: string, id: string): Promise<ShownRequest> {
  const [row] = await q.rows<ShownRequest>(`${shown} where requests.household_id = ? and requests.id = ?`, [lender, id])
  if (!row) throw new Error(`request ${id} vanished`)
  return row
}

/** A request that a person may see from a household: theirs to lend, or their own wish. */
export const findRequest = (q: Reader, householdId: HouseholdId, userId: UserId, id: string): Promise<RequestRow | undefined> =>
  on(q)
    .selectFrom('borrow_requests')
    .selectAll()
    .where('id', '=', id)
    .where(({ or, and, eb }) =>
      or([eb('household_id', '=', householdId), and([eb('borrower_household_id', '=', householdId), eb('requester_id', '=', userId)])]),
    )
    .executeTakeFirst()

/** Requests by id that a household is a side of, for its history. */
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

/** One edge of the state machine: one row, or false when the request is not in that state, or it is too late for it. */
export async function moveRequest(
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

/** Ends an open request whatever the clock says: the tie it was made through is gone. */
export async function cutRequest(tx: Transaction, { household_id, id }: RequestRow, now: string): Promise<boolean> {
  const result = await on(tx)
    .updateTable('borrow_requests')
    .set({ status: 'CANCELLED', updated_at: now })
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'ACCEPTED'])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Keeps which changes moved the food; false when `was` says otherwise. */
export async function setChanges(
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

/** How many requests wait for an answer of a person, over all households they may answer for. */
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

/** Open requests made through a circle that end with a tie to it. */
export const requestsEndingWith = (q: Reader, { circleId, userId, householdId }: Ending): Promise<RequestRow[]> => {
  const [also, values] = householdId
    ? ['and requests.household_id = ?', [householdId]]
    : userId
      ? [`and (requests.requester_id = ? or ${onlyTheirs})`, [userId, userId, userId]]
      : ['', []]
  return q.rows(
    `select requests.* from borrow_requests requests where requests.circle_id = ? and requests.status in ('PENDING', 'ACCEPTED') ${also}
     order by requests.household_id, requests.id`,
    [circleId, ...values],
  )
}

/** The lender has nobody in the circle but this person. Parameters: person, person. */
const onlyTheirs = `(exists (select 1 from members where members.household_id = requests.household_id and members.user_id = ?)
  and not exists (select 1 from members join circle_members on circle_members.user_id = members.user_id and circle_members.circle_id = requests.circle_id
    where members.household_id = requests.household_id and members.user_id <> ?))`

/** Requests whose time is over, or one of whose households is gone; at most `most`. */
export const requestsOver = (q: Reader, now: string, max: number): Promise<(RequestRow & { is_cut: 0 | 1 })[]> =>
  q.rows(
    `select requests.*, case when lenders.deleted_at is null and borrowers.deleted_at is null then 0 else 1 end as is_cut
     from borrow_requests requests
     join households lenders on lenders.id = requests.household_id
     join households borrowers on borrowers.id = requests.borrower_household_id
     where (requests.status = 'PENDING' and requests.expires_at <= ?) or (requests.status = 'ACCEPTED' and requests.lapses_at <= ?)
       or (requests.status in ('PENDING', 'ACCEPTED') and (lenders.deleted_at is not null or borrowers.deleted_at is not null))
     order by requests.household_id, requests.id limit cast(? as bigint)`,
    [now, now, max],
  )

/** What is promised of a lot in loans that are over by now: held back still, but free. */
export async function lapsedMilli(q: Reader, householdId: HouseholdId, lotId: string, now: string): Promise<number> {
  const [row] = await q.rows<{ milli: number }>(
    `select cast(coalesce(sum(reservations.milli), 0) as bigint) as milli from reservations
     join borrow_requests promised on promised.household_id = reservations.household_id and promised.id = reservations.ref_id
     where reservations.household_id = ? and reservations.lot_id = ? and reservations.kind = 'borrow' and promised.lapses_at <= ?`,
    [householdId, lotId, now],
  )
  return row?.milli ?? 0
}

/** Takes away what a person wrote in requests from this household. */
export async function dropMessages(tx: Transaction, borrower: HouseholdId, userId: UserId): Promise<void> {
  await on(tx)
    .updateTable('borrow_requests')
    .set({ message: null })
    .where('borrower_household_id', '=', borrower)
    .where('requester_id', '=', userId)
    .execute()
}

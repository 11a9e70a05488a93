import { sql } from 'kysely'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { SharingTables } from '../tables.ts'
import { hasLinkedMember, reservedMilli } from './available.ts'

const on = (q: Reader) => q.on<SharingTables>()

export type OfferRow = SharingTables['offers']
export type ShownOffer = OfferRow & {
  circle: string
  household: string
  first_name: string | null
  last_name: string | null
  storage: Storage
  is_opened: 0 | 1
  expiration_date: string | null
  lot_milli: number
  held_milli: number
}

// Hides an offer if the lot's unit has changed, because the quantities no longer compare.
const shown = `select offers.*, circles.name as circle, households.name as household, users.first_name, users.last_name,
    lots.storage, lots.is_opened, lots.expiration_date, lots.milli as lot_milli, ${reservedMilli} as held_milli
  from offers
  join circles on circles.id = offers.circle_id
  join households on households.id = offers.household_id and households.deleted_at is null
  join lots on lots.household_id = offers.household_id and lots.id = offers.lot_id and lots.state = 'active' and lots.unit = offers.unit
  left join users on users.id = offers.offered_by
  where offers.state = 'open' and offers.expires_at > ?
    and exists (select 1 from circle_households links where links.household_id = offers.household_id and links.circle_id = offers.circle_id
      and ${hasLinkedMember})`

/** Returns open offers in the user's circles and the household's own. */
export const openOffers = (q: Reader, userId: UserId, householdId: HouseholdId, now: string): Promise<ShownOffer[]> =>
  q.rows(
    `${shown} and (offers.household_id = ?
       or exists (select 1 from circle_members mine where mine.circle_id = offers.circle_id and mine.user_id = ?))
     order by offers.expires_at, offers.id`,
    [now, now, householdId, userId],
  )

export async function openOffer(q: Reader, lender: string, id: string, now: string): Promise<ShownOffer | undefined> {
  const [row] = await q.rows<ShownOffer>(`${shown} and offers.household_id = ? and offers.id = ?`, [now, now, lender, id])
  return row
}

/** Returns an offer in any state if the user is in its circle or it is the household's own. */
export async function findOffer(q: Reader, userId: UserId, householdId: HouseholdId, id: string): Promise<OfferRow | undefined> {
  const [row] = await q.rows<OfferRow>(
    `select offers.* from offers where offers.id = ? and (offers.household_id = ?
       or exists (select 1 from circle_members mine
         join circle_households links on links.circle_id = mine.circle_id and links.household_id = offers.household_id
         where mine.circle_id = offers.circle_id and mine.user_id = ? and ${hasLinkedMember}))`,
    [id, householdId, userId],
  )
  return row
}

/** Returns false if the lot is already offered in the circle. */
export async function insertOffer(tx: Transaction, row: OfferRow): Promise<boolean> {
  const result = await on(tx)
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Marks an open offer as taken or withdrawn. Returns false if it is no longer open. */
export async function endOffer(
  tx: Transaction,
  { household_id, id }: Pick<OfferRow, 'household_id' | 'id'>,
  set: { state: 'taken'; taken_by: string } | { state: 'withdrawn' },
  now: string,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('offers')
    .set(set)
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Withdraws the lot's expired offers, so that it can be offered again. */
export const withdrawExpiredOffers = (tx: Transaction, householdId: HouseholdId, lotId: string, now: string) =>
  on(tx)
    .updateTable('offers')
    .set({ state: 'withdrawn' })
    .where('household_id', '=', householdId)
    .where('lot_id', '=', lotId)
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute()

/** Withdraws all open offers in a circle, or one household's. Returns their ids. */
export async function withdrawCircleOffers(tx: Transaction, circleId: string, householdId: HouseholdId | null): Promise<string[]> {
  // A literal instead of a parameter, so that the partial index on open offers is used.
  const isOpen = sql<boolean>`state = 'open'`
  let query = on(tx).updateTable('offers').set({ state: 'withdrawn' }).where('circle_id', '=', circleId).where(isOpen)
  if (householdId !== null) query = query.where('household_id', '=', householdId)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** Whether the user is in the circle and the household is linked to it. */
export const isLinked = async (tx: Transaction, userId: UserId, householdId: HouseholdId, circleId: string): Promise<boolean> =>
  (await linkedCircles(tx, userId, householdId)).includes(circleId)

/** Returns the ids of the user's circles to which the household is linked. */
export async function linkedCircles(q: Reader, userId: UserId, householdId: HouseholdId): Promise<string[]> {
  const rows = await q.rows<{ circle_id: string }>(
    `select links.circle_id from circle_households links join circle_members mine on mine.circle_id = links.circle_id and mine.user_id = ?
     where links.household_id = ?`,
    [userId, householdId],
  )
  return rows.map(({ circle_id }) => circle_id)
}

export const offersOf = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<OfferRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q)
        .selectFrom('offers')
        .selectAll()
        .where('household_id', '=', householdId)
        .where('id', 'in', [...new Set(ids)])
        .execute()

/** Returns the ids of the household's lots with an open offer. */
export async function offeredLots(q: Reader, householdId: HouseholdId, now: string): Promise<Set<string>> {
  const rows = await on(q)
    .selectFrom('offers')
    .select('lot_id')
    .where('household_id', '=', householdId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .execute()
  return new Set(rows.map(({ lot_id }) => lot_id))
}

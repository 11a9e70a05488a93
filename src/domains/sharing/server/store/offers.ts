import { sql } from 'kysely'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { SharingTables } from '../tables.ts'
import { heldOf, somebodyThere } from './available.ts'

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

// The lot's unit must still be the offer's: measured otherwise it is another thing.
const shown = `select offers.*, circles.name as circle, households.name as household, users.first_name, users.last_name,
    lots.storage, lots.is_opened, lots.expiration_date, lots.milli as lot_milli, ${heldOf} as held_milli
  from offers
  join circles on circles.id = offers.circle_id
  join households on households.id = offers.household_id and households.deleted_at is null
  join lots on lots.household_id = offers.household_id and lots.id = offers.lot_id and lots.state = 'active' and lots.unit = offers.unit
  left join users on users.id = offers.offered_by
  where offers.state = 'open' and offers.expires_at > ?
    and exists (select 1 from circle_households links where links.household_id = offers.household_id and links.circle_id = offers.circle_id
      and ${somebodyThere})`

/** Offers a person sees from a household: in their circles, and the household's own. */
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

/** Whose an offer is, for somebody in its circle or in the household; whatever its state. */
export async function findOffer(q: Reader, userId: UserId, householdId: HouseholdId, id: string): Promise<OfferRow | undefined> {
  const [row] = await q.rows<OfferRow>(
    `select offers.* from offers where offers.id = ? and (offers.household_id = ?
       or exists (select 1 from circle_members mine
         join circle_households links on links.circle_id = mine.circle_id and links.household_id = offers.household_id
         where mine.circle_id = offers.circle_id and mine.user_id = ? and ${somebodyThere}))`,
    [id, householdId, userId],
  )
  return row
}

/** False when the lot is offered there already. */
export async function insertOffer(tx: Transaction, row: OfferRow): Promise<boolean> {
  const result = await on(tx)
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** From open to taken or withdrawn; false when somebody was faster, or it is over. */
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

/** Takes back what is past its date, so that a lot can be offered anew. */
export const withdrawOld = (tx: Transaction, householdId: HouseholdId, lotId: string, now: string) =>
  on(tx)
    .updateTable('offers')
    .set({ state: 'withdrawn' })
    .where('household_id', '=', householdId)
    .where('lot_id', '=', lotId)
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute()

/** All open offers in a circle, or those of one household; answers their ids. */
export async function withdrawIn(tx: Transaction, circleId: string, householdId: string | null): Promise<string[]> {
  // As a word and not as a parameter: the index by circles holds the open ones alone.
  const isOpen = sql<boolean>`state = 'open'`
  let query = on(tx).updateTable('offers').set({ state: 'withdrawn' }).where('circle_id', '=', circleId).where(isOpen)
  if (householdId !== null) query = query.where('household_id', '=', householdId)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** Whether somebody of the household is in a circle it is linked to. */
export const isLinked = async (tx: Transaction, userId: UserId, householdId: HouseholdId, circleId: string): Promise<boolean> =>
  (await linkedCircles(tx, userId, householdId)).includes(circleId)

/** Circles of a person that a household is linked to. */
export async function linkedCircles(q: Reader, userId: UserId, householdId: HouseholdId): Promise<string[]> {
  const rows = await q.rows<{ circle_id: string }>(
    `select links.circle_id from circle_households links join circle_members mine on mine.circle_id = links.circle_id and mine.user_id = ?
     where links.household_id = ?`,
    [userId, householdId],
  )
  return rows.map(({ circle_id }) => circle_id)
}

/** For the history: offers of a household by id. */
export const offersOf = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<OfferRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q)
        .selectFrom('offers')
        .selectAll()
        .where('household_id', '=', householdId)
        .where('id', 'in', [...new Set(ids)])
        .execute()

/** Ids of the lots a household offers somewhere now. */
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

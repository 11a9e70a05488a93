import { type InferResult, sql } from 'kysely'
import { isActiveLotSql } from '#domains/inventory/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { SharingTables } from '../tables.ts'
import { hasLinkedMemberSql, reservedMilliSql, type SharingViews } from './available-lots.ts'

const on = (q: Reader) => q.on<SharingTables>()

export type OfferRow = SharingTables['offers']
const circleTables = (q: Reader) => q.on<SharingViews>()

// Hides an offer if the lot's unit has changed, because the quantities no longer compare.
const shown = (q: Reader, now: string) =>
  circleTables(q)
    .selectFrom('offers')
    .innerJoin('circles', 'circles.id', 'offers.circle_id')
    .innerJoin('households', 'households.id', 'offers.household_id')
    .innerJoin('lots', (join) =>
      join
        .onRef('lots.household_id', '=', 'offers.household_id')
        .onRef('lots.id', '=', 'offers.lot_id')
        .onRef('lots.unit', '=', 'offers.unit')
        .on(isActiveLotSql),
    )
    .leftJoin('users', 'users.id', 'offers.offered_by')
    .selectAll('offers')
    .select(['circles.name as circle', 'households.name as household', 'users.first_name', 'users.last_name'])
    .select(['lots.storage', 'lots.is_opened', 'lots.expiration_date', 'lots.milli as lot_milli', reservedMilliSql(now).as('held_milli')])
    .where('households.deleted_at', 'is', null)
    .where('offers.state', '=', sql.lit('open'))
    .where('offers.expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('circle_households as links')
          .select('links.circle_id')
          .whereRef('links.household_id', '=', 'offers.household_id')
          .whereRef('links.circle_id', '=', 'offers.circle_id')
          .where(hasLinkedMemberSql),
      ),
    )

export type ShownOffer = InferResult<ReturnType<typeof shown>>[number]

/** Returns open offers in the user's circles and the household's own. */
export const listOpenOffers = (q: Reader, userId: UserId, householdId: HouseholdId, now: string): Promise<ShownOffer[]> =>
  shown(q, now)
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('offers.household_id', '=', householdId),
        exists(
          selectFrom('circle_members as mine')
            .select('mine.user_id')
            .whereRef('mine.circle_id', '=', 'offers.circle_id')
            .where('mine.user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('offers.expires_at')
    .orderBy('offers.id')
    .execute()

export const findOpenOffer = (q: Reader, lender: HouseholdId, id: string, now: string): Promise<ShownOffer | undefined> =>
  shown(q, now).where('offers.household_id', '=', lender).where('offers.id', '=', id).executeTakeFirst()

/** Returns an offer in any state if the user is in its circle or it is the household's own. */
export const findOffer = (q: Reader, userId: UserId, householdId: HouseholdId, id: string): Promise<OfferRow | undefined> =>
  circleTables(q)
    .selectFrom('offers')
    .selectAll()
    .where('offers.id', '=', id)
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('offers.household_id', '=', householdId),
        exists(
          selectFrom('circle_members as mine')
            .innerJoin('circle_households as links', 'links.circle_id', 'mine.circle_id')
            .select('mine.user_id')
            .whereRef('links.household_id', '=', 'offers.household_id')
            .whereRef('mine.circle_id', '=', 'offers.circle_id')
            .where('mine.user_id', '=', userId)
            .where(hasLinkedMemberSql),
        ),
      ]),
    )
    .executeTakeFirst()

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
  const rows = await circleTables(q)
    .selectFrom('circle_households as links')
    .innerJoin('circle_members as mine', 'mine.circle_id', 'links.circle_id')
    .select('links.circle_id')
    .where('mine.user_id', '=', userId)
    .where('links.household_id', '=', householdId)
    .execute()
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

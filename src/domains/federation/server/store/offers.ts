import { sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import type { InventoryViews } from '#domains/inventory/server/index.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { FederationTables } from '../tables.ts'
import { type FederationViews, isInCircleSql } from './links.ts'

export type OfferRow = FederationTables['linked_offers']
const on = (q: Reader) => q.on<FederationViews>()

/** How old what another server said may be. Then the food may be gone, and maybe the server. */
const maxAgeMs = 86_400_000

const shown = (q: Reader, { householdId, now }: Pick<Member, 'householdId' | 'now'>) =>
  on(q)
    .selectFrom('linked_offers')
    .innerJoin('household_links', (join) =>
      join
        .onRef('household_links.household_id', '=', 'linked_offers.household_id')
        .onRef('household_links.id', '=', 'linked_offers.link_id'),
    )
    .selectAll('linked_offers')
    .select('household_links.peer_name')
    .where('linked_offers.household_id', '=', householdId)
    .where('household_links.state', '=', 'active')
    .where('household_links.synced_at', '>', new Date(now.getTime() - maxAgeMs).toISOString())
    .where(isInCircleSql)

/** Returns what linked households share, as their servers said within a day. */
export const offersOf = (q: Reader, member: Pick<Member, 'householdId' | 'now'>) => shown(q, member).orderBy('linked_offers.id').execute()
export type ShownOffer = Awaited<ReturnType<typeof offersOf>>[number]

export const findOffer = (q: Reader, member: Pick<Member, 'householdId' | 'now'>, id: string): Promise<ShownOffer | undefined> =>
  shown(q, member).where('linked_offers.id', '=', id).executeTakeFirst()

export const offersOfLink = (q: Reader, householdId: HouseholdId, linkId: string): Promise<OfferRow[]> =>
  on(q).selectFrom('linked_offers').selectAll().where('household_id', '=', householdId).where('link_id', '=', linkId).execute()

export async function replaceOffers(
  tx: Transaction,
  householdId: HouseholdId,
  linkId: string,
  { gone, changed }: { gone: readonly string[]; changed: readonly OfferRow[] },
): Promise<void> {
  const ids = [...gone, ...changed.map(({ id }) => id)]
  if (ids.length > 0)
    await on(tx)
      .deleteFrom('linked_offers')
      .where('household_id', '=', householdId)
      .where('link_id', '=', linkId)
      .where('id', 'in', padInList(ids))
      .execute()
  if (changed.length > 0)
    await on(tx)
      .insertInto('linked_offers')
      .values([...changed])
      .execute()
}

/** Returns what the household shares: the unreserved quantity in thousandths, the soonest to expire first. */
export const sharedLots = (q: Reader, householdId: HouseholdId, max: number) =>
  q
    .on<InventoryViews & IngredientViews>()
    .selectFrom('lots')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(['lots.id', 'lots.unit', 'lots.storage', 'lots.is_opened', 'lots.expiration_date'])
    .select(['ingredients.name', 'ingredients.category'])
    .select(({ selectFrom }) => [
      sql<number>`cast(lots.milli - coalesce(${selectFrom('reservations')
        .select(({ fn }) => fn.sum('reservations.milli').as('milli'))
        .whereRef('reservations.household_id', '=', 'lots.household_id')
        .whereRef('reservations.lot_id', '=', 'lots.id')}, 0) as bigint)`.as('free_milli'),
    ])
    .where('lots.household_id', '=', householdId)
    .where('lots.is_shared', '=', 1)
    .where('lots.state', '=', 'active')
    .orderBy('lots.goes_off_on')
    .orderBy('lots.id')
    .limit(max)
    .execute()

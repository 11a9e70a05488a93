import { expressionBuilder, type InferResult, sql } from 'kysely'
import type { AccountViews } from '#domains/account/server/index.ts'
import type { CircleViews } from '#domains/circles/server/index.ts'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import type { InventoryViews } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { SharingTables } from '../tables.ts'

/** This domain's tables, and what it reads of others. */
export type SharingViews = SharingTables & AccountViews & CircleViews & HouseholdViews & IngredientViews & InventoryViews
const eb = expressionBuilder<SharingViews>()

/** Whether a link of `links` counts: a member of the household is in the circle. */
export const hasLinkedMemberSql = eb.exists(
  eb
    .selectFrom('members')
    .innerJoin('circle_members as theirs', 'theirs.user_id', 'members.user_id')
    .select('members.user_id')
    .where('theirs.circle_id', '=', sql.ref<string>('links.circle_id'))
    .where('members.household_id', '=', sql.ref<HouseholdId>('links.household_id')),
)

/** The circle links through which a user sees other households. */
const visibleLinks = (q: Reader, userId: UserId, householdId: HouseholdId) =>
  q
    .on<SharingViews>()
    .selectFrom('circle_members as mine')
    .innerJoin('circle_households as links', 'links.circle_id', 'mine.circle_id')
    .innerJoin('households', 'households.id', 'links.household_id')
    .where('households.deleted_at', 'is', null)
    .where('mine.user_id', '=', userId)
    .where('links.household_id', '<>', householdId)
    .where(hasLinkedMemberSql)

const withPeers = (q: Reader, userId: UserId, householdId: HouseholdId) =>
  q.on<SharingViews>().with('peers', () => visibleLinks(q, userId, householdId).select('links.household_id').distinct())

/** The reserved quantity of a row of `lots`, without loans that were not picked up in time. */
export const reservedMilliSql = (now: string) => {
  const reserved = eb
    .selectFrom('reservations')
    .leftJoin('borrow_requests as promised', (join) =>
      join
        .onRef('promised.household_id', '=', 'reservations.household_id')
        .onRef('promised.id', '=', 'reservations.ref_id')
        .on('reservations.kind', '=', 'borrow'),
    )
    .select(({ fn }) => fn.sum('reservations.milli').as('milli'))
    .where('reservations.household_id', '=', sql.ref<HouseholdId>('lots.household_id'))
    .where('reservations.lot_id', '=', sql.ref<string>('lots.id'))
    .where(({ eb: is, or }) => or([is('promised.id', 'is', null), is('promised.lapses_at', '>', now)]))
  return sql<number>`cast(coalesce(${reserved}, 0) as bigint)`
}

/** The user, or an owner of the household if the user has left: null in the joined membership `member`. */
export const memberOrOwnerSql = (member: string, household: string) => {
  const owner = eb
    .selectFrom('members as owner')
    .select(({ fn }) => fn.min('owner.user_id').as('user_id'))
    .where('owner.household_id', '=', sql.ref<HouseholdId>(household))
    .where('owner.role', '=', 'OWNER')
  return sql<string>`coalesce(${sql.ref(member)}, ${owner})`
}

const isShared = sql<boolean>`lots.is_shared = 1 and lots.state = 'active'`

/** Returns the lots that others share with the user, as seen from `householdId`: the sort fields and the unreserved quantity. */
export const availableLots = (q: Reader, userId: UserId, householdId: HouseholdId, now: string): Promise<AvailableKey[]> =>
  availableKeys(q, userId, householdId, now).execute()

const availableKeys = (q: Reader, userId: UserId, householdId: HouseholdId, now: string) =>
  withPeers(q, userId, householdId)
    .selectFrom('peers')
    .innerJoin('lots', (join) => join.onRef('lots.household_id', '=', 'peers.household_id').on(isShared))
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(['lots.id', 'lots.household_id', 'lots.ingredient_id', 'ingredients.name', 'lots.goes_off_on', 'lots.milli'])
    .select(reservedMilliSql(now).as('held_milli'))

export type AvailableKey = InferResult<ReturnType<typeof availableKeys>>[number]

/** Returns the details of those `lots` that the user still sees, in any order. */
export const availableLotDetails = (
  q: Reader,
  userId: UserId,
  householdId: HouseholdId,
  lots: readonly Pick<AvailableKey, 'household_id' | 'id'>[],
) =>
  withPeers(q, userId, householdId)
    .with('wanted(household_id, id)', () => valuesOf(lots.map((lot) => [lot.household_id, lot.id] as const)))
    .selectFrom('wanted')
    .innerJoin('peers', 'peers.household_id', 'wanted.household_id')
    .innerJoin('lots', (join) =>
      join.onRef('lots.household_id', '=', 'wanted.household_id').onRef('lots.id', '=', 'wanted.id').on(isShared),
    )
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .innerJoin('households', 'households.id', 'lots.household_id')
    .leftJoin('members as adder', (join) =>
      join.onRef('adder.household_id', '=', 'lots.household_id').onRef('adder.user_id', '=', 'lots.added_by'),
    )
    .leftJoin('users', (join) => join.on('users.id', '=', memberOrOwnerSql('adder.user_id', 'lots.household_id')))
    .select(['lots.id', 'lots.household_id', 'lots.ingredient_id', 'ingredients.name', 'ingredients.category', 'lots.milli', 'lots.unit'])
    .select(['lots.storage', 'lots.location', 'lots.is_opened', 'lots.expiration_date', 'users.first_name', 'users.last_name'])
    .select('households.name as household')
    .execute()

export type AvailableRow = Awaited<ReturnType<typeof availableLotDetails>>[number]

/** Returns the households that share with the user, with their latest seq. */
export const listSharingHouseholds = (q: Reader, userId: UserId, householdId: HouseholdId) =>
  visibleLinks(q, userId, householdId).select(['households.id', 'households.seq']).distinct().execute()

/** Returns the distinct ingredients of the households' shared lots. */
export const sharedIngredients = (q: Reader, households: readonly HouseholdId[]) =>
  q
    .on<SharingViews>()
    .with('wanted(household_id)', () => sql<{ household_id: HouseholdId }>`(values ${sql.join(households.map((id) => sql`(${id})`))})`)
    .selectFrom('wanted')
    .innerJoin('lots', (join) => join.onRef('lots.household_id', '=', 'wanted.household_id').on(isShared))
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(['lots.household_id', 'lots.ingredient_id', 'ingredients.name', 'ingredients.aliases'])
    .distinct()
    .execute()

export type SharedIngredient = Awaited<ReturnType<typeof sharedIngredients>>[number]

const valuesOf = (rows: readonly (readonly [HouseholdId, string])[]) =>
  sql<{ household_id: HouseholdId; id: string }>`(values ${sql.join(rows.map(([household, id]) => sql`(${household}, ${id})`))})`

/** Like `availableLots`, for `ingredients` only. */
export const availableLotsOf = (
  q: Reader,
  userId: UserId,
  householdId: HouseholdId,
  ingredients: readonly Pick<SharedIngredient, 'household_id' | 'ingredient_id'>[],
  now: string,
): Promise<AvailableKey[]> =>
  withPeers(q, userId, householdId)
    .with('foods(household_id, id)', () => valuesOf(ingredients.map((one) => [one.household_id, one.ingredient_id] as const)))
    .selectFrom('foods')
    .innerJoin('peers', 'peers.household_id', 'foods.household_id')
    .innerJoin('lots', (join) =>
      join.onRef('lots.household_id', '=', 'foods.household_id').onRef('lots.ingredient_id', '=', 'foods.id').on(isShared),
    )
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(['lots.id', 'lots.household_id', 'lots.ingredient_id', 'ingredients.name', 'lots.goes_off_on', 'lots.milli'])
    .select(reservedMilliSql(now).as('held_milli'))
    .execute()

/** Returns all members of circles the household is linked to, including those who have just stopped seeing its lots. */
export async function memberIdsOfLinkedCircles(q: Reader, householdId: string): Promise<string[]> {
  const rows = await q
    .on<SharingViews>()
    .selectFrom('circle_households as links')
    .innerJoin('circle_members', 'circle_members.circle_id', 'links.circle_id')
    .select('circle_members.user_id')
    .distinct()
    .where(({ eb: is, ref }) => is(ref('links.household_id').$castTo<string>(), '=', householdId))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Returns a shared lot that the user sees, with a circle through which it is shared. */
export const visibleLot = (q: Reader, userId: UserId, householdId: HouseholdId, lotId: string) =>
  q
    .on<SharingViews>()
    .selectFrom(
      visibleLinks(q, userId, householdId)
        .select(({ fn }) => ['links.household_id', fn.min('links.circle_id').as('circle_id')])
        .groupBy('links.household_id')
        .as('tie'),
    )
    .innerJoin('lots', (join) => join.onRef('lots.household_id', '=', 'tie.household_id').on('lots.id', '=', lotId).on(isShared))
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .leftJoin('members as adder', (join) =>
      join.onRef('adder.household_id', '=', 'lots.household_id').onRef('adder.user_id', '=', 'lots.added_by'),
    )
    .leftJoin('users', (join) => join.on('users.id', '=', memberOrOwnerSql('adder.user_id', 'lots.household_id')))
    .select(['lots.household_id', 'lots.ingredient_id', 'tie.circle_id', 'ingredients.name', 'ingredients.category', 'lots.unit'])
    .select('users.id as user_id')
    .orderBy('lots.created_at')
    .orderBy('lots.household_id')
    .limit(1)
    .executeTakeFirst()

export type VisibleLot = NonNullable<Awaited<ReturnType<typeof visibleLot>>>

import { type InferResult, sql } from 'kysely'
import type { AccountViews } from '#domains/account/server/index.ts'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import { padInList, runCompiled } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { LotQuery } from '../../contract.ts'
import { isActiveLotSql, reservedLotMilliSql } from '../sql-expressions.ts'
import type { InventoryTables } from '../tables.ts'
import { lotColumnNames } from './lot-fields.ts'
import { maxIds, noExpirationDate } from './lots.ts'

const lotColumns = (
  [
    'id',
    'ingredient_id',
    'milli',
    'state',
    'goes_off_on',
    'goes_off_reason',
    'opened_on',
    'confirmed_at',
    'version',
    'created_at',
    'updated_at',
    ...lotColumnNames,
  ] as const
).map((column) => `lots.${column}` as const)

/** The household's lots with the joined values that the API returns. */
const lotsOf = (q: Reader, householdId: HouseholdId) =>
  q
    .on<InventoryTables & IngredientViews & AccountViews>()
    .selectFrom('lots')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .leftJoin('users', 'users.id', 'lots.added_by')
    .select(lotColumns)
    .select([
      'ingredients.name',
      'ingredients.category',
      'ingredients.par_milli',
      'ingredients.own_units',
      'users.first_name',
      'users.last_name',
    ])
    .select(({ cast }) => cast<number>(reservedLotMilliSql, 'bigint').as('reserved_milli'))
    .where('lots.household_id', '=', householdId)

export type ListedLotRow = InferResult<ReturnType<typeof lotsOf>>[number]

export async function listedLotsById(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ListedLotRow[]> {
  const rows: ListedLotRow[] = []
  for (let start = 0; start < ids.length; start += maxIds) {
    const some = padInList(ids.slice(start, start + maxIds))
    const build = (given: { householdId: HouseholdId; ids: string[] }) => lotsOf(q, given.householdId).where('lots.id', 'in', given.ids)
    rows.push(...(await runCompiled(q, 'lots by id', { householdId, ids: some }, build)))
  }
  return rows
}

/** Returns the `count` newest active lots, newest first. */
export const newestLots = (q: Reader, householdId: HouseholdId, count: number): Promise<ListedLotRow[]> =>
  lotsOf(q, householdId).where(isActiveLotSql).orderBy('lots.created_at', 'desc').orderBy('lots.id', 'desc').limit(count).execute()

/** Returns the active lots expiring from `first` to `last`, soonest first. */
export const lotsExpiringBetween = (q: Reader, householdId: HouseholdId, first: string, last: string): Promise<ListedLotRow[]> =>
  lotsOf(q, householdId)
    .where(isActiveLotSql)
    .where('lots.goes_off_on', '>=', first)
    .where('lots.goes_off_on', '<=', last)
    .orderBy('lots.goes_off_on')
    .orderBy('lots.id')
    .execute()

/**
 * Returns the active lots, oldest date first, that expired before `strict`, or before `lenient` if the date is a best-before date or an
 * estimate. Leaves out lots confirmed since the instant `confirmedBefore`.
 */
export const lotsLongPast = (
  q: Reader,
  householdId: HouseholdId,
  { strict, lenient, confirmedBefore, limit }: { strict: string; lenient: string; confirmedBefore: string; limit: number },
): Promise<ListedLotRow[]> =>
  lotsOf(q, householdId)
    .where(isActiveLotSql)
    .where('lots.goes_off_on', '<', strict)
    .where(({ and, eb, or }) =>
      or([
        eb('lots.goes_off_on', '<', lenient),
        eb('lots.date_kind', '=', 'use_by'),
        and([eb('lots.date_kind', 'is', null), eb('lots.expiration_date', 'is not', null)]),
      ]),
    )
    .where(({ eb, or }) => or([eb('lots.confirmed_at', 'is', null), eb('lots.confirmed_at', '<', confirmedBefore)]))
    .orderBy('lots.goes_off_on')
    .orderBy('lots.id')
    .limit(limit)
    .execute()

type Sort = NonNullable<LotQuery['sort']>
const sortColumns: Record<
  Sort,
  { column: 'lots.goes_off_on' | 'ingredients.name_key' | 'lots.milli' | 'lots.created_at'; of: (row: ListedLotRow) => string | number }
> = {
  expirationDate: { column: 'lots.goes_off_on', of: (row) => row.goes_off_on },
  name: { column: 'ingredients.name_key', of: (row) => nameKey(row.name) },
  quantity: { column: 'lots.milli', of: (row) => row.milli },
  createdAt: { column: 'lots.created_at', of: (row) => row.created_at },
}

/** The last row's sort value and id. */
export type LotCursor = readonly [value: string | number, id: string]

export type LotListQuery = Pick<LotQuery, 'search' | 'location' | 'category' | 'storage' | 'expiresFrom' | 'expiresTo'> & {
  /** Only lots of these ingredients. */
  ingredientIds?: readonly string[] | null
  isActive: boolean
  sort: Sort
  order: 'asc' | 'desc'
  after: LotCursor | null
  limit: number | null
}

/** Returns one page of lots. Sorted by expiration date, undated lots come last in both directions. */
export function listLots(q: Reader, householdId: HouseholdId, { after, limit, ...query }: LotListQuery): Promise<ListedLotRow[]> {
  if (query.ingredientIds?.length === 0) return Promise.resolve([])
  const { column } = sortColumns[query.sort]
  const isDown = query.order === 'desc'
  const undatedLast = isDown && query.sort === 'expirationDate'
  const isAmongUndated = undatedLast && after?.[0] === noExpirationDate
  const values = {
    householdId,
    pattern: query.search ? `%${nameKey(query.search).replace(/[\\%_]/g, '\\$&')}%` : undefined,
    location: query.location,
    category: query.category,
    storage: query.storage,
    expiresFrom: query.expiresFrom,
    expiresTo: query.expiresTo,
    ingredientIds: query.ingredientIds ? padInList(query.ingredientIds) : undefined,
    value: after?.[0],
    id: after?.[1],
    limit: limit ?? undefined,
  }
  return runCompiled(q, `lots ${query.isActive} ${query.sort} ${query.order} ${isAmongUndated}`, values, (given) => {
    let lots = lotsOf(q, given.householdId).where(
      query.isActive ? isActiveLotSql : sql<boolean>`lots.state in ('used', 'discarded', 'given')`,
    )
    if (given.pattern) lots = lots.where(sql<boolean>`ingredients.name_key like ${given.pattern} escape '\\'`)
    if (given.location) lots = lots.where('lots.location', '=', given.location)
    if (given.category) lots = lots.where('ingredients.category', '=', given.category)
    if (given.storage) lots = lots.where('lots.storage', '=', given.storage)
    if (given.expiresFrom) lots = lots.where('lots.goes_off_on', '>=', given.expiresFrom).where('lots.goes_off_on', '<', noExpirationDate)
    if (given.expiresTo) lots = lots.where('lots.goes_off_on', '<=', given.expiresTo).where('lots.goes_off_on', '<', noExpirationDate)
    if (given.ingredientIds) lots = lots.where('lots.ingredient_id', 'in', given.ingredientIds)
    const { value, id } = given
    if (value !== undefined && id !== undefined)
      lots = lots.where(({ and, eb, or, refTuple, tuple }) => {
        const isUndated = eb('lots.goes_off_on', '=', noExpirationDate)
        if (isAmongUndated) return and([isUndated, eb('lots.id', '<', id)])
        const beyond = eb(refTuple(column, 'lots.id'), isDown ? '<' : '>', tuple(value, id))
        return undatedLast ? or([beyond, isUndated]) : beyond
      })
    if (undatedLast) lots = lots.orderBy(sql`(case when lots.goes_off_on = ${sql.lit(noExpirationDate)} then 1 else 0 end)`)
    lots = lots.orderBy(column, query.order).orderBy('lots.id', query.order)
    return given.limit === undefined ? lots : lots.limit(given.limit)
  })
}

export const cursorOf = (sort: Sort, row: ListedLotRow): LotCursor => [sortColumns[sort].of(row), row.id]

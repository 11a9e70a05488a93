import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { LotQuery } from '../../contract.ts'
import type { InventoryTables } from '../tables.ts'
import { lotColumnNames } from './lot-fields.ts'
import { never } from './lots.ts'

const lotColumns = [
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

/** A lot with the joined values that the API returns. */
export type ListedLotRow = Pick<InventoryTables['lots'], (typeof lotColumns)[number]> & {
  name: string
  category: string
  par_milli: number | null
  first_name: string | null
  last_name: string | null
  reserved_milli: number
}

const columns = `${lotColumns.map((column) => `lots.${column}`).join(', ')},
  ingredients.name, ingredients.category, ingredients.par_milli, users.first_name, users.last_name,
  cast((select coalesce(sum(milli), 0) from reservations
        where reservations.household_id = lots.household_id and reservations.lot_id = lots.id) as bigint) as reserved_milli`

const from = `from lots
  join ingredients on ingredients.household_id = lots.household_id and ingredients.id = lots.ingredient_id
  left join users on users.id = lots.added_by`

// With a plain `limit ?`, SQLite recompiles the statement for every execution; the cast prevents that.
const limited = 'limit cast(? as bigint)'

export const listedLotsById = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ListedLotRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : q.rows(`select ${columns} ${from} where lots.household_id = ? and lots.id in (${ids.map(() => '?').join(', ')})`, [
        householdId,
        ...ids,
      ])

/** Returns the `count` newest active lots, newest first. */
export const newestLots = (q: Reader, householdId: HouseholdId, count: number): Promise<ListedLotRow[]> =>
  q.rows(
    `select ${columns} ${from} where lots.household_id = ? and lots.state = 'active' order by lots.created_at desc, lots.id desc ${limited}`,
    [householdId, count],
  )

/** Returns the active lots expiring from `first` to `last`, soonest first. */
export const lotsExpiringBetween = (q: Reader, householdId: HouseholdId, first: string, last: string): Promise<ListedLotRow[]> =>
  q.rows(
    `select ${columns} ${from} where lots.household_id = ? and lots.state = 'active' and lots.goes_off_on >= ? and lots.goes_off_on <= ?
     order by lots.goes_off_on, lots.id`,
    [householdId, first, last],
  )

/**
 * Returns the active lots, oldest date first, that expired before `strict`, or before `lenient` if the date is a best-before date or an
 * estimate. Leaves out lots confirmed since the instant `confirmedBefore`.
 */
export const lotsLongPast = (
  q: Reader,
  householdId: HouseholdId,
  { strict, lenient, confirmedBefore, limit }: { strict: string; lenient: string; confirmedBefore: string; limit: number },
): Promise<ListedLotRow[]> =>
  q.rows(
    `select ${columns} ${from} where lots.household_id = ? and lots.state = 'active' and lots.goes_off_on < ?
       and (lots.goes_off_on < ? or lots.date_kind = 'use_by' or (lots.date_kind is null and lots.expiration_date is not null))
       and (lots.confirmed_at is null or lots.confirmed_at < ?)
     order by lots.goes_off_on, lots.id ${limited}`,
    [householdId, strict, lenient, confirmedBefore, limit],
  )

type Sort = NonNullable<LotQuery['sort']>
const sortColumns: Record<Sort, { sql: string; of: (row: ListedLotRow) => string | number }> = {
  expirationDate: { sql: 'lots.goes_off_on', of: (row) => row.goes_off_on },
  name: { sql: 'ingredients.name_key', of: (row) => nameKey(row.name) },
  quantity: { sql: 'lots.milli', of: (row) => row.milli },
  createdAt: { sql: 'lots.created_at', of: (row) => row.created_at },
}

/** The last row's sort value and id. */
export type LotCursor = readonly [value: string | number, id: string]

export type ListLots = Pick<LotQuery, 'search' | 'location' | 'category' | 'storage'> & {
  isActive: boolean
  sort: Sort
  order: 'asc' | 'desc'
  after: LotCursor | null
  limit: number | null
}

/** Returns one page of lots. Sorted by expiration date, undated lots come last in both directions. */
export function listLots(q: Reader, householdId: HouseholdId, { after, limit, ...query }: ListLots): Promise<ListedLotRow[]> {
  const where = ['lots.household_id = ?', query.isActive ? `lots.state = 'active'` : `lots.state in ('used', 'discarded', 'given')`]
  const values: unknown[] = [householdId]
  const filter = (sql: string, ...input: unknown[]) => {
    where.push(sql)
    values.push(...input)
  }
  if (query.search) filter(`ingredients.name_key like ? escape '\\'`, `%${nameKey(query.search).replace(/[\\%_]/g, '\\$&')}%`)
  if (query.location !== undefined) filter('lots.location = ?', query.location)
  if (query.category !== undefined) filter('ingredients.category = ?', query.category)
  if (query.storage !== undefined) filter('lots.storage = ?', query.storage)

  const { sql } = sortColumns[query.sort]
  const isDown = query.order === 'desc'
  const undatedLast = isDown && query.sort === 'expirationDate'
  if (after) {
    const [value, id] = after
    const beyond = `(${sql}, lots.id) ${isDown ? '<' : '>'} (?, ?)`
    if (undatedLast && value === never) filter(`${sql} = ? and lots.id < ?`, never, id)
    else if (undatedLast) filter(`(${beyond} or ${sql} = ?)`, value, id, never)
    else filter(beyond, value, id)
  }
  const direction = isDown ? ' desc' : ''
  const order = `${undatedLast ? `(case when ${sql} = '${never}' then 1 else 0 end), ` : ''}${sql}${direction}, lots.id${direction}`
  if (limit !== null) values.push(limit)
  return q.rows(`select ${columns} ${from} where ${where.join(' and ')} order by ${order}${limit === null ? '' : ` ${limited}`}`, values)
}

export const cursorOf = (sort: Sort, row: ListedLotRow): LotCursor => [sortColumns[sort].of(row), row.id]

import { sql } from 'kysely'
import type { ChangeTables } from '#platform/server/changes/change-log.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { DateKind } from '../../contract.ts'
import { isActiveLotSql, isProbablyGoneSql } from '../sql-expressions.ts'
import type { InventoryTables } from '../tables.ts'
import { maxIds } from './lots.ts'

const on = (q: Reader) => q.on<InventoryTables>()

/** A lot with its ledger, for forecasts. */
export interface LotHistory {
  id: string
  ingredient_id: string
  milli: number
  unit: Unit
  storage: InventoryTables['lots']['storage']
  date_kind: DateKind | null
  goes_off_on: CalendarDate
  added_on: CalendarDate
  whole_milli: number
  price_cents: number | null
  store_id: string | null
  version: number
  /** When it was last counted. */
  confirmed_at: string | null
  /** Its ledger rows in any order as `seq kind delta unit date`, separated by commas. Includes undone changes and their undos. */
  ledger: string | null
}

/**
 * Returns the histories of up to `limit` lots after `afterId`, ordered by id. The ledger is one text per lot, since a row per entry costs
 * several times as much. Pages let the caller yield to other work.
 */
export const lotHistories = (q: Reader, householdId: HouseholdId, afterId: string, limit: number): Promise<LotHistory[]> =>
  on(q)
    .selectFrom('lots')
    .select([
      'id',
      'ingredient_id',
      'milli',
      'unit',
      'storage',
      'date_kind',
      'goes_off_on',
      'added_on',
      'whole_milli',
      'price_cents',
      'store_id',
      'version',
      'confirmed_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('ledger')
        .select(sql<string>`string_agg(seq || ' ' || kind || ' ' || delta || ' ' || ledger.unit || ' ' || on_date, ',')`.as('ledger'))
        .whereRef('ledger.household_id', '=', 'lots.household_id')
        .whereRef('ledger.lot_id', '=', 'lots.id')
        .as('ledger'),
    )
    .where('household_id', '=', householdId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the ids of lots counted since an instant, at most `limit`; also of those that were gone. */
export async function lotsConfirmedSince(q: Reader, householdId: HouseholdId, since: string, limit: number): Promise<string[]> {
  const rows = await on(q)
    .selectFrom('lots')
    .select('id')
    .where('household_id', '=', householdId)
    .where('confirmed_at', '>=', since)
    // The ended lots of years are many, and indexed by their last change.
    .where(({ and, eb, or }) => or([eb('state', '=', 'active'), and([eb('state', '<>', 'active'), eb('updated_at', '>=', since)])]))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the versions of those lots that are in stock, by id. */
export async function stockedVersions(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const lots = on(q).selectFrom('lots').select(['id', 'version']).where('household_id', '=', householdId).where('id', 'in', ids)
  const rows = await lots.where('state', '=', 'active').execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Returns the active lots that are probably gone and not past their date, the likeliest first. */
export const probablyGoneLots = (q: Reader, householdId: HouseholdId, today: CalendarDate) =>
  on(q)
    .selectFrom('lots')
    .select(['id', 'ingredient_id', 'version', 'gone_percent'])
    .where('household_id', '=', householdId)
    .where(isActiveLotSql)
    .where(isProbablyGoneSql)
    .where('goes_off_on', '>=', today)
    .orderBy('gone_percent', 'desc')
    .orderBy('id')
    .$narrowType<{ gone_percent: number }>()
    .execute()

/** Returns the marks of active lots, outdated ones included. */
export const goneMarks = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('lots')
    .select(['id', 'version', 'gone_version', 'gone_percent'])
    .where('household_id', '=', householdId)
    .where(isActiveLotSql)
    .where('gone_version', 'is not', null)
    .execute()

/** Marks active lots, in their present version, as gone with this probability; null takes the mark off. */
export async function setGonePercent(
  tx: Transaction,
  householdId: HouseholdId,
  ids: readonly string[],
  percent: number | null,
): Promise<void> {
  for (let start = 0; start < ids.length; start += maxIds)
    await on(tx)
      .updateTable('lots')
      .set({ gone_percent: percent, gone_version: percent === null ? null : sql<number>`version` })
      .where('household_id', '=', householdId)
      .where('id', 'in', padInList(ids.slice(start, start + maxIds)))
      .where(isActiveLotSql)
      .execute()
}

/** Returns the reservations of plans and loans. */
export const listReservations = (q: Reader, householdId: HouseholdId) =>
  on(q).selectFrom('reservations').select(['lot_id', 'kind', 'milli', 'on_date']).where('household_id', '=', householdId).execute()

export type ReservedRow = Awaited<ReturnType<typeof listReservations>>[number]

/** Returns the `seq` of undone changes and of their undos, which cancel out. */
export async function undoneSeqs(q: Reader, householdId: HouseholdId): Promise<number[]> {
  const changes = q.on<ChangeTables>().selectFrom('changes').select(['seq', 'undone_by'])
  const rows = await changes.where('household_id', '=', householdId).where('undone_by', 'is not', null).execute()
  return rows.flatMap(({ seq, undone_by }) => [seq, undone_by ?? seq])
}

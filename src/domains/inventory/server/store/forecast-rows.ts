import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { DateKind } from '../../contract.ts'
import type { InventoryTables } from '../tables.ts'

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
  /** Its ledger rows in any order as `seq kind delta unit date`, separated by commas. Includes undone changes and their undos. */
  ledger: string | null
}

/**
 * Returns the histories of up to `limit` lots after `afterId`, ordered by id. The ledger is one text per lot, since a row per entry costs
 * several times as much. Pages let the caller yield to other work.
 */
export const lotHistories = (q: Reader, householdId: HouseholdId, afterId: string, limit: number): Promise<LotHistory[]> =>
  q.rows(
    `select lots.id, lots.ingredient_id, lots.milli, lots.unit, lots.storage, lots.date_kind, lots.goes_off_on, lots.added_on, lots.whole_milli,
       lots.price_cents,
       (select string_agg(seq || ' ' || kind || ' ' || delta || ' ' || unit || ' ' || on_date, ',')
        from ledger where ledger.household_id = lots.household_id and ledger.lot_id = lots.id) as ledger
     from lots where lots.household_id = ? and lots.id > ? order by lots.id limit cast(? as bigint)`,
    [householdId, afterId, limit],
  )

export interface ReservedRow {
  lot_id: string
  kind: 'plan' | 'borrow'
  milli: number
  /** The day of its planned use, if any. */
  on_date: CalendarDate | null
}

/** Returns the reservations of plans and loans. */
export const reservedLots = (q: Reader, householdId: HouseholdId): Promise<ReservedRow[]> =>
  q.rows('select lot_id, kind, milli, on_date from reservations where household_id = ?', [householdId])

/** Returns the `seq` of undone changes and of their undos, which cancel out. */
export async function undoneSeqs(q: Reader, householdId: HouseholdId): Promise<number[]> {
  const rows = await q.rows<{ seq: number; undone_by: number }>(
    'select seq, undone_by from changes where household_id = ? and undone_by is not null',
    [householdId],
  )
  return rows.flatMap(({ seq, undone_by }) => [seq, undone_by])
}

import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { DateKind } from '../../contract.ts'
import type { InventoryTables } from '../tables.ts'

/** A lot with all that happened to it, for reckoning. */
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
  /** Its ledger in any order: `seq kind delta unit date` with commas between; also what was taken back, and the taking back. */
  ledger: string | null
}

/**
 * The courses of up to `limit` lots after `afterId`, in the order of their ids. One row a lot and its ledger as one text, because a row per
 * entry costs several times as much; in portions, so that whoever asks can let others in between.
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

export interface HeldRow {
  lot_id: string
  kind: 'plan' | 'borrow'
  milli: number
  /** The day it will be used, where that is planned. */
  on_date: CalendarDate | null
}

/** What is held back for plans and loans. */
export const heldLots = (q: Reader, householdId: HouseholdId): Promise<HeldRow[]> =>
  q.rows('select lot_id, kind, milli, on_date from reservations where household_id = ?', [householdId])

/** Numbers of the changes that were taken back, and of those that took them back: together they did nothing. */
export async function undoneSeqs(q: Reader, householdId: HouseholdId): Promise<number[]> {
  const rows = await q.rows<{ seq: number; undone_by: number }>(
    'select seq, undone_by from changes where household_id = ? and undone_by is not null',
    [householdId],
  )
  return rows.flatMap(({ seq, undone_by }) => [seq, undone_by])
}

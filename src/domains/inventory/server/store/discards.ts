import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { DiscardReason } from '../../contract.ts'

/** One discard on record: a lot or a part of it, why, and the share of the price that went with it. */
export interface DiscardRow {
  seq: number
  lot_id: string
  ingredient_id: string
  on_date: CalendarDate
  reason: DiscardReason
  notes: string | null
  unit: Unit
  milli: number
  /** Null: the lot had no price. */
  cost_cents: number | null
}

/** What was taken back did not happen; the few undone changes stand in an index of their own. */
const stands = `not exists (select 1 from changes where changes.household_id = ledger.household_id and changes.seq = ledger.seq
    and changes.undone_by is not null)`

/** Discards from `first` to `last`, oldest first. */
export const discardsBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<DiscardRow[]> =>
  q.rows(
    `select ledger.seq, ledger.lot_id, lots.ingredient_id, ledger.on_date, ledger.reason, ledger.notes, ledger.unit, -ledger.delta as milli, ledger.cost_cents
     from ledger join lots on lots.household_id = ledger.household_id and lots.id = ledger.lot_id
     where ledger.household_id = ? and ledger.kind = 'discard' and ledger.on_date >= ? and ledger.on_date <= ? and ${stands}
     order by ledger.on_date, ledger.seq, ledger.lot_id`,
    [householdId, first, last],
  )

export interface DiscardMonth {
  /** `YYYY-MM` */
  month: string
  reason: DiscardReason
  items: number
  unpriced: number
  cost_cents: number
}

/** Discards since a day, counted by month and reason; months without any are left out. */
export const discardsByMonth = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<DiscardMonth[]> =>
  q.rows(
    `select substr(on_date, 1, 7) as month, reason, count(*) as items,
       cast(sum(case when cost_cents is null then 1 else 0 end) as bigint) as unpriced, cast(coalesce(sum(cost_cents), 0) as bigint) as cost_cents
     from ledger where household_id = ? and kind = 'discard' and on_date >= ? and on_date <= ? and ${stands}
     group by substr(on_date, 1, 7), reason`,
    [householdId, first, last],
  )

/** What was paid for the lots that came from `first` to `last`, in cents; lots without a price count as nothing. */
export async function paidBetween(q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<number> {
  const [row] = await q.rows<{ cents: number }>(
    `select cast(coalesce(sum(price_cents), 0) as bigint) as cents from lots
     where household_id = ? and added_on >= ? and added_on <= ? and price_cents is not null and state <> 'removed'`,
    [householdId, first, last],
  )
  return row?.cents ?? 0
}

export interface IngredientLots {
  ingredient_id: string
  unit: Unit
  /** Lots that came, and how much they were as they came. */
  lots: number
  whole_milli: number
}

/** What came of each food since a day, by unit. */
export const broughtSince = (q: Reader, householdId: HouseholdId, first: CalendarDate): Promise<IngredientLots[]> =>
  q.rows(
    `select ingredient_id, unit, count(*) as lots, cast(sum(whole_milli) as bigint) as whole_milli from lots
     where household_id = ? and added_on >= ? and state <> 'removed' group by ingredient_id, unit`,
    [householdId, first],
  )

import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { DiscardReason } from '../../contract.ts'

/** A discard of a lot or part of it. */
export interface DiscardRow {
  seq: number
  lot_id: string
  ingredient_id: string
  on_date: CalendarDate
  reason: DiscardReason
  notes: string | null
  unit: Unit
  milli: number
  /** The discarded share of the purchase price; null if the lot had no price. */
  cost_cents: number | null
}

// Excludes undone changes. They are few and have an index.
const notUndone = `not exists (select 1 from changes where changes.household_id = ledger.household_id and changes.seq = ledger.seq
    and changes.undone_by is not null)`

/** Returns the discards from `first` to `last`, oldest first. */
export const discardsBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<DiscardRow[]> =>
  q.rows(
    `select ledger.seq, ledger.lot_id, lots.ingredient_id, ledger.on_date, ledger.reason, ledger.notes, ledger.unit, -ledger.delta as milli, ledger.cost_cents
     from ledger join lots on lots.household_id = ledger.household_id and lots.id = ledger.lot_id
     where ledger.household_id = ? and ledger.kind = 'discard' and ledger.on_date >= ? and ledger.on_date <= ? and ${notUndone}
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

/** Counts discards from `first` to `last` by month and reason. Omits months without any. */
export const discardsByMonth = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<DiscardMonth[]> =>
  q.rows(
    `select substr(on_date, 1, 7) as month, reason, count(*) as items,
       cast(sum(case when cost_cents is null then 1 else 0 end) as bigint) as unpriced, cast(coalesce(sum(cost_cents), 0) as bigint) as cost_cents
     from ledger where household_id = ? and kind = 'discard' and on_date >= ? and on_date <= ? and ${notUndone}
     group by substr(on_date, 1, 7), reason`,
    [householdId, first, last],
  )

/** Returns the cents paid for the lots added from `first` to `last`. Lots without a price count as zero. */
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
  /** Number of lots added. */
  lots: number
  /** Their original amounts in thousandths of `unit`. */
  whole_milli: number
}

/** Returns what was added of each ingredient since `first`, by unit. */
export const lotsAddedSince = (q: Reader, householdId: HouseholdId, first: CalendarDate): Promise<IngredientLots[]> =>
  q.rows(
    `select ingredient_id, unit, count(*) as lots, cast(sum(whole_milli) as bigint) as whole_milli from lots
     where household_id = ? and added_on >= ? and state <> 'removed' group by ingredient_id, unit`,
    [householdId, first],
  )

/** How often a category's ingredients were added, used or discarded. */
export interface FlowRow {
  category: string
  kind: 'add' | 'use' | 'discard'
  /** Only for discards. */
  reason: DiscardReason | null
  count: number
}

/**
 * Counts additions, uses and discards from `first` to `last`, in the household's days. Leaves out undone changes and the additions of lots
 * removed as mistakes.
 */
export const stockFlowBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<FlowRow[]> =>
  q.rows(
    `select ingredients.category, ledger.kind, ledger.reason, count(*) as count
     from ledger
     join lots on lots.household_id = ledger.household_id and lots.id = ledger.lot_id
     join ingredients on ingredients.household_id = lots.household_id and ingredients.id = lots.ingredient_id
     where ledger.household_id = ? and ledger.kind in ('add', 'use', 'discard') and ledger.on_date >= ? and ledger.on_date <= ?
       and (ledger.kind = 'discard' or lots.state <> 'removed')
       and ${notUndone}
     group by ingredients.category, ledger.kind, ledger.reason`,
    [householdId, first, last],
  )

/** Returns the cents paid for the lots added from `first` to `last`, by category. Omits categories without prices. */
export const paidByCategory = (
  q: Reader,
  householdId: HouseholdId,
  first: CalendarDate,
  last: CalendarDate,
): Promise<{ category: string; cents: number }[]> =>
  q.rows(
    `select ingredients.category, cast(sum(lots.price_cents) as bigint) as cents
     from lots join ingredients on ingredients.household_id = lots.household_id and ingredients.id = lots.ingredient_id
     where lots.household_id = ? and lots.added_on >= ? and lots.added_on <= ? and lots.price_cents is not null and lots.state <> 'removed'
     group by ingredients.category`,
    [householdId, first, last],
  )

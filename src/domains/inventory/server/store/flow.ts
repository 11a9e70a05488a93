import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { DiscardReason } from '../../contract.ts'

/** How often something of a category came, was used or was thrown away. */
export interface FlowRow {
  category: string
  kind: 'add' | 'use' | 'discard'
  /** Of discards only. */
  reason: DiscardReason | null
  count: number
}

/**
 * Records of what came, was used and was thrown away from `first` to `last`; what was taken back is none.
 * A lot that was entered by mistake never came. By the day of the record, in the household's zone.
 */
export const flowBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<FlowRow[]> =>
  q.rows(
    `select ingredients.category, ledger.kind, ledger.reason, count(*) as count
     from ledger
     join lots on lots.household_id = ledger.household_id and lots.id = ledger.lot_id
     join ingredients on ingredients.household_id = lots.household_id and ingredients.id = lots.ingredient_id
     where ledger.household_id = ? and ledger.kind in ('add', 'use', 'discard') and ledger.on_date >= ? and ledger.on_date <= ?
       and (ledger.kind = 'discard' or lots.state <> 'removed')
       and not exists (select 1 from changes where changes.household_id = ledger.household_id and changes.seq = ledger.seq
         and changes.undone_by is not null)
     group by ingredients.category, ledger.kind, ledger.reason`,
    [householdId, first, last],
  )

/** What was paid for the lots of each category that came from `first` to `last`, in cents; categories where nothing had a price are left out. */
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

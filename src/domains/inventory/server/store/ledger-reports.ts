import { sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import { isNotUndoneSql } from '#platform/server/changes/change-log.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { DiscardReason } from '../../contract.ts'
import type { InventoryTables } from '../tables.ts'

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

const on = (q: Reader) => q.on<InventoryTables & IngredientViews>()

/** The ledger's rows from `first` to `last` whose change wasn't undone. */
const ledgerBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate) =>
  on(q)
    .selectFrom('ledger')
    .where('ledger.household_id', '=', householdId)
    .where('ledger.on_date', '>=', first)
    .where('ledger.on_date', '<=', last)
    .where(isNotUndoneSql('ledger'))

/** Returns the discards from `first` to `last`, oldest first. */
export const discardsBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<DiscardRow[]> =>
  ledgerBetween(q, householdId, first, last)
    .innerJoin('lots', (join) => join.onRef('lots.household_id', '=', 'ledger.household_id').onRef('lots.id', '=', 'ledger.lot_id'))
    .select(['ledger.seq', 'ledger.lot_id', 'lots.ingredient_id', 'ledger.on_date', 'ledger.notes', 'ledger.unit', 'ledger.cost_cents'])
    .select([sql<DiscardReason>`ledger.reason`.as('reason'), sql<number>`-ledger.delta`.as('milli')])
    .where('ledger.kind', '=', sql.lit('discard'))
    .orderBy('ledger.on_date')
    .orderBy('ledger.seq')
    .orderBy('ledger.lot_id')
    .execute()

export interface DiscardMonth {
  /** `YYYY-MM` */
  month: string
  reason: DiscardReason
  items: number
  unpriced: number
  cost_cents: number
}

/** Counts discards from `first` to `last` by month and reason. Omits months without any. */
export const discardsByMonth = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<DiscardMonth[]> => {
  const month = sql<string>`substr(on_date, 1, 7)`
  return ledgerBetween(q, householdId, first, last)
    .select(({ fn }) => [
      month.as('month'),
      sql<DiscardReason>`reason`.as('reason'),
      fn.countAll<number>().as('items'),
      sql<number>`cast(sum(case when cost_cents is null then 1 else 0 end) as bigint)`.as('unpriced'),
      sql<number>`cast(coalesce(sum(cost_cents), 0) as bigint)`.as('cost_cents'),
    ])
    .where('kind', '=', sql.lit('discard'))
    .groupBy([month, 'reason'])
    .execute()
}

const pricedBetween = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate) =>
  on(q)
    .selectFrom('lots')
    .where('lots.household_id', '=', householdId)
    .where('lots.added_on', '>=', first)
    .where('lots.added_on', '<=', last)
    .where('lots.price_cents', 'is not', null)
    .where('lots.state', '<>', sql.lit('removed'))

/** Returns the cents paid for the lots added from `first` to `last`. Lots without a price count as zero. */
export async function paidBetween(q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<number> {
  const cents = sql<number>`cast(coalesce(sum(price_cents), 0) as bigint)`.as('cents')
  return (await pricedBetween(q, householdId, first, last).select(cents).executeTakeFirstOrThrow()).cents
}

/** Returns how many lots of each ingredient were added since `first` and their original amounts in thousandths, by unit. */
export const lotsAddedSince = (q: Reader, householdId: HouseholdId, first: CalendarDate) =>
  on(q)
    .selectFrom('lots')
    .select(({ cast, fn }) => [
      'ingredient_id',
      'unit',
      fn.countAll<number>().as('lots'),
      cast<number>(fn.sum('whole_milli'), 'bigint').as('whole_milli'),
    ])
    .where('household_id', '=', householdId)
    .where('added_on', '>=', first)
    .where('state', '<>', sql.lit('removed'))
    .groupBy(['ingredient_id', 'unit'])
    .execute()

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
  ledgerBetween(q, householdId, first, last)
    .innerJoin('lots', (join) => join.onRef('lots.household_id', '=', 'ledger.household_id').onRef('lots.id', '=', 'ledger.lot_id'))
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(({ fn }) => ['ingredients.category', 'ledger.kind', 'ledger.reason', fn.countAll<number>().as('count')])
    .where(sql<boolean>`ledger.kind in ('add', 'use', 'discard')`)
    .where(({ eb, or }) => or([eb('ledger.kind', '=', sql.lit('discard')), eb('lots.state', '<>', sql.lit('removed'))]))
    .groupBy(['ingredients.category', 'ledger.kind', 'ledger.reason'])
    .$narrowType<{ kind: FlowRow['kind']; reason: FlowRow['reason'] }>()
    .execute()

/** Returns the cents paid for the lots added from `first` to `last`, by category. Omits categories without prices. */
export const paidByCategory = (q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate) =>
  pricedBetween(q, householdId, first, last)
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(({ cast, fn }) => ['ingredients.category', cast<number>(fn.sum('lots.price_cents'), 'bigint').as('cents')])
    .groupBy('ingredients.category')
    .execute()

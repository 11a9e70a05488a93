import { type Expression, expressionBuilder, type QueryCreator, sql } from 'kysely'
import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { UnitStock } from '../rules/kind-stock.ts'
import type { InventoryTables } from './tables.ts'

const eb = expressionBuilder<InventoryTables>()

/** Whether a lot of `lots` is in stock. A literal, so that the partial indexes on active lots apply. */
export const isActiveLotSql = sql<boolean>`lots.state = 'active'`

/** Whether a lot of `lots` is probably gone, by the last forecast. What changed since then may have been counted. */
export const isProbablyGoneSql = sql<boolean>`(lots.gone_version is not null and lots.gone_version = lots.version)`

/** The reserved quantity of a row of `lots`, in thousandths. */
export const reservedLotMilliSql = eb
  .selectFrom('reservations')
  .select(sql<number>`coalesce(sum(reservations.milli), 0)`.as('milli'))
  .where('reservations.household_id', '=', sql.ref<HouseholdId>('lots.household_id'))
  .where('reservations.lot_id', '=', sql.ref<string>('lots.id'))

/** An ingredient's lots as one text, since a row per lot would cost too much. `parseStock` reads it. */
export type StockText = string & { readonly brand: 'stock' }

const stockText = (reservedMilli: Expression<unknown>, today: CalendarDate) =>
  sql<StockText>`string_agg(lots.unit || ' ' || lots.milli || ' ' || ${reservedMilli} || ' ' || case when lots.goes_off_on < ${today} then 1 when lots.gone_version = lots.version then 2 else 0 end, ',')`

/**
 * A query with the common table `ingredient_stock`: the stock of each ingredient that has some. Materialized, because PostgreSQL evaluated it once per
 * ingredient when its statistics were outdated.
 */
export const withStock = <Tables>(q: Reader, householdId: HouseholdId, today: CalendarDate) =>
  q
    .on<InventoryTables>()
    .with(
      (cte) => cte('held').materialized(),
      (db) =>
        db
          .selectFrom('reservations')
          .select((eb) => ['lot_id', eb.fn.sum('milli').as('milli')])
          .where('household_id', '=', householdId)
          .groupBy('lot_id'),
    )
    .with(
      (cte) => cte('ingredient_stock').materialized(),
      (db) =>
        db
          .selectFrom('lots')
          .leftJoin('held', 'held.lot_id', 'lots.id')
          .select(['ingredient_id', stockText(sql`coalesce(held.milli, 0)`, today).as('stock')])
          .where('household_id', '=', householdId)
          .where(isActiveLotSql)
          .groupBy('ingredient_id'),
    ) as unknown as QueryCreator<Tables & { ingredient_stock: { ingredient_id: string; stock: StockText } }>

/** One ingredient's stock, given columns of the outer query. A subquery per ingredient, because a join was slow when PostgreSQL's statistics were outdated. */
export const stockOfIngredient = (household: string, ingredient: string, today: CalendarDate) =>
  eb
    .selectFrom('lots')
    .select(stockText(reservedLotMilliSql, today).as('stock'))
    .where('lots.household_id', '=', sql.ref<HouseholdId>(household))
    .where('lots.ingredient_id', '=', sql.ref<string>(ingredient))
    .where(isActiveLotSql)

/** The id of an ingredient's newest priced lot, given columns of the outer query. The price is `price_cents` for `whole_milli` of its unit. */
export const lastPricedLot = (household: string, ingredient: string) =>
  eb
    .selectFrom('lots as priced')
    .select('priced.id')
    .where('priced.household_id', '=', sql.ref<HouseholdId>(household))
    .where('priced.ingredient_id', '=', sql.ref<string>(ingredient))
    .where('priced.price_cents', 'is not', null)
    .where('priced.state', '<>', sql.lit('removed'))
    .orderBy('priced.created_at', 'desc')
    .orderBy('priced.id', 'desc')
    .limit(sql.lit(1))

/** Parses a stock; null means none. Runs thousands of times for one list, so it scans only once. */
export function parseStock(text: StockText | null): UnitStock[] {
  const stock: UnitStock[] = []
  if (text === null) return stock
  for (let at = 0; at < text.length; ) {
    const [unitEnd, milliEnd] = [text.indexOf(' ', at), text.indexOf(' ', text.indexOf(' ', at) + 1)]
    const heldEnd = text.indexOf(' ', milliEnd + 1)
    const unit = text.slice(at, unitEnd) as Unit
    const milli = Number(text.slice(unitEnd + 1, milliEnd))
    let sum = stock.find((other) => other.unit === unit)
    if (!sum) {
      sum = { unit, freeMilli: 0, heldMilli: 0, expiredMilli: 0, goneMilli: 0 }
      stock.push(sum)
    }
    const state = text[heldEnd + 1]
    if (state === '1') sum.expiredMilli += milli
    else if (state === '2') sum.goneMilli += milli
    else {
      const held = Math.min(milli, Number(text.slice(milliEnd + 1, heldEnd)))
      sum.freeMilli += milli - held
      sum.heldMilli += held
    }
    // The last field is one digit, then a comma or the end.
    at = heldEnd + 3
  }
  return stock
}

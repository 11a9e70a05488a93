import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { InventoryTables } from '../tables.ts'

/** SQL for an ingredient's stock as one text for `parseStock`: a row per lot would cost too much. Parameter: the household's day. */
const stockText = (reservedMilli: string) =>
  `string_agg(lots.unit || ' ' || lots.milli || ' ' || coalesce(${reservedMilli}, 0) || ' ' || case when lots.goes_off_on < ? then 1 else 0 end, ',')`

/**
 * SQL for a `with` clause that defines `there (ingredient_id, stock)`. Materialized, because PostgreSQL evaluated it once per ingredient when
 * its statistics were outdated. Parameters: household, the household's day, household.
 */
export const stockByIngredientSql = () => `with held as materialized (
    select reservations.lot_id, sum(reservations.milli) as milli from reservations where reservations.household_id = ? group by reservations.lot_id
  ), there as materialized (
    select lots.ingredient_id, ${stockText('held.milli')} as stock from lots left join held on held.lot_id = lots.id
    where lots.household_id = ? and lots.state = 'active' group by lots.ingredient_id
  )`

/**
 * SQL for one ingredient's stock, for `parseStock`. A subquery per ingredient, because a join was slow when PostgreSQL's statistics were
 * outdated. Parameter: the household's day.
 */
export const stockOfIngredientSql = (household: string, ingredient: string) => `(select ${stockText(
  '(select sum(reservations.milli) from reservations where reservations.household_id = lots.household_id and reservations.lot_id = lots.id)',
)}
  from lots where lots.household_id = ${household} and lots.ingredient_id = ${ingredient} and lots.state = 'active')`

/** Stock of an ingredient in one unit, in thousandths. */
export interface UnitStock {
  unit: Unit
  /** Unexpired and not reserved. */
  freeMilli: number
  /** Unexpired and reserved. */
  heldMilli: number
  expiredMilli: number
}

/** Parses the text that `stockOfIngredient` selects; null means no stock. Runs thousands of times for one list, so it scans only once. */
export function parseStock(text: string | null): UnitStock[] {
  const stock: UnitStock[] = []
  if (text === null) return stock
  for (let at = 0; at < text.length; ) {
    const [unitEnd, milliEnd] = [text.indexOf(' ', at), text.indexOf(' ', text.indexOf(' ', at) + 1)]
    const heldEnd = text.indexOf(' ', milliEnd + 1)
    const unit = text.slice(at, unitEnd) as Unit
    const milli = Number(text.slice(unitEnd + 1, milliEnd))
    let sum = stock.find((other) => other.unit === unit)
    if (!sum) {
      sum = { unit, freeMilli: 0, heldMilli: 0, expiredMilli: 0 }
      stock.push(sum)
    }
    if (text[heldEnd + 1] === '1') sum.expiredMilli += milli
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

/** SQL for the id of an ingredient's newest priced lot. The price is `price_cents` for `whole_milli` of its unit. */
export const lastPricedLotSql = (household: string, ingredient: string) => `(select priced.id from lots priced
  where priced.household_id = ${household} and priced.ingredient_id = ${ingredient} and priced.price_cents is not null and priced.state <> 'removed'
  order by priced.created_at desc, priced.id desc limit 1)`

export interface LastPaid {
  ingredient_id: string
  price_cents: number
  whole_milli: number
  unit: Unit
}

/** Returns the last price of each ingredient that has one. */
export const lastPrices = (q: Reader, householdId: HouseholdId): Promise<LastPaid[]> =>
  q.rows(
    `select lots.ingredient_id, lots.price_cents, lots.whole_milli, lots.unit from ingredients
     join lots on lots.household_id = ingredients.household_id and lots.id = ${lastPricedLotSql('ingredients.household_id', 'ingredients.id')}
     where ingredients.household_id = ?`,
    [householdId],
  )

export interface ParStock {
  id: string
  name: string
  category: string
  par_milli: number
  default_unit: Unit
  conversions: string
  /** For `parseStock`. */
  stock: string | null
}

/** SQL of `stockForPar`. Parameters: household, day, household, household. */
export const parStockSql = `${stockByIngredientSql()}
  select ingredients.id, ingredients.name, ingredients.category, ingredients.par_milli, ingredients.default_unit, ingredients.conversions, there.stock
  from ingredients left join there on there.ingredient_id = ingredients.id
  where ingredients.household_id = ? and ingredients.removed_at is null and ingredients.par_milli > 0`

/** Returns the ingredients that have a par level, with their stock. */
export const stockForPar = (q: Reader, householdId: HouseholdId, today: CalendarDate): Promise<ParStock[]> =>
  q.rows(parStockSql, [householdId, today, householdId, householdId])

type LotTable = InventoryTables['lots']
export type PastLot = Pick<
  LotTable,
  'ingredient_id' | 'storage' | 'location' | 'added_on' | 'expiration_date' | 'date_kind' | 'frozen_on' | 'whole_milli' | 'unit'
>

/** Returns up to `max` lots of each ingredient, newest first, without those removed as mistakes. */
export const newestLotsOf = (q: Reader, householdId: HouseholdId, ingredientIds: readonly string[], max: number): Promise<PastLot[]> =>
  ingredientIds.length === 0
    ? Promise.resolve([])
    : q.rows(
        `select ingredient_id, storage, location, added_on, expiration_date, date_kind, frozen_on, whole_milli, unit
         from (select lots.*, row_number() over (partition by ingredient_id order by created_at desc, id desc) as age from lots
               where household_id = ? and state <> 'removed' and ingredient_id in (${ingredientIds.map(() => '?').join(', ')})) newest
         where age <= ? order by ingredient_id, age`,
        [householdId, ...ingredientIds, max],
      )

export interface PurchaseRow {
  ingredient_id: string
  name: string
  category: string
  /** Number of days on which some was added. */
  days: number
  last_on: string
}

/** Returns how often ingredients were added since a day. */
export const purchasesSince = (q: Reader, householdId: HouseholdId, since: CalendarDate): Promise<PurchaseRow[]> =>
  q.rows(
    `select lots.ingredient_id, ingredients.name, ingredients.category, count(distinct lots.added_on) as days, max(lots.added_on) as last_on
     from lots join ingredients on ingredients.household_id = lots.household_id and ingredients.id = lots.ingredient_id
     where lots.household_id = ? and lots.added_on >= ? and lots.state <> 'removed' and ingredients.removed_at is null
     group by lots.ingredient_id, ingredients.name, ingredients.category`,
    [householdId, since],
  )

/** Returns an ingredient's uses since a day, without undone ones, and the days on which it was added. */
export async function usesAndPurchases(q: Reader, householdId: HouseholdId, ingredientId: string, since: CalendarDate) {
  const uses = await q.rows<{ on: CalendarDate; milli: number; unit: Unit }>(
    `select ledger.on_date as "on", -ledger.delta as milli, ledger.unit from lots
     join ledger on ledger.household_id = lots.household_id and ledger.lot_id = lots.id
     join changes on changes.household_id = ledger.household_id and changes.seq = ledger.seq
     where lots.household_id = ? and lots.ingredient_id = ? and ledger.kind = 'use' and ledger.delta < 0 and ledger.on_date >= ? and changes.undone_by is null`,
    [householdId, ingredientId, since],
  )
  const added = await q.rows<{ added_on: CalendarDate }>(
    `select distinct added_on from lots where household_id = ? and ingredient_id = ? and added_on >= ? and state <> 'removed' order by added_on`,
    [householdId, ingredientId, since],
  )
  return { uses, purchases: added.map(({ added_on }) => added_on) }
}

import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'

export const countByCategory = (q: Reader, householdId: HouseholdId) =>
  q.rows<{ category: string; count: number }>(
    // Counts by ingredient first, from the index alone: there are far fewer ingredients than lots.
    `select ingredients.category, cast(sum(counts.count) as bigint) as count
     from (select ingredient_id, count(*) as count from lots where household_id = ? and state = 'active' group by ingredient_id) as counts
     join ingredients on ingredients.household_id = ? and ingredients.id = counts.ingredient_id
     group by ingredients.category order by 2 desc, 1`,
    [householdId, householdId],
  )

export const countByLocation = (q: Reader, householdId: HouseholdId) =>
  q.rows<{ location: string; count: number }>(
    `select location, count(*) as count from lots where household_id = ? and state = 'active' group by location order by count(*) desc, location`,
    [householdId],
  )

/** Counts the active lots, the expired ones, and those expiring from `today` to `soon`. */
export async function countByExpiry(q: Reader, householdId: HouseholdId, today: string, soon: string) {
  const [row] = await q.rows<{ total: number; expired: number; soon: number }>(
    `select count(*) as total,
            cast(coalesce(sum(case when goes_off_on < ? then 1 else 0 end), 0) as bigint) as expired,
            cast(coalesce(sum(case when goes_off_on >= ? and goes_off_on <= ? then 1 else 0 end), 0) as bigint) as soon
     from lots where household_id = ? and state = 'active'`,
    [today, today, soon, householdId],
  )
  return row ?? { total: 0, expired: 0, soon: 0 }
}

export interface ParRow {
  id: string
  par_milli: number
  default_unit: Unit
  conversions: string
  /** A unit of the stock, with the total in that unit; null without stock. */
  unit: Unit | null
  milli: number | null
}

/** Returns the ingredients that have a par level, with their unexpired stock by unit. `ingredientIds` limits the result. */
export const stockAgainstPar = (q: Reader, householdId: HouseholdId, today: string, ingredientIds: readonly string[] | null = null) =>
  q.rows<ParRow>(
    `select ingredients.id, ingredients.par_milli, ingredients.default_unit, ingredients.conversions, lots.unit, cast(sum(lots.milli) as bigint) as milli
     from ingredients
     left join lots on lots.household_id = ingredients.household_id and lots.ingredient_id = ingredients.id
       and lots.state = 'active' and lots.goes_off_on >= ?
     where ingredients.household_id = ? and ingredients.removed_at is null and ingredients.par_milli is not null${
       ingredientIds === null ? '' : ` and ingredients.id in (${ingredientIds.map(() => '?').join(', ')})`
     }
     group by ingredients.id, ingredients.par_milli, ingredients.default_unit, ingredients.conversions, lots.unit`,
    [today, householdId, ...(ingredientIds ?? [])],
  )

import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'

/** Lots by what they count under. */
export const countByCategory = (q: Reader, householdId: HouseholdId) =>
  q.rows<{ category: string; count: number }>(
    // Counted by food first, on the index alone: there are far fewer foods than lots.
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

/** How many active lots there are, how many have gone off, and how many go off from `today` to `soon`. */
export async function countByDate(q: Reader, householdId: HouseholdId, today: string, soon: string) {
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
  /** One unit it is kept in, with the total in it; null when there is nothing. */
  unit: Unit | null
  milli: number | null
}

/** Foods with a target, with their unexpired stock by unit; among these, or all. */
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

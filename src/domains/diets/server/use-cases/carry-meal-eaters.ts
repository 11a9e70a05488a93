import type { Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { MealEaters } from '../../contract.ts'
import { mealId } from '../../rules/meal-eaters.ts'
import * as store from '../store.ts'

interface Who {
  householdId: HouseholdId
  now: Date
}
type DayMeal = Pick<MealEaters, 'date' | 'meal'>

interface Carry {
  meal: MealEaters['meal']
  /** The day whose eaters are carried; null for the last day that they were carried to before. */
  from: CalendarDate | null
  to: readonly CalendarDate[]
  /** The id of what is planned on these days, to take it back. */
  carriedFor: string
}

/** Carries who eats a meal to other days where no one has said who does. The caller records a change afterward. */
export async function carryMealEaters(tx: Transaction, { householdId, now }: Who, { meal, from, to, carriedFor }: Carry): Promise<void> {
  const source =
    from === null
      ? await store.findLastCarried(tx, householdId, carriedFor, meal)
      : await store.findMealEaters(tx, householdId, mealId(from, meal))
  if (!source || source.removed_at !== null) return
  const at = now.toISOString()
  const set = { eater_ids: source.eater_ids, removed_at: null, before: null, carried_for: carriedFor, updated_at: at }
  for (const date of to) {
    const id = mealId(date, meal)
    const row = await store.findMealEaters(tx, householdId, id)
    if (!row) await store.insertMealEaters(tx, { household_id: householdId, id, date, meal, ...set, version: 1, created_at: at })
    else if (row.removed_at !== null) await store.updateMealEaters(tx, householdId, id, set)
  }
}

/** Takes back what was carried to these meals, unless someone has said since who eats them. The caller records a change afterward. */
export async function releaseMealEaters(
  tx: Transaction,
  { householdId, now }: Who,
  carriedFor: readonly string[],
  meals: readonly DayMeal[],
): Promise<void> {
  const at = now.toISOString()
  for (const { id, removed_at, carried_for } of await store.findMealEatersById(tx, householdId, meals.map(idOf)))
    if (removed_at === null && carried_for !== null && carriedFor.includes(carried_for))
      await store.updateMealEaters(tx, householdId, id, { removed_at: at, before: null, updated_at: at })
}

/** Undoes `releaseMealEaters`. */
export async function restoreCarriedEaters(
  tx: Transaction,
  { householdId, now }: Who,
  carriedFor: string,
  meals: readonly DayMeal[],
): Promise<void> {
  for (const { id, removed_at, carried_for } of await store.findMealEatersById(tx, householdId, meals.map(idOf)))
    if (removed_at !== null && carried_for === carriedFor)
      await store.updateMealEaters(tx, householdId, id, { removed_at: null, updated_at: now.toISOString() })
}

const idOf = ({ date, meal }: DayMeal) => mealId(date, meal)

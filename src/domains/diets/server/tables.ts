import type { HouseholdId } from '#platform/shared/ids.ts'
import type { MealEaters } from '../contract.ts'

export interface DietTables {
  eaters: {
    household_id: HouseholdId
    /** A member's is their user id. */
    id: string
    /** Null for a guest. */
    user_id: string | null
    name: string | null
    /** JSON arrays. */
    diets: string
    allergens: string
    avoids: string
    /** The columns before the last change, as JSON; null if there is nothing to undo. */
    before: string | null
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
  meal_eaters: {
    household_id: HouseholdId
    /** The day and the meal, joined. */
    id: string
    date: string
    meal: MealEaters['meal']
    /** A JSON array. */
    eater_ids: string
    /** The columns before the last change, as JSON; null if there is nothing to undo. */
    before: string | null
    /** The repeat or planned meal that it was carried for; null once someone has said who eats. */
    carried_for: string | null
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
  food_contents: {
    household_id: HouseholdId
    /** The ingredient's. */
    id: string
    /** JSON arrays. */
    contains: string
    without: string
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
}

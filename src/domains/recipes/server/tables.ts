import type { Meal } from '#domains/diets/contract.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Difficulty, PlanEntry, RecipeCategory } from '../contract/index.ts'

export interface RecipeTables {
  recipes: {
    household_id: HouseholdId
    id: string
    name: string
    description: string
    category: RecipeCategory
    /** JSON: string[] */
    tags: string
    difficulty: Difficulty
    prep_minutes: number
    cook_minutes: number
    total_minutes: number
    servings: number
    rating_tenths: number | null
    /** JSON: string[], as written. */
    ingredients: string
    /** JSON: string[] */
    instructions: string
    /** JSON: ParsedLine[] without their text. */
    lines: string
    notes: string
    source_url: string | null
    image_url: string | null
    /** Changes with the photo; null if there is none. */
    photo: string | null
    is_starter: 0 | 1
    is_favorite: 0 | 1
    /** Name, description and ingredients, folded. */
    search_key: string
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
  recipe_photos: {
    household_id: HouseholdId
    recipe_id: string
    /** Base64 of a JPEG. */
    jpeg: string
  }
  recipe_cookings: {
    household_id: HouseholdId
    id: string
    recipe_id: string
    cooked_on: string
    rating_tenths: number | null
    notes: string
    /** An id of `ingredient_pictures`; null if there is none. */
    picture: string | null
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
  recipe_links: {
    household_id: HouseholdId
    id: string
    recipe_id: string
    /** Of the secret in the link. */
    hash: string
    created_at: string
    ended_at: string | null
  }
  cookbooks: {
    household_id: HouseholdId
    id: string
    name: string
    position: number
    /** JSON: string[], also of recipes removed since. */
    recipe_ids: string
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
  cookbook_links: {
    household_id: HouseholdId
    id: string
    cookbook_id: string
    /** Of the secret in the link. */
    hash: string
    created_at: string
    ended_at: string | null
  }
  recipe_foods: {
    household_id: HouseholdId
    food_key: string
    /** Null: no ingredient of the household. */
    ingredient_id: string | null
  }
  plan_entries: {
    household_id: HouseholdId
    id: string
    /** Null if it has a text. */
    recipe_id: string | null
    on_date: string
    meal: Meal
    servings: number
    state: PlanEntry['state']
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
    /** Null for a recipe. */
    text: string | null
    /** An item in stock; null if it isn't one. */
    lot_id: string | null
    /** An ingredient; null if it isn't one. */
    ingredient_id: string | null
    /** How much of the item or ingredient, in thousandths of `unit`; null without one. */
    amount_milli: number | null
    unit: Unit | null
    /** The repeat that it is part of; null if it isn't. */
    repeat_id: string | null
    /** Null if it doesn't repeat, or no longer. */
    every_weeks: number | null
    /** The recipe that the item is leftovers of; null if that isn't known. */
    leftover_of: string | null
  }
  /** What repeats on the plan. */
  plan_repeats: {
    household_id: HouseholdId
    id: string
    first_on: string
    every_weeks: number
    meal: Meal
    recipe_id: string | null
    text: string | null
    ingredient_id: string | null
    amount_milli: number | null
    unit: Unit | null
    servings: number
    ended_at: string | null
    created_at: string
  }
  /** Which recipe an item in stock is leftovers of. */
  recipe_leftovers: {
    household_id: HouseholdId
    lot_id: string
    recipe_id: string
  }
  /** What planned meals lack and the list has seen, each with the row about it. */
  plan_list_causes: {
    household_id: HouseholdId
    id: string
    entry_id: string
    recipe_id: string
    food_key: string
    item_id: string
    /** The meal's share of the row; 0 if the list left the row as it was. */
    milli: number
    unit: Unit
    /** The change that added it to the list; 0 if none did. */
    seq: number
  }
  recipe_buys: {
    household_id: HouseholdId
    /** The recipe, or the planned entry of an ingredient. */
    recipe_id: string
    item_id: string
    food_key: string
    milli: number
    unit: Unit
    /** The change that added it to the list. */
    seq: number
  }
}

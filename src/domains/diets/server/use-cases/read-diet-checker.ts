import { membersOf } from '#domains/households/server/index.ts'
import { listIngredients } from '#domains/ingredients/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { currentLanguage } from '#platform/server/i18n/current-language.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { MealEaters } from '../../contract.ts'
import { type EaterWarning, type RecipeLine, recipeChecker } from '../../rules/check-recipe.ts'
import { hasNeeds } from '../../rules/diet-terms.ts'
import { eatersOf, mealId } from '../../rules/meal-eaters.ts'
import { listEaters } from './edit-eater.ts'
import { listFoodContents } from './set-food-contents.ts'
import { listMealEaters } from './set-meal-eaters.ts'

export interface DietChecker {
  /** Returns for whom a recipe isn't, and for whom that isn't known, of everyone who eats here. */
  check(lines: readonly RecipeLine[], name: string): readonly EaterWarning[]
  /** Returns the ids of those who eat a meal and can't have something. */
  eatersAt(date: string, meal: MealEaters['meal']): ReadonlySet<string>
}

/** Returns null if everyone in the household can have everything. */
export async function readDietChecker(q: Reader, householdId: HouseholdId): Promise<DietChecker | null> {
  const stored = await listEaters(q, { householdId })
  const eaters = stored.filter(hasNeeds)
  if (eaters.length === 0) return null
  const known = new Set(stored.map(({ id }) => id))
  const others = (await membersOf(q, householdId)).filter(({ userId }) => !known.has(userId))
  const people = [...stored, ...others.map(({ userId }) => ({ id: userId, userId }))]
  const withNeeds = new Set(eaters.map(({ id }) => id))
  const [meals, said, ingredients] = [
    new Map((await listMealEaters(q, { householdId })).map((one) => [one.id, one])),
    await listFoodContents(q, { householdId }),
    await listIngredients(q, householdId),
  ]
  const check = recipeChecker({
    ingredients: new Map(
      ingredients.map(({ id, name, aliases, parent_id }) => [
        id,
        { id, name, aliases: JSON.parse(aliases) as string[], parentId: parent_id },
      ]),
    ),
    said: new Map(said.map((one) => [one.id, one])),
    language: currentLanguage(),
  })
  return {
    check: (lines, name) => check(lines, eaters, name),
    eatersAt: (date, meal) => new Set(eatersOf(people, meals.get(mealId(date, meal))).flatMap(({ id }) => (withNeeds.has(id) ? id : []))),
  }
}

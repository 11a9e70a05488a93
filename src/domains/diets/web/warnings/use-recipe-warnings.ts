import { useMemo } from 'react'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { firstSupportedLanguage } from '#platform/shared/language.ts'
import { messageLocale } from '#platform/shared/say.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { listFoodContents } from '../../contract.ts'
import type { FoodKnowledge } from '../../rules/check-food.ts'
import { checkRecipe, type EaterWarning } from '../../rules/check-recipe.ts'
import type { Person } from '../api/eaters.ts'

/** A recipe's line as far as diets need it. */
export interface WarningLine {
  food: string
  preparation: string
  ingredientId: string | null
}

/** Returns what is known about foods; null while loading. */
export function useFoodKnowledge(): FoodKnowledge | null {
  const ingredients = useEndpointQuery(listIngredients, {}).data
  const said = useEndpointQuery(listFoodContents, {}).data
  return useMemo(
    () =>
      ingredients && said
        ? {
            ingredients: new Map(ingredients.map((one) => [one.id, one])),
            said: new Map(said.map((one) => [one.id, one])),
            language: firstSupportedLanguage([messageLocale()]) ?? 'en',
          }
        : null,
    [ingredients, said],
  )
}

export interface PersonWarning extends EaterWarning {
  person: Person
}

/** Returns what a recipe means for these people; null while loading. */
export function useRecipeWarnings(lines: readonly WarningLine[], people: readonly Person[]): readonly PersonWarning[] | null {
  const knowledge = useFoodKnowledge()
  return useMemo(() => {
    if (!knowledge) return null
    const byId = new Map(people.map((person) => [person.id, person]))
    return checkRecipe(lines, people, knowledge).flatMap((warning) => {
      const person = byId.get(warning.eaterId)
      return person ? [{ ...warning, person }] : []
    })
  }, [knowledge, lines, people])
}

import { useMemo } from 'react'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { firstSupportedLanguage } from '#platform/shared/language.ts'
import { messageLocale } from '#platform/shared/say.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { listFoodContents } from '../../contract.ts'
import type { FoodKnowledge } from '../../rules/check-food.ts'
import { checkRecipe, type EaterWarning, namesFood } from '../../rules/check-recipe.ts'
import type { Person } from '../api/eaters.ts'

/** A recipe's line as far as diets need it. */
export interface WarningLine {
  food: string
  preparation: string
  ingredientId: string | null
  /** As written; needed of headings, which name no food. */
  text?: string
  isDish?: boolean
}

/** Returns what is known about foods; null while loading, and if it failed to load. */
export function useFoodKnowledge(): { knowledge: FoodKnowledge | null; hasFailed: boolean } {
  const { data: ingredients, error: ofIngredients } = useEndpointQuery(listIngredients, {})
  const { data: said, error: ofSaid } = useEndpointQuery(listFoodContents, {})
  const knowledge = useMemo(
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
  return { knowledge, hasFailed: knowledge === null && (ofIngredients ?? ofSaid) !== null }
}

export interface PersonWarning extends EaterWarning {
  person: Person
}

export interface RecipeWarningsFound {
  warnings: readonly PersonWarning[]
  /** For whom nothing or not all was checked: no line names a food, or what is known failed to load. */
  unchecked: readonly Person[]
}

const none: RecipeWarningsFound = { warnings: [], unchecked: [] }

/** Returns what a recipe or meal of this name means for these people; nothing while loading. */
export function useRecipeWarnings(lines: readonly WarningLine[], people: readonly Person[], name = ''): RecipeWarningsFound {
  const { knowledge, hasFailed } = useFoodKnowledge()
  return useMemo(() => {
    if (!knowledge) return hasFailed ? { warnings: [], unchecked: people } : none
    const byId = new Map(people.map((person) => [person.id, person]))
    const warnings = checkRecipe(lines, people, knowledge, name).flatMap((warning) => {
      const person = byId.get(warning.eaterId)
      return person ? [{ ...warning, person }] : []
    })
    const warned = new Set(warnings.map(({ eaterId }) => eaterId))
    return { warnings, unchecked: lines.some(namesFood) ? [] : people.filter(({ id }) => !warned.has(id)) }
  }, [knowledge, hasFailed, lines, people, name])
}

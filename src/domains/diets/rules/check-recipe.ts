import type { ContentTerm, Eater } from '../contract.ts'
import { answersAbout, type CheckedFood, type FoodKnowledge } from './check-food.ts'
import { hasNeeds, termsOf } from './diet-terms.ts'

export interface FoundFood {
  /** The line's number, from 1. */
  line: number
  food: string
  ingredientId: string | null
  terms: readonly ContentTerm[]
  /** Ingredients in the eater's own words. */
  words: readonly string[]
}

/** What a recipe means for someone. People for whom nothing is found or unknown have none. */
export interface EaterWarning {
  eaterId: string
  contains: readonly FoundFood[]
  unknown: readonly FoundFood[]
}

/** Checks the lines of a recipe, which may be headings, for the people who eat it. */
export function checkRecipe(
  lines: readonly (Omit<CheckedFood, 'name'> & { food: string })[],
  eaters: readonly Pick<Eater, 'id' | 'diets' | 'allergens' | 'avoids'>[],
  knowledge: FoodKnowledge,
): EaterWarning[] {
  const checked = lines.flatMap(({ food, ...rest }, at) => {
    if (food.trim() === '') return []
    return [{ line: at + 1, food, ingredientId: rest.ingredientId, answers: answersAbout({ name: food, ...rest }, knowledge) }]
  })
  return eaters.filter(hasNeeds).flatMap((eater) => {
    const terms = [...termsOf(eater)]
    const found = (wanted: 'contains' | 'unknown'): FoundFood[] =>
      checked.flatMap(({ answers, ...line }) => {
        const ofTerms = terms.filter((term) => answers.of(term) === wanted)
        const ofWords = eater.avoids.filter((word) => answers.ofWord(word) === wanted)
        return ofTerms.length + ofWords.length > 0 ? [{ ...line, terms: ofTerms, words: ofWords }] : []
      })
    const contains = found('contains')
    const sure = new Set(contains.map(({ line }) => line))
    const unknown = found('unknown').filter(({ line }) => !sure.has(line))
    return contains.length + unknown.length > 0 ? [{ eaterId: eater.id, contains, unknown }] : []
  })
}

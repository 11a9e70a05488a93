import type { ContentTerm, Eater } from '../contract.ts'
import { answersAbout, type CheckedFood, type FoodAnswers, type FoodKnowledge } from './check-food.ts'
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

type Line = Omit<CheckedFood, 'name'> & { food: string }
type Needs = Pick<Eater, 'id' | 'diets' | 'allergens' | 'avoids'>

/** Returns a function that checks the lines of recipes, which may be headings, for people. It remembers what it knows about a food. */
export function recipeChecker(knowledge: FoodKnowledge): (lines: readonly Line[], eaters: readonly Needs[]) => EaterWarning[] {
  const known = new Map<string, FoodAnswers>()
  const answersOf = ({ food, ...rest }: Line): FoodAnswers => {
    const key = JSON.stringify([food, rest.preparation, rest.ingredientId])
    const answers = known.get(key) ?? answersAbout({ name: food, ...rest }, knowledge)
    known.set(key, answers)
    return answers
  }
  return (lines, eaters) => {
    const checked = lines.flatMap((line, at) => {
      if (line.food.trim() === '') return []
      return [{ line: at + 1, food: line.food, ingredientId: line.ingredientId, answers: answersOf(line) }]
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
}

/** Checks the lines of one recipe for the people who eat it. */
export const checkRecipe = (lines: readonly Line[], eaters: readonly Needs[], knowledge: FoodKnowledge): EaterWarning[] =>
  recipeChecker(knowledge)(lines, eaters)

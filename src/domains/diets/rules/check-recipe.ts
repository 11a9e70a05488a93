import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { Language } from '#platform/shared/language.ts'
import type { ContentTerm, Eater } from '../contract.ts'
import { plainWords } from './built-in/content-words.ts'
import { type Answer, answersAbout, type CheckedFood, contentsInText, type FoodAnswers, type FoodKnowledge } from './check-food.ts'
import { hasNeeds, termsOf } from './diet-terms.ts'

export interface FoundFood {
  /** The line's number, from 1; null for the name of the recipe or meal. */
  line: number | null
  /** A heading's or name's text if it isn't a food. */
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

/** A heading has no `food`, but a `text`. */
export type RecipeLine = Omit<CheckedFood, 'name'> & { food: string; text?: string }
type Needs = Pick<Eater, 'id' | 'diets' | 'allergens' | 'avoids'>

/** Returns whether a line names a food that can be checked. */
export const namesFood = ({ food }: Pick<RecipeLine, 'food'>): boolean => food.trim() !== ''

const wordKeys = boundedCache<string, string>(1000)

/** Returns what the words of a heading or a name say, `answer` for what they name: it isn't a food, so nothing else is asked of it. */
function answersInWords(text: string, answer: 'contains' | 'unknown', language: Language): FoodAnswers {
  const named = contentsInText(text, language)
  const key = ` ${ingredientKey(plainWords(text))} `
  return {
    of: (term) => (named.has(term) ? answer : 'free'),
    ofWord: (word) => {
      const wanted = wordKeys.getOrCreate(word, () => ingredientKey(plainWords(word)))
      return wanted !== '' && key.includes(` ${wanted} `) ? answer : 'free'
    },
  }
}

/** Returns the same answers, each found once. */
function remembering({ of, ofWord }: FoodAnswers): FoodAnswers {
  const terms = boundedCache<ContentTerm, Answer>(100)
  const words = boundedCache<string, Answer>(1000)
  return { of: (term) => terms.getOrCreate(term, of), ofWord: (word) => words.getOrCreate(word, ofWord) }
}

interface CheckedLine extends Pick<FoundFood, 'line' | 'food' | 'ingredientId'> {
  answers: FoodAnswers
}

type Asked = Pick<FoundFood, 'terms' | 'words'>
const without = <T>(all: readonly T[], some: readonly T[]) => all.filter((one) => !some.includes(one))

/** Returns the lines for which this is the answer to something that is asked. */
const linesWith = (lines: readonly CheckedLine[], wanted: 'contains' | 'unknown', { terms, words }: Asked): FoundFood[] =>
  lines.flatMap(({ answers, ...line }) => {
    const ofTerms = terms.filter((term) => answers.of(term) === wanted)
    const ofWords = words.filter((word) => answers.ofWord(word) === wanted)
    return ofTerms.length + ofWords.length > 0 ? [{ ...line, terms: ofTerms, words: ofWords }] : []
  })

/** Headings and the name only say what no food does, such as `Nut cake` without a line of nuts. */
function warningFor(eater: Needs, foods: readonly CheckedLine[], headings: readonly CheckedLine[]): EaterWarning | null {
  const asked: Asked = { terms: [...termsOf(eater)], words: eater.avoids }
  const ofFoods = linesWith(foods, 'contains', asked)
  const open: Asked = {
    terms: without(
      asked.terms,
      ofFoods.flatMap(({ terms }) => terms),
    ),
    words: without(
      asked.words,
      ofFoods.flatMap(({ words }) => words),
    ),
  }
  const contains = [...ofFoods, ...linesWith(headings, 'contains', open)]
  const sure = new Set(contains.map(({ line }) => line))
  const unknown = [...linesWith(foods, 'unknown', asked), ...linesWith(headings, 'unknown', open)].filter(({ line }) => !sure.has(line))
  return contains.length + unknown.length > 0 ? { eaterId: eater.id, contains, unknown } : null
}

/**
 * Returns a function that checks the lines of recipes, which may be headings, and the name for people. It remembers what it knows about a
 * food. What only the name of a recipe with foods says is unknown: zucchini spaghetti may have no wheat.
 */
export function recipeChecker(
  knowledge: FoodKnowledge,
): (lines: readonly RecipeLine[], eaters: readonly Needs[], name?: string) => EaterWarning[] {
  const known = new Map<string, FoodAnswers>()
  const answersOf = ({ food, preparation = '', ingredientId, isDish = false }: RecipeLine): FoodAnswers => {
    const key = JSON.stringify([food, preparation, ingredientId, isDish])
    const answers = known.get(key) ?? remembering(answersAbout({ name: food, preparation, ingredientId, isDish }, knowledge))
    known.set(key, answers)
    return answers
  }
  return (lines, eaters, name = '') => {
    const foods: CheckedLine[] = []
    const headings: CheckedLine[] = []
    for (const [at, line] of lines.entries()) {
      const { food, text = '', ingredientId } = line
      if (namesFood(line)) foods.push({ line: at + 1, food, ingredientId, answers: answersOf(line) })
      else if (text !== '')
        headings.push({
          ...{ line: at + 1, food: text.trim().replace(/\s*:$/, ''), ingredientId: null },
          answers: answersInWords(text, 'contains', knowledge.language),
        })
    }
    const ofName = answersInWords(name, foods.length > 0 ? 'unknown' : 'contains', knowledge.language)
    if (name !== '') headings.push({ line: null, food: name, ingredientId: null, answers: ofName })
    return eaters.filter(hasNeeds).flatMap((eater) => warningFor(eater, foods, headings) ?? [])
  }
}

/** Checks the lines of one recipe for the people who eat it. */
export const checkRecipe = (
  lines: readonly RecipeLine[],
  eaters: readonly Needs[],
  knowledge: FoodKnowledge,
  name?: string,
): EaterWarning[] => recipeChecker(knowledge)(lines, eaters, name)

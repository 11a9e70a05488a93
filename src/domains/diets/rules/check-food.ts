import { findBuiltInFood } from '#domains/ingredients/rules/built-in/find-food.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { Language } from '#platform/shared/language.ts'
import type { ContentTerm, FoodContents } from '../contract.ts'
import { plainWords, termsInWords } from './built-in/content-words.ts'
import { contentsByName, contentsOfOthers, type KnownContents, withConsequences } from './built-in/food-contents.ts'

/** `free` means that a food doesn't contain it by nature or as the household says; screens never say so. */
export type Answer = 'contains' | 'unknown' | 'free'

export interface CheckedIngredient {
  id: string
  name: string
  aliases: readonly string[]
  parentId: string | null
}

/** A food as a recipe, a list or stock names it. */
export interface CheckedFood {
  name: string
  /** Remarks, such as `with chopped hazelnuts`. */
  preparation?: string
  /** The household's ingredient that it is; null if there is none. */
  ingredientId: string | null
}

export interface FoodKnowledge {
  ingredients: ReadonlyMap<string, CheckedIngredient>
  /** By ingredient. */
  said: ReadonlyMap<string, Pick<FoodContents, 'contains' | 'without'>>
  language: Language
}

export interface FoodAnswers {
  of(term: ContentTerm): Answer
  /** Whether it is, or contains, an ingredient in someone's own words. */
  ofWord(word: string): Answer
}

const known = new Map<string, KnownContents>([...contentsByName].map(([name, contents]) => [ingredientKey(name), contents]))

const knownOthers = new Map<string, KnownContents>([...contentsOfOthers].map(([name, contents]) => [ingredientKey(name), contents]))

/** Returns what the built-in table says of a food by its name in any language; undefined if it isn't there. */
function builtIn(name: string, language: Language): KnownContents | undefined {
  const food = findBuiltInFood(name, language)
  const key = ingredientKey(name)
  return food ? (known.get(key) ?? contentsByName.get(food.name)) : knownOthers.get(key)
}

const hasWord = (text: string, key: string) => key !== '' && ` ${ingredientKey(text)} `.includes(` ${key} `)
/** German joins words: Kiwi is in Kiwimarmelade. */
const hasPart = (text: string, word: string) => word.length >= 5 && plainWords(text).replaceAll(' ', '').includes(word)

/** Returns what is known about a food: from the household first, then the table, then the words that name it. */
export function answersAbout(food: CheckedFood, { ingredients, said, language }: FoodKnowledge): FoodAnswers {
  const ingredient = food.ingredientId === null ? undefined : ingredients.get(food.ingredientId)
  const parent = ingredient?.parentId ? ingredients.get(ingredient.parentId) : undefined
  const own = ingredient && said.get(ingredient.id)
  const ownContents = own && withConsequences(new Set(own.contains), new Set())
  const ofParent = parent && said.get(parent.id)
  const remarks = termsInWords(food.preparation ?? '')
  /** What it is. An ingredient stands for the line that it is matched to. */
  const main = builtIn(ingredient?.name ?? food.name, language)
  const others = [food.name, ...(ingredient?.aliases ?? []), ...(parent ? [parent.name] : [])]
  /** Other names of it can only say that something is contained. */
  const alsoContains = new Set([
    ...others.flatMap((name) => [...(builtIn(name, language)?.contains ?? [])]),
    ...(ofParent ? withConsequences(new Set(ofParent.contains), new Set()).contains : []),
  ])
  const inWords = new Set([ingredient?.name ?? '', ...others].flatMap((name) => [...termsInWords(name)]))
  const hint = withConsequences(inWords, new Set()).contains
  const inRemarks = withConsequences(remarks, new Set()).contains

  const of = (term: ContentTerm): Answer => {
    if (inRemarks.has(term) || ownContents?.contains.has(term)) return 'contains'
    if (own?.without.includes(term)) return 'free'
    // Without meat, only gelatin could be of them.
    if ((term === 'pork' || term === 'beef') && own?.without.includes('meat') && of('gelatin') === 'free') return 'free'
    if (main?.contains.has(term) || alsoContains.has(term)) return 'contains'
    if (main && !main.unknown.has(term)) return 'free'
    return hint.has(term) ? 'contains' : 'unknown'
  }
  const ofWord = (word: string): Answer => {
    const texts = [food.name, food.preparation ?? '', ingredient?.name ?? '', ...others]
    const key = ingredientKey(word)
    const plain = plainWords(word).replaceAll(' ', '')
    const wanted = findBuiltInFood(word, language)
    const isIt = (text: string) =>
      text !== '' && (hasWord(text, key) || hasPart(text, plain) || (wanted !== null && findBuiltInFood(text, language) === wanted))
    if (texts.some(isIt)) return 'contains'
    return main && main.unknown.size === 0 ? 'free' : 'unknown'
  }
  return { of, ofWord }
}

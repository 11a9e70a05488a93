import { findBuiltInFood } from '#domains/ingredients/rules/built-in/find-food.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { Language } from '#platform/shared/language.ts'
import type { ContentTerm, FoodContents } from '../contract.ts'
import { type Lookup, plainWords, readText, type TextContents } from './built-in/content-words.ts'
import { contentsByName, contentsOfOthers, dishNames, type KnownContents, withConsequences } from './built-in/food-contents.ts'
import { answerOfWord } from './check-word.ts'

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
  /** Whether it is a planned meal: Curry is then a dish, not the powder. */
  isDish?: boolean
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

const dishes: ReadonlySet<string> = new Set(dishNames.map(ingredientKey))

const noContents: TextContents = { contains: new Set(), unknown: new Set(), isOpen: false, foods: 0 }

/** Knoblauchzehe is of garlic. */
const germanPart = /(?:zehen?|bl[äa]tter|zweige?|st[äa]ngel|abrieb|schale)$/

/** Names in recipes repeat, and each is looked up with its neighbors. */
const lookedUp = boundedCache<string, KnownContents | null>(20_000)

/** Returns what the built-in table says of a food by its name in any language; undefined if it isn't there. */
const builtIn = (name: string, language: Language): KnownContents | undefined =>
  lookedUp.getOrCreate(`${language} ${name}`, () => findContents(name, language) ?? null) ?? undefined

function findContents(name: string, language: Language): KnownContents | undefined {
  const key = ingredientKey(name)
  const other = knownOthers.get(key)
  if (other) return other
  const food = findBuiltInFood(name, language) ?? findBuiltInFood(name.replace(germanPart, ''), language)
  return food ? (known.get(key) ?? contentsByName.get(food.name)) : undefined
}

const lookupIn =
  (language: Language): Lookup =>
  (name) =>
    builtIn(name.replace(/\b([dl]) /g, "$1'"), language)

/** Returns what a food of this name contains: as in the table, or of one food in it and words of preparation. */
function mainContents(name: string, language: Language): KnownContents | undefined {
  const food = builtIn(name, language)
  if (food) return food
  const read = readText(name, { lookup: lookupIn(language), isName: true })
  return read.foods === 1 && !read.isOpen ? read : undefined
}

/** Returns what the words of a text that names no one food say that is contained, such as a heading. */
export const contentsInText = (text: string, language: Language): ReadonlySet<ContentTerm> =>
  withConsequences(new Set(readText(text, { lookup: lookupIn(language) }).contains), new Set()).contains

const keysOf = (name: string): ReadonlySet<string> => new Set(plainWords(name).split(' ').map(ingredientKey))

/** Returns what is known about a food: from the household first, then the table, then the words that name it. */
export function answersAbout(food: CheckedFood, knowledge: FoodKnowledge): FoodAnswers {
  const { ingredients, said, language } = knowledge
  const ingredient = food.ingredientId === null ? undefined : ingredients.get(food.ingredientId)
  const parent = ingredient?.parentId ? ingredients.get(ingredient.parentId) : undefined
  const own = ingredient && said.get(ingredient.id)
  const ofParent = parent && said.get(parent.id)
  const lookup = lookupIn(language)
  const name = ingredient?.name ?? food.name
  const isUnclear = food.isDish === true && dishes.has(ingredientKey(name))
  /** What it is. An ingredient stands for the line that it is matched to. */
  const main = isUnclear ? undefined : mainContents(name, language)
  const except = keysOf(name)
  const remarks = readText(food.preparation ?? '', { lookup })
  /** What the line's name says beyond the ingredient's. */
  const inLine = ingredient ? readText(food.name, { lookup, except }) : noContents
  const others = [...(ingredient?.aliases ?? []), ...(parent ? [parent.name] : [])]
  const ofOthers = others.map((other) => readText(other, { lookup, except }))
  const isNamed = ingredient
    ? [ingredient.name, ...ingredient.aliases].some((one) => ingredientKey(one) === ingredientKey(food.name))
    : true
  const withPork = (contains: Iterable<ContentTerm>) => withConsequences(new Set(contains), new Set()).contains
  const added = withPork([...remarks.contains, ...inLine.contains])
  const owned = withPork(own?.contains ?? [])
  const alsoContains = withPork([
    ...[food.name, ...others].flatMap((one) => [...(builtIn(one, language)?.contains ?? [])]),
    ...ofOthers.flatMap(({ contains }) => [...contains]),
    ...(ofParent?.contains ?? []),
  ])
  const hint = withPork([name, food.name, ...others].flatMap((one) => [...readText(one).contains]))
  const isOpen = (term: ContentTerm) => remarks.isOpen || remarks.unknown.has(term)

  const byFood = (term: ContentTerm): Answer => {
    if (owned.has(term)) return 'contains'
    if (own?.without.includes(term)) return 'free'
    // Without meat, only gelatin could be of them.
    if ((term === 'pork' || term === 'beef') && own?.without.includes('meat') && byFood('gelatin') === 'free') return 'free'
    if (main?.contains.has(term) || alsoContains.has(term)) return 'contains'
    if (main && !main.unknown.has(term)) return (inLine.isOpen && !isNamed) || inLine.unknown.has(term) ? 'unknown' : 'free'
    return !isUnclear && hint.has(term) ? 'contains' : 'unknown'
  }
  const of = (term: ContentTerm): Answer => {
    if (added.has(term)) return 'contains'
    const answer = byFood(term)
    return answer === 'free' && isOpen(term) ? 'unknown' : answer
  }
  const ofWord = (word: string): Answer => {
    const texts = [food.name, name, ...others]
    const isPlain = main !== undefined && !remarks.isOpen && remarks.foods === 0 && isNamed
    return answerOfWord(word, { texts, remarks: food.preparation ?? '', name, isPlain, isPure: main?.unknown.size === 0, of, language })
  }
  return { of, ofWord }
}

import { currentLanguage, perLanguage } from '#platform/server/i18n/current-language.ts'
import { type Language, languages } from '#platform/shared/language.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { once } from '#platform/shared/once.ts'
import type { BuiltInFood, LocalizedFood } from '../../contract/index.ts'
import { findBuiltInFood } from '../../rules/built-in/find-food.ts'
import { languagesFrom, namesByFood } from '../../rules/built-in/food-names.ts'
import { nonFood } from '../../rules/built-in/non-food-products.ts'
import { type IngredientSearch, type IngredientTerm, matchPenalty, noMatch, readSearch, termOf } from '../../rules/ingredient-search.ts'
import { ingredientKey } from '../../rules/match-ingredient.ts'

/** Finds a built-in food by a name in any language; the reader's wins. Returns null if there is none. */
export const findBuiltInFoodInCurrentLanguage = (name: string): BuiltInFood | null => findBuiltInFood(name, currentLanguage())

const mainNames = (ingredient: BuiltInFood): string[] => languages.flatMap((language) => namesByFood.get(ingredient)?.[language][0] ?? [])

/** Returns the food's main names in all languages (Milk, Milch, Lait), or none if `name` isn't one of them. */
export function translationsOf(name: string): readonly string[] {
  const ingredient = findBuiltInFoodInCurrentLanguage(name)
  const names = ingredient ? mainNames(ingredient) : []
  return names.some((main) => ingredientKey(main) === ingredientKey(name)) ? names : []
}

const translatedFoods = perLanguage((language) => {
  const translated = new Map<BuiltInFood, LocalizedFood>()
  for (const [ingredient, names] of namesByFood) {
    const [name] = names[language]
    const others = new Map(languagesFrom(language).flatMap((other) => names[other].map((one) => [nameKey(one), one] as const)))
    others.delete(nameKey(name))
    translated.set(ingredient, { ...ingredient, name, aliases: [...others.values()], names: mainNames(ingredient) })
  }
  return translated
})

/** Returns the built-in food's name in the reader's language, or null. */
export function builtInFoodName(name: string): string | null {
  const ingredient = findBuiltInFoodInCurrentLanguage(name)
  return ingredient && (translatedFoods().get(ingredient)?.name ?? null)
}

const edible = [...namesByFood].filter(([ingredient]) => !nonFood.has(ingredient))

/** Returns the built-in foods for recognition, named in the reader's language, with English aliases. */
export const builtInFoodsForRecognition = perLanguage((language): readonly Pick<BuiltInFood, 'name' | 'aliases'>[] => {
  const own = new Map(edible.flatMap(([ingredient, names]) => names[language].map((name) => [ingredientKey(name), ingredient] as const)))
  return edible.map(([ingredient, names]) => {
    const [name, ...aliases] = names[language]
    const english = language === 'en' ? [] : names.en.filter((one) => (own.get(ingredientKey(one)) ?? ingredient) === ingredient)
    return { name, aliases: [...aliases, ...english] }
  })
})

type Term = IngredientTerm & { ingredient: BuiltInFood; language: Language }
/** Created on the first search, so that the server starts faster. */
const searchTerms = once((): Term[] =>
  [...namesByFood].flatMap(([ingredient, names]) =>
    languages.flatMap((language) => names[language].map((name, at) => ({ ingredient, language, ...termOf(name, at > 0) }))),
  ),
)

/** Penalty for names in other languages: they rank after prefix matches in the reader's. */
const foreignPenalty = 6
const minForeignLength = 4
/** `fitOf` is below this for a whole name. */
const wholeNameFit = 4
/** `fitOf` is below this for a prefix of a name. */
const prefixFit = 6

/** Like `fitOf`, for other languages: matches whole names, or prefixes if the search is long enough. */
function foreignFit(term: IngredientTerm, query: IngredientSearch): number {
  const fit = matchPenalty(term, query, 0)
  return fit < wholeNameFit || (fit < prefixFit && query.text.length >= minForeignLength) ? fit + foreignPenalty : noMatch
}

/** Searches the built-in foods in all languages. Returns the best matches first, named in the reader's language. */
export function searchBuiltInFoods(search: string, limit = 10): LocalizedFood[] {
  const query = readSearch(search)
  if (!query) return []
  const language = currentLanguage()
  const best = new Map<BuiltInFood, number>()
  for (const term of searchTerms()) {
    const fit = term.language === language ? matchPenalty(term, query) : foreignFit(term, query)
    if (fit < (best.get(term.ingredient) ?? noMatch)) best.set(term.ingredient, fit)
  }
  const translated = translatedFoods()
  return [...best]
    .flatMap(([food, fit]) => {
      const ingredient = translated.get(food)
      return ingredient ? [{ ingredient, fit }] : []
    })
    .toSorted(
      (a, b) => a.fit - b.fit || a.ingredient.name.length - b.ingredient.name.length || (a.ingredient.name < b.ingredient.name ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ ingredient }) => ingredient)
}

import { spokenLanguage } from '#platform/server/i18n/language.ts'
import { type Language, languages } from '#platform/shared/language.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { Food, KnownFood } from '../../contract/index.ts'
import { fitOf, type IngredientTerm, noMatch, readSearch, termOf } from '../../rules/find-ingredient.ts'
import { ingredientKey } from '../../rules/match-ingredient.ts'
import { inOrder, namesOf } from '../catalogue/names.ts'

/** Names as they are written before singular and plural: Ei is not Eis, pâté not pâtes. */
type Index = readonly [written: ReadonlyMap<string, Food>, plain: ReadonlyMap<string, Food>]

function indexFor(language: Language): Index {
  const [written, plain] = [new Map<string, Food>(), new Map<string, Food>()]
  const claim = (index: Map<string, Food>, key: string, ingredient: Food) => {
    if (!index.has(key)) index.set(key, ingredient)
  }
  for (const other of inOrder(language)) {
    for (const isOffered of [true, false]) {
      for (const [ingredient, names] of namesOf) {
        for (const name of isOffered ? names[other].slice(0, 1) : names[other].slice(1)) {
          claim(written, nameKey(name), ingredient)
          claim(plain, ingredientKey(name), ingredient)
        }
      }
    }
  }
  return [written, plain]
}

/** For each language once, when somebody first asks in it. */
function eachLanguage<T>(make: (language: Language) => T): () => T {
  const made = new Map<Language, T>()
  return () => {
    const language = spokenLanguage()
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

const index = eachLanguage(indexFor)

/**
 * The built-in food of exactly this name or other name (case, accents, singular and plural aside), or null. Any language's names are
 * known; where two languages mean two foods by one word, the reader's counts: Paprika.
 */
export function findCommonFood(name: string): Food | null {
  const [written, plain] = index()
  return written.get(nameKey(name)) ?? plain.get(ingredientKey(name)) ?? null
}

const offeredNames = (ingredient: Food): string[] => languages.flatMap((language) => namesOf.get(ingredient)?.[language][0] ?? [])

/** What the food that is offered by this name is called in any language, e.g. Milk, Milch, Lait; none for another name of it. */
export function translationsOf(name: string): readonly string[] {
  const ingredient = findCommonFood(name)
  const names = ingredient ? offeredNames(ingredient) : []
  return names.some((offered) => ingredientKey(offered) === ingredientKey(name)) ? names : []
}

const worded = eachLanguage((language) => {
  const known = new Map<Food, KnownFood>()
  for (const [ingredient, names] of namesOf) {
    const [name] = names[language]
    const others = new Map(inOrder(language).flatMap((other) => names[other].map((one) => [nameKey(one), one] as const)))
    others.delete(nameKey(name))
    known.set(ingredient, { ...ingredient, name, aliases: [...others.values()], names: offeredNames(ingredient) })
  }
  return known
})

/** What the built-in food of this name is called in the reader's language; null where there is none. */
export function commonName(name: string): string | null {
  const ingredient = findCommonFood(name)
  return ingredient && (worded().get(ingredient)?.name ?? null)
}

/** What print and pictures are compared with: every built-in food by its name in the reader's language, with its English ones. */
export const commonIngredients = eachLanguage((language): readonly Pick<Food, 'name' | 'aliases'>[] => {
  const own = new Map(
    [...namesOf].flatMap(([ingredient, names]) => names[language].map((name) => [ingredientKey(name), ingredient] as const)),
  )
  return [...namesOf].map(([ingredient, names]) => {
    const [name, ...aliases] = names[language]
    const english = language === 'en' ? [] : names.en.filter((one) => (own.get(ingredientKey(one)) ?? ingredient) === ingredient)
    return { name, aliases: [...aliases, ...english] }
  })
})

type Term = IngredientTerm & { ingredient: Food; language: Language }
let termsMade: Term[] | undefined
/** When somebody first searches: no start waits for four thousand words. */
const terms = (): Term[] => {
  termsMade ??= [...namesOf].flatMap(([ingredient, names]) =>
    languages.flatMap((language) => names[language].map((name, at) => ({ ingredient: ingredient, language, ...termOf(name, at > 0) }))),
  )
  return termsMade
}

/** So far a term of another language stands behind: after what begins like it in one's own. */
const foreign = 6
const minForeign = 4

/** As `fitOf`, for a word of another language: whole, or its beginning once that is long enough to be no chance. */
function foreignFit(term: IngredientTerm, wanted: NonNullable<ReturnType<typeof readSearch>>): number {
  const fit = fitOf(term, wanted, 0)
  return fit < minForeign || (fit < foreign && wanted.text.length >= minForeign) ? fit + foreign : noMatch
}

/** The built-in foods that fit what a person types in any language, best first, named in theirs; each once, by whichever name fits best. */
export function searchKnownIngredients(search: string, limit = 10): KnownFood[] {
  const wanted = readSearch(search)
  if (!wanted) return []
  const language = spokenLanguage()
  const best = new Map<Food, number>()
  for (const term of terms()) {
    const fit = term.language === language ? fitOf(term, wanted) : foreignFit(term, wanted)
    if (fit < (best.get(term.ingredient) ?? noMatch)) best.set(term.ingredient, fit)
  }
  const known = worded()
  return [...best]
    .flatMap(([one, fit]) => {
      const ingredient = known.get(one)
      return ingredient ? [{ ingredient: ingredient, fit }] : []
    })
    .toSorted(
      (a, b) => a.fit - b.fit || a.ingredient.name.length - b.ingredient.name.length || (a.ingredient.name < b.ingredient.name ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ ingredient }) => ingredient)
}

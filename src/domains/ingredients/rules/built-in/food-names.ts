import { type Language, languages } from '#platform/shared/language.ts'
import type { BuiltInFood } from '../../contract/index.ts'
import { foods } from './foods.ts'
import { frenchNameTable } from './french-names.ts'
import { germanNameTable } from './german-names.ts'
import { nonFood } from './non-food-products.ts'

/** Names of a food in one language, the main name first. */
export type Names = readonly [main: string, ...others: string[]]

const expandName = (name: string) => (name.endsWith('(n)') ? [`${name.slice(0, -3)}n`, name.slice(0, -3)] : [name])

function readNames(table: string): ReadonlyMap<string, Names> {
  return new Map(
    table
      .trim()
      .split('\n')
      .map((row) => {
        const at = row.indexOf(': ')
        const [main, ...others] = row
          .slice(at + 2)
          .split(', ')
          .flatMap(expandName)
        if (at < 0 || !main) throw new Error(`A food and its names are needed: ${row}`)
        return [row.slice(0, at), [main, ...others]] as const
      }),
  )
}

export const translated = { de: readNames(germanNameTable), fr: readNames(frenchNameTable) }

/** Falls back to English. */
const namesIn = (food: BuiltInFood, language: Language): Names =>
  (language === 'en' ? undefined : translated[language].get(food.name)) ?? [food.name, ...food.aliases]

/** The built-in foods, then other products. */
export const namesByFood: ReadonlyMap<BuiltInFood, Readonly<Record<Language, Names>>> = new Map([
  ...foods.map((food) => [food, { en: namesIn(food, 'en'), de: namesIn(food, 'de'), fr: namesIn(food, 'fr') }] as const),
  ...nonFood,
])

/** Returns all languages, this one first. */
export const languagesFrom = (language: Language): readonly Language[] => [language, ...languages.filter((other) => other !== language)]

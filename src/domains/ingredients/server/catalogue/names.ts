import { type Language, languages } from '#platform/shared/language.ts'
import type { Food } from '../../contract/index.ts'
import { foods } from './foods.ts'
import { frenchNames } from './french-names.ts'
import { germanNames } from './german-names.ts'

/** What a food is called in one language: first the name that is offered. */
export type Names = readonly [offered: string, ...others: string[]]

const written = (name: string) => (name.endsWith('(n)') ? [`${name.slice(0, -3)}n`, name.slice(0, -3)] : [name])

function readNames(table: string): ReadonlyMap<string, Names> {
  return new Map(
    table
      .trim()
      .split('\n')
      .map((row) => {
        const at = row.indexOf(': ')
        const [offered, ...others] = row
          .slice(at + 2)
          .split(', ')
          .flatMap(written)
        if (at < 0 || !offered) throw new Error(`A food and its names are needed: ${row}`)
        return [row.slice(0, at), [offered, ...others]] as const
      }),
  )
}

export const translated = { de: readNames(germanNames), fr: readNames(frenchNames) }

/** The names of a food in a language; English where it has none there. */
const namesIn = (food: Food, language: Language): Names =>
  (language === 'en' ? undefined : translated[language].get(food.name)) ?? [food.name, ...food.aliases]

/** The names of every food in every language. */
export const namesOf: ReadonlyMap<Food, Readonly<Record<Language, Names>>> = new Map(
  foods.map((food) => [food, { en: namesIn(food, 'en'), de: namesIn(food, 'de'), fr: namesIn(food, 'fr') }]),
)

/** The languages in which somebody who speaks this one may have meant a name, theirs first. */
export const inOrder = (language: Language): readonly Language[] => [language, ...languages.filter((other) => other !== language)]

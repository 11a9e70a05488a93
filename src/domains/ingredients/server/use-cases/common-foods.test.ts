import { describe, expect, test } from 'vitest'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { type Language, languages } from '#platform/shared/language.ts'
import { namesByFood } from '../../rules/built-in/food-names.ts'
import { foods } from '../../rules/built-in/foods.ts'
import {
  builtInFoodsForRecognition,
  findBuiltInFoodInCurrentLanguage,
  searchBuiltInFoods,
  translationsOf,
} from './search-built-in-foods.ts'

const names = (search: string, limit?: number) => searchBuiltInFoods(search, limit).map((ingredient) => ingredient.name)

test.each([
  ['Eggs', 'Egg'],
  ['courgettes', 'Zucchini'],
  ['Minced beef', 'Ground beef'],
  ['CREME FRAICHE', 'Crème fraîche'],
  ['bicarbonate of soda', 'Baking soda'],
  ['plain flour', 'Flour'],
  ['aubergine', 'Eggplant'],
])('finds “%s” as %s', (name, ingredient) => {
  expect(findBuiltInFoodInCurrentLanguage(name)?.name).toBe(ingredient)
})

test('does not guess unknown names', () => {
  for (const name of ['tomatoe soop', 'brocolli', '', '   ', 'unobtainium']) expect(findBuiltInFoodInCurrentLanguage(name)).toBeNull()
})

test('ranks exact matches before prefixes and inner words, each food once', () => {
  expect(names('rice')[0]).toBe('Rice')
  expect(names('tom')[0]).toBe('Tomato')
  const found = names('milk', 50)
  expect(found[0]).toBe('Milk')
  expect(found).toContain('Buttermilk')
  expect(found.indexOf('Oat milk')).toBeLessThan(found.indexOf('Buttermilk'))
  expect(new Set(found).size).toBe(found.length)
})

test('matches prefixes of words in any order', () => {
  expect(names('breast chick')).toContain('Chicken breast')
})

test.each([
  ['brocoli', 'Broccoli'],
  ['zuchini', 'Zucchini'],
  ['mozarela', 'Mozzarella'],
  ['spagehtti', 'Pasta'],
  ['parmesean', 'Parmesan'],
  ['yogrut', 'Yogurt'],
])('corrects %s to %s', (search, ingredient) => {
  expect(names(search)).toContain(ingredient)
})

test('does not correct short words', () => {
  expect(names('xea')).toEqual([])
  expect(names('hen')).not.toContain('Ham')
})

test('returns at most the limit, and nothing for an empty search', () => {
  expect(names('a', 3)).toHaveLength(3)
  expect(names('')).toEqual([])
  expect(names(' -!')).toEqual([])
})

test('I-47 hostile searches finish and find nothing', () => {
  for (const search of ['a'.repeat(10_000), 'ab '.repeat(40), '%_\\', '1 '.repeat(50_000), "' OR 1=1--"]) expect(names(search)).toEqual([])
})

describe.each(languages)('in %s', (language) => {
  const inLanguage = <T>(work: () => T) => withLanguage(language, work)

  test('finds every food by each name, and first by its main name', () => {
    const wrong = inLanguage(() =>
      [...namesByFood].filter(([ingredient, names]) => {
        const [first] = searchBuiltInFoods(names[language][0], 1)
        return (
          first?.key !== ingredient.key ||
          first.name !== names[language][0] ||
          names[language].some((name) => findBuiltInFoodInCurrentLanguage(name) !== ingredient)
        )
      }),
    )
    expect(wrong.map(([ingredient]) => ingredient.name)).toEqual([])
  })

  test('finds every food by its names in other languages, except words with another meaning', () => {
    const mismatches = [...namesByFood].flatMap(([ingredient, names]) =>
      languages.flatMap((other) =>
        names[other]
          .filter((name) => inLanguage(() => findBuiltInFoodInCurrentLanguage(name)) !== ingredient)
          .map((name) => `${name}: ${ingredient.name}`),
      ),
    )
    expect([...new Set(mismatches)].toSorted()).toEqual(otherMeanings[language])
  })
})

/** Words of other languages that mean another food in this or a preceding language. */
const otherMeanings: Record<Language, string[]> = {
  en: [
    'Paprika: Bell pepper',
    'Piment: Chili pepper',
    'Pommes: Apple',
    'Raisin: Grape',
    'bouillon: Chicken stock',
    'petits pois: Green pea',
  ],
  de: ['Paprika: Paprika', 'Piment: Chili pepper', 'Pommes: Apple', 'Raisin: Grape', 'bouillon: Chicken stock', 'petits pois: Green pea'],
  fr: [
    'Bouillon: Stock cube',
    'Paprika: Bell pepper',
    'Piment: Allspice',
    'Pommes: French fries',
    'Raisin: Raisin',
    'bouillon: Stock cube',
    'petits pois: Frozen pea',
  ],
}

test('returns names in the reader’s language for searches in any', () => {
  const offered = (language: Language, search: string) =>
    withLanguage(language, () => searchBuiltInFoods(search, 3).map(({ name }) => name))
  for (const search of ['Milch', 'milk', 'Lait']) {
    expect([search, offered('de', search)[0]]).toEqual([search, 'Milch'])
    expect([search, offered('fr', search)[0]]).toEqual([search, 'Lait'])
    expect([search, offered('en', search)[0]]).toEqual([search, 'Milk'])
  }
  expect(offered('de', 'tomat')[0]).toBe('Tomaten')
  expect(offered('de', 'Zwibel')).toContain('Zwiebeln')
  // Two letters are too short for a prefix match in another language.
  expect(offered('en', 'ka').some((name) => name === 'Potato')).toBe(false)
})

test('Paprika, Ei and pâtes have their meaning in the reader’s language', () => {
  expect(
    withLanguage('de', () => [
      findBuiltInFoodInCurrentLanguage('Paprika')?.name,
      findBuiltInFoodInCurrentLanguage('Ei')?.name,
      findBuiltInFoodInCurrentLanguage('Eis')?.name,
    ]),
  ).toEqual(['Bell pepper', 'Egg', 'Ice cream'])
  expect(
    withLanguage('fr', () => [
      findBuiltInFoodInCurrentLanguage('Paprika')?.name,
      findBuiltInFoodInCurrentLanguage('pâtes')?.name,
      findBuiltInFoodInCurrentLanguage('pâté')?.name,
    ]),
  ).toEqual(['Paprika', 'Pasta', 'Pâté'])
})

test('translates only main names', () => {
  expect(translationsOf('Milch')).toEqual(['Milk', 'Milch', 'Lait'])
  expect(translationsOf('Vollmilch')).toEqual([])
  expect(translationsOf('unobtainium')).toEqual([])
})

test('names foods for recognition in the reader’s language, with English aliases', () => {
  const apple = withLanguage('de', () => builtInFoodsForRecognition().find(({ name }) => name === 'Äpfel'))
  expect(apple?.aliases).toContain('Apple')
  expect(builtInFoodsForRecognition()).toEqual(foods.map(({ name, aliases }) => ({ name, aliases: [...aliases] })))
})

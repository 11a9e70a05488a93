import { describe, expect, test } from 'vitest'
import { withLanguage } from '#platform/server/i18n/language.ts'
import { type Language, languages } from '#platform/shared/language.ts'
import { foods } from '../catalogue/foods.ts'
import { namesOf } from '../catalogue/names.ts'
import { commonIngredients, findCommonFood, searchKnownIngredients, translationsOf } from './ingredients.ts'

const names = (search: string, limit?: number) => searchKnownIngredients(search, limit).map((ingredient) => ingredient.name)

test.each([
  ['Eggs', 'Egg'],
  ['courgettes', 'Zucchini'],
  ['Minced beef', 'Ground beef'],
  ['CREME FRAICHE', 'Crème fraîche'],
  ['bicarbonate of soda', 'Baking soda'],
  ['plain flour', 'Flour'],
  ['aubergine', 'Eggplant'],
])('"%s" is known as %s', (name, ingredient) => {
  expect(findCommonFood(name)?.name).toBe(ingredient)
})

test('a name the table does not hold is not guessed', () => {
  for (const name of ['tomatoe soop', 'brocolli', '', '   ', 'unobtainium']) expect(findCommonFood(name)).toBeNull()
})

test('exact comes before prefix, prefix before a word inside, and all once', () => {
  expect(names('rice')[0]).toBe('Rice')
  expect(names('tom')[0]).toBe('Tomato')
  const found = names('milk', 50)
  expect(found[0]).toBe('Milk')
  expect(found).toContain('Buttermilk')
  expect(found.indexOf('Oat milk')).toBeLessThan(found.indexOf('Buttermilk'))
  expect(new Set(found).size).toBe(found.length)
})

test('words may come in any order and unfinished', () => {
  expect(names('breast chick')).toContain('Chicken breast')
})

test.each([
  ['brocoli', 'Broccoli'],
  ['zuchini', 'Zucchini'],
  ['mozarela', 'Mozzarella'],
  ['spagehtti', 'Pasta'],
  ['parmesean', 'Parmesan'],
  ['yogrut', 'Yogurt'],
])('the typing error %s still finds %s', (search, ingredient) => {
  expect(names(search)).toContain(ingredient)
})

test('short words are not bent into others', () => {
  expect(names('xea')).toEqual([])
  expect(names('hen')).not.toContain('Ham')
})

test('the limit is kept, and nothing asked finds nothing', () => {
  expect(names('a', 3)).toHaveLength(3)
  expect(names('')).toEqual([])
  expect(names(' -!')).toEqual([])
})

test('I-47 hostile searches come to an end and find nothing', () => {
  for (const search of ['a'.repeat(10_000), 'ab '.repeat(40), '%_\\', '1 '.repeat(50_000), "' OR 1=1--"]) expect(names(search)).toEqual([])
})

describe.each(languages)('in %s', (language) => {
  const here = <T>(work: () => T) => withLanguage(language, work)

  test('every food is found by each of its names, and is the first answer to the one it is offered by', () => {
    const wrong = here(() =>
      [...namesOf].filter(([ingredient, names]) => {
        const [offered] = searchKnownIngredients(names[language][0], 1)
        return (
          offered?.key !== ingredient.key ||
          offered.name !== names[language][0] ||
          names[language].some((name) => findCommonFood(name) !== ingredient)
        )
      }),
    )
    expect(wrong.map(([ingredient]) => ingredient.name)).toEqual([])
  })

  test('every food is found by its names in other languages, but for words that mean another one here', () => {
    const elsewhere = [...namesOf].flatMap(([ingredient, names]) =>
      languages.flatMap((other) =>
        names[other].filter((name) => here(() => findCommonFood(name)) !== ingredient).map((name) => `${name}: ${ingredient.name}`),
      ),
    )
    expect([...new Set(elsewhere)].toSorted()).toEqual(meantOtherwise[language])
  })
})

/** Words of other languages that the reader's own language, or one before theirs, gives another meaning. */
const meantOtherwise: Record<Language, string[]> = {
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

test('the name that is offered is the reader’s, whichever language is typed', () => {
  const offered = (language: Language, search: string) =>
    withLanguage(language, () => searchKnownIngredients(search, 3).map(({ name }) => name))
  for (const search of ['Milch', 'milk', 'Lait']) {
    expect([search, offered('de', search)[0]]).toEqual([search, 'Milch'])
    expect([search, offered('fr', search)[0]]).toEqual([search, 'Lait'])
    expect([search, offered('en', search)[0]]).toEqual([search, 'Milk'])
  }
  expect(offered('de', 'tomat')[0]).toBe('Tomaten')
  expect(offered('de', 'Zwibel')).toContain('Zwiebeln')
  // Two letters may be the beginning of anything in another language.
  expect(offered('en', 'ka').some((name) => name === 'Potato')).toBe(false)
})

test('Paprika, Ei and pâtes mean what they mean where they are said', () => {
  expect(withLanguage('de', () => [findCommonFood('Paprika')?.name, findCommonFood('Ei')?.name, findCommonFood('Eis')?.name])).toEqual([
    'Bell pepper',
    'Egg',
    'Ice cream',
  ])
  expect(withLanguage('fr', () => [findCommonFood('Paprika')?.name, findCommonFood('pâtes')?.name, findCommonFood('pâté')?.name])).toEqual([
    'Paprika',
    'Pasta',
    'Pâté',
  ])
})

test('a translation is the same food by the name it is offered by, never another kind of it', () => {
  expect(translationsOf('Milch')).toEqual(['Milk', 'Milch', 'Lait'])
  expect(translationsOf('Vollmilch')).toEqual([])
  expect(translationsOf('unobtainium')).toEqual([])
})

test('what a picture shows and print says is named in the reader’s language and known in English too', () => {
  const apple = withLanguage('de', () => commonIngredients().find(({ name }) => name === 'Äpfel'))
  expect(apple?.aliases).toContain('Apple')
  expect(commonIngredients()).toEqual(foods.map(({ name, aliases }) => ({ name, aliases: [...aliases] })))
})

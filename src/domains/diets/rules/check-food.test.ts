import { describe, expect, test } from 'vitest'
import { foods } from '#domains/ingredients/rules/built-in/foods.ts'
import type { ContentTerm } from '../contract.ts'
import { contentRows, contentsByName } from './built-in/food-contents.ts'
import { type Answer, answersAbout, type FoodKnowledge } from './check-food.ts'

const nothing: FoodKnowledge = { ingredients: new Map(), said: new Map(), language: 'en' }
const ask = (name: string, term: ContentTerm, more: Partial<FoodKnowledge> & { preparation?: string } = {}): Answer =>
  answersAbout({ name, preparation: more.preparation ?? '', ingredientId: null }, { ...nothing, ...more }).of(term)

test('says of each built-in food once what it contains', () => {
  const named = contentRows.flatMap(([, names]) => names)
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
  expect(foods.map(({ name }) => name).filter((name) => !contentsByName.has(name))).toEqual([])
  const known = new Set(foods.flatMap(({ name, aliases }) => [name.toLowerCase(), ...aliases]))
  expect(named.filter((name) => !known.has(name.toLowerCase()))).toEqual([])
})

// Written from what is in food, not from the table.
const truths: readonly [food: string, term: ContentTerm, answer: Answer][] = [
  ['butter', 'milk', 'contains'],
  ['parmesan', 'milk', 'contains'],
  ['parmesan', 'rennet', 'contains'],
  ['cheddar', 'rennet', 'unknown'],
  ['lactose-free milk', 'milk', 'contains'],
  ['coconut milk', 'milk', 'free'],
  ['oat milk', 'milk', 'free'],
  ['oat milk', 'gluten', 'contains'],
  ['almond milk', 'nuts', 'contains'],
  ['soy sauce', 'soybeans', 'contains'],
  ['soy sauce', 'gluten', 'contains'],
  ['tamari', 'gluten', 'unknown'],
  ['spaghetti', 'gluten', 'contains'],
  ['spaghetti', 'eggs', 'unknown'],
  ['couscous', 'gluten', 'contains'],
  ['rolled oats', 'gluten', 'contains'],
  ['rice', 'gluten', 'free'],
  ['buckwheat flour', 'gluten', 'free'],
  ['potatoes', 'gluten', 'free'],
  ['bread', 'gluten', 'contains'],
  ['bread', 'sesame', 'unknown'],
  ['bread', 'milk', 'unknown'],
  ['curry paste', 'crustaceans', 'unknown'],
  ['curry paste', 'peanuts', 'unknown'],
  ['stock', 'celery', 'unknown'],
  ['stock', 'meat', 'unknown'],
  ['chicken stock', 'meat', 'contains'],
  ['vegetable stock', 'celery', 'unknown'],
  ['vegetable stock', 'meat', 'free'],
  ['peanut butter', 'peanuts', 'contains'],
  ['peanuts', 'nuts', 'free'],
  ['walnuts', 'nuts', 'contains'],
  ['walnut oil', 'nuts', 'contains'],
  ['nutmeg', 'nuts', 'free'],
  ['coconut', 'nuts', 'free'],
  ['butternut squash', 'nuts', 'free'],
  ['tahini', 'sesame', 'contains'],
  ['hummus', 'sesame', 'contains'],
  ['mayonnaise', 'eggs', 'contains'],
  ['egg noodles', 'eggs', 'contains'],
  ['anchovies', 'fish', 'contains'],
  ['fish sauce', 'fish', 'contains'],
  ['worcestershire sauce', 'fish', 'contains'],
  ['oyster sauce', 'molluscs', 'contains'],
  ['prawns', 'crustaceans', 'contains'],
  ['prawns', 'molluscs', 'free'],
  ['squid', 'molluscs', 'contains'],
  ['celeriac', 'celery', 'contains'],
  ['dijon mustard', 'mustard', 'contains'],
  ['red wine', 'alcohol', 'contains'],
  ['red wine', 'sulphites', 'contains'],
  ['honey', 'honey', 'contains'],
  ['bacon', 'pork', 'contains'],
  ['bacon', 'meat', 'contains'],
  ['minced beef', 'beef', 'contains'],
  ['minced beef', 'meat', 'contains'],
  ['chicken breast', 'pork', 'free'],
  ['salami', 'pork', 'unknown'],
  ['gelatin', 'gelatin', 'contains'],
  ['gelatin', 'pork', 'unknown'],
  ['gummy bears', 'gelatin', 'unknown'],
  ['tofu', 'soybeans', 'contains'],
  ['ready meal', 'lupin', 'unknown'],
  ['dried apricots', 'sulphites', 'unknown'],
  ['hazelnuts', 'nuts', 'contains'],
  ['hazelnuts', 'milk', 'free'],
  ['chestnuts', 'nuts', 'free'],
  // No built-in food: words tell.
  ['chopped hazelnuts', 'nuts', 'contains'],
  ['chopped hazelnuts', 'milk', 'unknown'],
  ['crayfish tails', 'crustaceans', 'contains'],
  ['smoked trout', 'fish', 'contains'],
  ['marzipan', 'nuts', 'contains'],
  ['free-range egg yolks', 'eggs', 'contains'],
  ['vegan butter', 'milk', 'unknown'],
  ['gluten-free bread', 'gluten', 'unknown'],
  ['cashew cream', 'milk', 'unknown'],
  ['oyster mushrooms', 'molluscs', 'unknown'],
  ['dragon’s secret powder', 'lupin', 'unknown'],
]

test.each(truths)('%s: %s is %s', (food, term, answer) => expect(ask(food, term)).toBe(answer))

test.each([
  ['de', 'Haselnüsse', 'nuts', 'contains'],
  ['de', 'Haselnusskrokant', 'nuts', 'contains'],
  ['de', 'Sahne', 'milk', 'contains'],
  ['de', 'Erdnussbutter', 'milk', 'unknown'],
  ['de', 'Kokosmilch', 'milk', 'free'],
  ['de', 'Eier', 'eggs', 'contains'],
  ['de', 'Buchweizenmehl', 'gluten', 'free'],
  ['de', 'Weizenmehl', 'gluten', 'contains'],
  ['de', 'Tintenfischringe', 'molluscs', 'contains'],
  ['de', 'Muskatnuss', 'nuts', 'free'],
  ['fr', 'noisettes', 'nuts', 'contains'],
  ['fr', 'crème fraîche', 'milk', 'contains'],
  ['fr', 'noix de muscade', 'nuts', 'free'],
  ['fr', 'noix de Saint-Jacques', 'nuts', 'free'],
  ['fr', 'lardons', 'pork', 'contains'],
  ['fr', 'œufs', 'eggs', 'contains'],
] as const)('%s %s: %s is %s', (language, food, term, answer) => expect(ask(food, term, { language })).toBe(answer))

describe('what the household knows', () => {
  const cream = { id: 'cream', name: 'Oat cream', aliases: ['Cream'], parentId: null }
  const brie = { id: 'brie', name: 'Hazelnut delight', aliases: [], parentId: 'cheese' }
  const cheese = { id: 'cheese', name: 'Cheese', aliases: [], parentId: null }
  const ingredients = new Map([cream, brie, cheese].map((one) => [one.id, one]))
  const of = (ingredientId: string, said: FoodKnowledge['said'] = new Map()) =>
    answersAbout({ name: 'Cream', ingredientId }, { ingredients, said, language: 'en' })

  test('comes before the table', () => {
    const said = new Map([['cream', { contains: ['lupin' as const], without: ['milk' as const] }]])
    expect(of('cream').of('milk')).toBe('contains')
    expect([of('cream', said).of('milk'), of('cream', said).of('lupin'), of('cream', said).of('fish')]).toEqual([
      'free',
      'contains',
      'unknown',
    ])
  })

  test('a kind contains what its parent contains, and is otherwise unknown', () => {
    expect([of('brie').of('milk'), of('brie').of('nuts'), of('brie').of('fish')]).toEqual(['contains', 'contains', 'unknown'])
  })

  test('what is without meat and gelatin is without pork', () => {
    const without = (terms: ContentTerm[]) => of('cream', new Map([['cream', { contains: [], without: terms }]])).of('pork')
    expect([without(['meat']), without(['meat', 'gelatin'])]).toEqual(['unknown', 'free'])
  })

  test('pork is meat', () => {
    const said = new Map([['cream', { contains: ['pork' as const], without: [] }]])
    expect(of('cream', said).of('meat')).toBe('contains')
  })

  test('a remark counts, whatever is known', () => {
    const said = new Map([['cheese', { contains: [], without: ['nuts' as const] }]])
    const food = { name: 'cheese', preparation: 'topped with chopped walnuts', ingredientId: 'cheese' }
    expect(answersAbout(food, { ingredients, said, language: 'en' }).of('nuts')).toBe('contains')
  })
})

describe('words of one’s own', () => {
  const has = (name: string, word: string, language: FoodKnowledge['language'] = 'en') =>
    answersAbout({ name, ingredientId: null }, { ...nothing, language }).ofWord(word)
  test.each([
    ['kiwi', 'Kiwis', 'contains'],
    ['fresh coriander', 'cilantro', 'contains'],
    ['apple', 'kiwi', 'free'],
    ['curry paste', 'kiwi', 'unknown'],
    ['sesame paste', 'sesame', 'contains'],
    ['mystery sauce', 'kiwi', 'unknown'],
    ['apple', '!', 'free'],
  ] as const)('%s for %s is %s', (name, word, answer) => expect(has(name, word)).toBe(answer))
  test('a German compound names it', () => expect(has('Rhabarberkompott', 'Rhabarber', 'de')).toBe('contains'))
})

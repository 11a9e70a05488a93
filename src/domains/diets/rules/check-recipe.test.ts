import { expect, test } from 'vitest'
import type { Eater } from '../contract.ts'
import type { FoodKnowledge } from './check-food.ts'
import { checkRecipe } from './check-recipe.ts'

const knowledge: FoodKnowledge = { ingredients: new Map(), said: new Map(), language: 'en' }
const line = (food: string) => ({ food, preparation: '', ingredientId: null })
const eater = (id: string, needs: Partial<Eater>) => ({ id, diets: [], allergens: [], avoids: [], ...needs })
const lines = ['For the curry:', 'rice', 'curry paste', 'hazelnuts', 'chicken breast'].map((food, at) => line(at === 0 ? '' : food))

test('names the lines for each person, and what is unknown apart', () => {
  const found = checkRecipe(
    lines,
    [
      eater('mia', { allergens: ['nuts'] }),
      eater('tom', { diets: ['vegetarian'] }),
      eater('ana', {}),
      eater('lea', { avoids: ['rice', 'chicken'] }),
    ],
    knowledge,
  )
  const short = found.map(({ eaterId, contains, unknown }) => [
    eaterId,
    contains.map((one) => [one.line, one.food]),
    unknown.map(({ food }) => food),
  ])
  expect(short).toEqual([
    ['mia', [[4, 'hazelnuts']], ['curry paste']],
    ['tom', [[5, 'chicken breast']], ['curry paste']],
    [
      'lea',
      [
        [2, 'rice'],
        [5, 'chicken breast'],
      ],
      ['curry paste'],
    ],
  ])
})

test('says nothing where nothing is contained and everything is known', () => {
  expect(checkRecipe([line('rice'), line('apples')], [eater('mia', { allergens: ['nuts'], diets: ['vegan'] })], knowledge)).toEqual([])
})

test('reads headings and the name where no food says it', () => {
  const eaters = [eater('mia', { allergens: ['peanuts'], avoids: ['kiwi'] })]
  const found = (lines: string[], name: string, headings: string[] = []) =>
    checkRecipe([...lines.map(line), ...headings.map((text) => ({ ...line(''), text }))], eaters, knowledge, name).map(
      ({ contains, unknown }) => [contains.map(({ food, line: at }) => [food, at]), unknown.map(({ food, line: at }) => [food, at])],
    )
  expect(found(['rice'], 'Rice', ['For the peanut sauce:'])).toEqual([[[['For the peanut sauce', 2]], []]])
  expect(found(['peanuts'], 'Peanut rice', ['For the peanut sauce:'])).toEqual([[[['peanuts', 1]], []]])
  expect(found(['rice'], 'Peanut rice')).toEqual([[[], [['Peanut rice', null]]]])
  expect(found([], 'Peanut rice')).toEqual([[[['Peanut rice', null]], []]])
  expect(found([], 'Kiwi cake')).toEqual([[[['Kiwi cake', null]], []]])
  expect(found(['rice'], 'Rice', ['For the rice:'])).toEqual([])
})

test('reads headings and the name with the table', () => {
  const found = (text: string, allergens: Eater['allergens']) =>
    checkRecipe([line('rice'), { ...line(''), text }], [eater('mia', { allergens })], knowledge).map(({ contains }) => contains[0]?.food)
  expect(found('For the marzipan:', ['nuts'])).toEqual(['For the marzipan'])
  expect(found('For the puff pastry:', ['gluten'])).toEqual(['For the puff pastry'])
  expect(found('For the gravy boat:', ['nuts'])).toEqual([])
})

test('a diet asks for what it leaves out', () => {
  const asks = (diet: Eater['diets'][number], food: string) => {
    const [found] = checkRecipe([line(food)], [eater('a', { diets: [diet] })], knowledge)
    return found ? (found.contains.length > 0 ? 'not' : 'unknown') : ''
  }
  const truth = [
    ['vegetarian', 'salmon', 'not'],
    ['vegetarian', 'milk', ''],
    ['vegetarian', 'eggs', ''],
    ['vegetarian', 'gelatin', 'not'],
    ['vegetarian', 'shrimp', 'not'],
    ['vegan', 'milk', 'not'],
    ['vegan', 'eggs', 'not'],
    ['vegan', 'honey', 'not'],
    ['vegan', 'lentils', ''],
    ['pescatarian', 'salmon', ''],
    ['pescatarian', 'chicken breast', 'not'],
    ['no-pork', 'ham', 'not'],
    ['no-pork', 'beef', ''],
    ['no-pork', 'gelatin', 'unknown'],
    ['no-beef', 'beef', 'not'],
    ['no-beef', 'pork', ''],
    ['no-alcohol', 'red wine', 'not'],
    ['no-alcohol', 'vinegar', ''],
  ] as const
  expect(truth.map(([diet, food]) => [diet, food, asks(diet, food)])).toEqual(truth)
})

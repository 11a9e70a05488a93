import { expect, test } from 'vitest'
import { foods } from '../catalogue/foods.ts'
import { findFood, searchFoods } from './foods.ts'

const names = (search: string, limit?: number) => searchFoods(search, limit).map((food) => food.name)

test.each([
  ['Eggs', 'Egg'],
  ['courgettes', 'Zucchini'],
  ['Minced beef', 'Ground beef'],
  ['CREME FRAICHE', 'Crème fraîche'],
  ['bicarbonate of soda', 'Baking soda'],
  ['plain flour', 'Flour'],
  ['aubergine', 'Eggplant'],
])('"%s" is known as %s', (name, food) => {
  expect(findFood(name)?.name).toBe(food)
})

test('a name the table does not hold is not guessed', () => {
  for (const name of ['tomatoe soop', 'brocoli', '', '   ', 'unobtainium']) expect(findFood(name)).toBeNull()
})

test('every food is found by each of its names, and is the first answer to it', () => {
  for (const food of foods) {
    for (const name of [food.name, ...food.aliases]) {
      expect(findFood(name)).toBe(food)
      expect(searchFoods(name, 1)).toEqual([food])
    }
  }
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
])('the typing error %s still finds %s', (search, food) => {
  expect(names(search)).toContain(food)
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

import { expect, test } from 'vitest'
import { familyOf } from '#platform/shared/units.ts'
import { BuiltInFood, categories } from '../../contract/index.ts'
import { ingredientKey } from '../match-ingredient.ts'
import { foods } from './foods.ts'
import { nonFood } from './non-food-products.ts'

const products = [...foods, ...nonFood.keys()]
const foodNamed = (name: string) => foods.find((food) => food.name === name)

test('there are at least 290 foods, and every row matches the contract', () => {
  expect(foods.length).toBeGreaterThanOrEqual(290)
  for (const food of products) expect(BuiltInFood.parse(food)).toEqual(food)
})

test('every food has a built-in category', () => {
  const aisles = new Set<string>(categories)
  expect(products.filter((food) => !aisles.has(food.category))).toEqual([])
})

test('keys are unique and plain', () => {
  expect(new Set(products.map((food) => food.key)).size).toBe(products.length)
  for (const { key } of products) expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('names are unique', () => {
  const claims = new Map<string, string>()
  const twice: string[] = []
  for (const food of products) {
    for (const name of [food.name, ...food.aliases]) {
      const key = ingredientKey(name)
      const other = claims.get(key)
      if (other !== undefined) twice.push(`${name}: ${other} and ${food.name}`)
      claims.set(key, food.name)
    }
  }
  expect(twice).toEqual([])
})

test('names are plain', () => {
  for (const food of products) {
    for (const name of [food.name, ...food.aliases]) expect(name).toMatch(/^[\p{L}\d][\p{L}\d %'-]*$/u)
  }
})

test('fresh meat and fish keep at most five days in the fridge', () => {
  const fresh = foods.filter(({ name }) => /^(Ground|Chicken b|Chicken t|Salmon|Cod|Beef|Pork|Lamb|Shrimp|Mussel)/.test(name))
  expect(fresh.length).toBeGreaterThan(15)
  for (const food of fresh) {
    if (food.category !== 'Meat' && food.category !== 'Seafood') continue
    expect([food.name, food.shelfLife.pantryDays]).toEqual([food.name, null])
    expect(food.shelfLife.fridgeDays ?? 99).toBeLessThanOrEqual(5)
  }
})

test('shelf lives are between a day and twenty years, and longer in the freezer', () => {
  for (const { name, shelfLife } of foods) {
    for (const days of Object.values(shelfLife)) expect(days === null || (days >= 1 && days <= 7300)).toBe(true)
    const { fridgeDays, freezerDays } = shelfLife
    const exceptions = ['Prosciutto', 'Chorizo']
    if (fridgeDays !== null && freezerDays !== null && fridgeDays < 30 && !exceptions.includes(name)) {
      expect([name, freezerDays > fridgeDays]).toEqual([name, true])
    }
  }
})

test('foods with a shelf life have a source, others have none', () => {
  for (const food of foods) {
    const isKnown = Object.values(food.shelfLife).some((days) => days !== null)
    if (isKnown) expect(food.source).toMatch(/^USDA FoodKeeper/)
    if (food.source === 'No public figure') expect(isKnown).toBe(false)
  }
})

test('weights convert pieces or cups to plausible grams', () => {
  for (const { name, conversions } of foods) {
    for (const { from, to, factor } of conversions) {
      expect([name, to]).toEqual([name, 'g'])
      expect(familyOf(from)).not.toBe('mass')
      if (from === 'cup') expect([name, factor >= 20 && factor <= 345]).toEqual([name, true])
      if (from === 'each') expect([name, factor >= 10 && factor <= 5000]).toEqual([name, true])
    }
  }
})

test.each([
  ['Apple', 'each', 'FRIDGE', [21, 28, 240, null]],
  ['Milk', 'l', 'FRIDGE', [null, 7, 90, null]],
  ['Egg', 'each', 'FRIDGE', [null, 21, null, null]],
  ['Ground beef', 'g', 'FRIDGE', [null, 1, 90, null]],
  ['Chicken breast', 'g', 'FRIDGE', [null, 1, 270, null]],
  ['Flour', 'g', 'PANTRY', [180, null, null, 180]],
  ['Rice', 'g', 'PANTRY', [730, null, null, 365]],
  ['Cheddar', 'g', 'FRIDGE', [null, 180, 180, 21]],
  ['Frozen pea', 'g', 'FREEZER', [null, 3, 300, null]],
  ['Salt', 'g', 'PANTRY', [null, null, null, null]],
] as const)('%s has FoodKeeper’s shelf life', (name, unit, storage, [pantryDays, fridgeDays, freezerDays, openedDays]) => {
  expect(foodNamed(name)).toMatchObject({
    defaultUnit: unit,
    defaultStorage: storage,
    shelfLife: { pantryDays, fridgeDays, freezerDays, openedDays },
  })
})

test('a carrot is 61 g and a cup of flour 125 g', () => {
  expect(foodNamed('Carrot')?.conversions).toContainEqual({ from: 'each', to: 'g', factor: 61 })
  expect(foodNamed('Flour')?.conversions).toContainEqual({ from: 'cup', to: 'g', factor: 125 })
})

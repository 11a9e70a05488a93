import { expect, test } from 'vitest'
import { type ListedNeed, type PlannedMeal, planListedNeeds } from './plan-listed-needs.ts'
import type { MealLine } from './planned-meals.ts'

const line = (food: string, state: MealLine['state'] = 'missing'): MealLine => ({
  need: { food, milli: 500_000, unit: 'g', base: 500_000, family: 'mass', pack: null, isFree: false, isOptional: false },
  ingredientId: `the ${food}`,
  ingredientName: food,
  state,
  lackingMilli: 500_000,
})
const meal = (entryId: string, ...lines: MealLine[]): PlannedMeal => ({ entryId, recipeId: 'soup', recipeName: 'Soup', lines })
const known = (entryId: string, row: ListedNeed['row'], food = 'leek'): ListedNeed => ({
  id: `${entryId} ${food} ${row}`,
  entryId,
  ingredientKey: `the ${food}`,
  row,
})
const begunIn = (meals: PlannedMeal[], needs: ListedNeed[] = []) => {
  const { begun, ended, meals: listed } = planListedNeeds(meals, needs)
  return { begun: begun.map(({ entryId }) => entryId), ended: ended.map(({ id }) => id), listed: listed.map(({ entryId }) => entryId) }
}

test('begins with what is lacking, but not with staples and what is there', () => {
  const plan = planListedNeeds([meal('one', line('leek'), line('rice', 'have'), line('salt'))], [])
  expect(plan.begun).toEqual([{ entryId: 'one', ingredientKey: 'the leek' }])
  expect(plan.meals[0]?.lines.map(({ need }) => need.food)).toEqual(['leek'])
})

test('counts a known need on, so that its row can grow', () => {
  expect(begunIn([meal('one', line('leek'))], [known('one', 'open')])).toEqual({ begun: [], ended: [], listed: ['one'] })
})

test('leaves off what a person took off, for that meal alone', () => {
  const meals = [meal('one', line('leek')), meal('two', line('leek'))]
  expect(begunIn(meals, [known('one', 'gone')])).toEqual({ begun: ['two'], ended: [], listed: ['two'] })
})

test('begins again with what was put away without being enough', () => {
  expect(begunIn([meal('one', line('leek'))], [known('one', 'put_away')])).toEqual({
    begun: ['one'],
    ended: ['one leek put_away'],
    listed: ['one'],
  })
})

test('ends what has what it needs, and the meals that left the plan', () => {
  const needs = [known('one', 'open'), known('gone', 'gone')]
  expect(begunIn([meal('one', line('leek', 'have'))], needs)).toEqual({ begun: [], ended: needs.map(({ id }) => id), listed: [] })
})

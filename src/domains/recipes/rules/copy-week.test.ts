import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { copyToNextWeek } from './copy-week.ts'

const today = '2026-11-27'
const noItem = { inventoryItemId: null, ingredientId: null, quantity: null, unit: null }
const meal = (date: string, recipeId: string, servings = 2) => ({
  ...{ date, meal: 'dinner' as const, recipeId, servings },
  recipeName: recipeId,
  ...noItem,
})
const text = (date: string, recipeName: string) => ({
  ...{ date, meal: 'dinner' as const, recipeId: null, recipeName, servings: 1 },
  ...noItem,
})
const copied = (date: string, recipeId: string, servings = 2) => ({
  ...{ date, meal: 'dinner', recipeId, servings },
  ...{ name: recipeId, copiedFrom: addDays(date, -7) },
})

test('copies each meal to the same weekday of the next week, with its servings', () => {
  const lunch = { ...meal('2026-11-30', 'soup', 4), meal: 'lunch' as const }
  expect(copyToNextWeek([meal('2026-11-28', 'rice'), lunch], [], today)).toEqual([
    copied('2026-12-05', 'rice'),
    { ...copied('2026-12-07', 'soup', 4), meal: 'lunch' },
  ])
})

test('leaves out days that have passed and what is planned there already', () => {
  const week = [meal('2026-11-19', 'soup'), meal('2026-11-20', 'soup'), meal('2026-11-22', 'rice'), meal('2026-11-23', 'rice')]
  const planned = [meal('2026-11-29', 'rice', 6), meal('2026-11-30', 'soup')]
  expect(copyToNextWeek(week, planned, today)).toEqual([copied('2026-11-27', 'soup'), copied('2026-11-30', 'rice')])
})

test('copies what has no recipe, unless that day has the same text', () => {
  const week = [text('2026-11-28', 'Eating out'), text('2026-11-29', 'Leftovers')]
  expect(copyToNextWeek(week, [text('2026-12-05', 'EATING OUT'), text('2026-12-06', 'Eating out')], today)).toEqual([
    { date: '2026-12-06', meal: 'dinner', text: 'Leftovers', name: 'Leftovers', copiedFrom: '2026-11-29' },
  ])
})

test('leaves out leftovers, which are eaten by then', () => {
  expect(copyToNextWeek([{ ...text('2026-11-28', 'Lasagne'), inventoryItemId: 'lot' }], [], today)).toEqual([])
})

test('copies an amount of an ingredient, unless that day has the ingredient', () => {
  const yogurt = (date: string) => ({ ...text(date, 'Yogurt'), ingredientId: 'yogurt', quantity: 2, unit: 'each' as const })
  const week = [yogurt('2026-11-28'), yogurt('2026-11-29')]
  expect(copyToNextWeek(week, [{ ...yogurt('2026-12-05'), quantity: 1 }], today)).toEqual([
    {
      ...{ date: '2026-12-06', meal: 'dinner', ingredientId: 'yogurt', quantity: 2, unit: 'each' },
      name: 'Yogurt',
      copiedFrom: '2026-11-29',
    },
  ])
})

test('copies a snack next to a dinner of the same dish', () => {
  const snack = { ...meal('2026-11-28', 'rice'), meal: 'snack' as const }
  expect(copyToNextWeek([snack], [meal('2026-12-05', 'rice')], today)).toEqual([{ ...copied('2026-12-05', 'rice'), meal: 'snack' }])
})

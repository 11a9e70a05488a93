import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PlanEntry } from '#domains/recipes/contract/plan.ts'
import { showPage } from '#tests/support/browser/render.tsx'
import { PlanArea } from './plan-area.tsx'

const entry = (id: string, recipeName: string, part: Partial<PlanEntry>): PlanEntry => ({
  id,
  date: '2031-05-06',
  meal: 'dinner',
  recipeId: null,
  recipeName,
  text: recipeName,
  inventoryItemId: null,
  ingredientId: null,
  quantity: null,
  unit: null,
  storage: null,
  category: 'italian',
  servings: 1,
  state: 'planned',
  repeatId: null,
  everyWeeks: null,
  leftoverOf: null,
  stock: { have: 1, short: 0, missing: 0, total: 1 },
  version: 1,
  ...part,
})

test('shows how much of an item or ingredient is planned, where it is, and whether it was eaten', async () => {
  const soup = { inventoryItemId: 'soup', quantity: 2, unit: 'each', storage: 'FREEZER' } as const
  const meals = [
    entry('a', 'Leek soup', soup),
    entry('b', 'Yogurt', { ingredientId: 'yogurt', quantity: 200, unit: 'g' }),
    entry('c', 'Rice', { ingredientId: 'rice', quantity: 1, unit: 'each', state: 'cooked' }),
    entry('d', 'Lasagne', { recipeId: 'lasagne', text: null, servings: 4 }),
    entry('e', 'Eating out', {}),
  ]
  await showPage(() => <PlanArea meals={meals} />)
  await screen.findByText('2 portions in the freezer')
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'DinnerLeek soup2 portions in the freezer',
    'DinnerYogurt200 g',
    'DinnerRiceEaten',
    'DinnerLasagne4 servings',
    'DinnerEating out',
  ])
})

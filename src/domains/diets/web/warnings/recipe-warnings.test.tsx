import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { listFoodContents } from '../../contract.ts'
import type { Person } from '../api/eaters.ts'
import { RecipeWarnings, ShortWarnings } from './recipe-warnings.tsx'

const person = (name: string, part: Partial<Person>): Person => ({
  ...{ id: name, userId: null, name, diets: [], allergens: [], avoids: [], createdAt: '2026-01-01T10:00:00.000Z' },
  ...{ version: 1, isStored: true, ...part },
})
const people = [person('Mia', { allergens: ['peanuts'] }), person('Tom', { allergens: ['fish'] })]

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listIngredients, () => [])
  fakeApi(listFoodContents, () => [])
})

test('says for whom a meal of a few words isn’t checked, and what its name says', async () => {
  await showPage(() => <ShortWarnings lines={[]} name="Peanut noodles" people={people} />)
  await screen.findByText('Not for Mia: Peanut noodles')
  screen.getByText('Not checked for Tom')
})

test('says that a recipe without ingredient lines isn’t checked', async () => {
  await showPage(() => <RecipeWarnings lines={[]} name="Pad Thai" people={people} />)
  await screen.findByText('Not checked for Mia, Tom')
  expect(screen.queryByRole('button')).toBeNull()
})

test('says that nothing is checked if what foods contain fails to load', async () => {
  fakeApi(listFoodContents, () => problem(422, 'broken', 'Broken'))
  const lines = [{ food: 'peanuts', preparation: '', ingredientId: null }]
  await showPage(() => <ShortWarnings lines={lines} people={people} />)
  await screen.findByText('Not checked for Mia, Tom')
})

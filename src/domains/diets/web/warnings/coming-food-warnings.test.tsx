import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listMembers } from '#domains/households/contract/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient } from '#tests/support/data/api-samples.ts'
import { type Eater, listEaters, listFoodContents, listMealEaters } from '../../contract.ts'
import { ComingFoodWarnings } from './coming-food-warnings.tsx'

const at = '2026-01-01T10:00:00.000Z'
const today = new Date().toISOString().slice(0, 10)
const eater = (id: string, part: Partial<Eater>): Eater => ({
  ...{ id, userId: null, name: id, diets: [], allergens: [], avoids: [], createdAt: at, version: 1 },
  ...part,
})
const comesOn = (date: string) =>
  fakeApi(listMealEaters, () => [{ id: `${date}-dinner`, date, meal: 'dinner' as const, eaterIds: ['Mia'], createdAt: at, version: 1 }])

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listIngredients, () => [])
  fakeApi(listMembers, () => [
    { userId: 'ada', firstName: 'Ada', lastName: 'Cook', email: null, role: 'OWNER' as const, joinedAt: at, version: 1 },
  ])
  fakeApi(listEaters, () => [
    eater('ada', { userId: 'ada', name: null, diets: ['vegan'] }),
    eater('Mia', { allergens: ['nuts'], avoids: ['kiwi'] }),
  ])
})
const show = (name: string) => showPage(() => <ComingFoodWarnings name={name} ingredientId={null} />)

test('says what a member can’t have', async () => {
  await show('Butter')
  await screen.findByText('Not for Ada: Milk')
  expect(screen.queryByText(/Mia/)).toBeNull()
})

test('says what is unknown, never that something is free of it', async () => {
  comesOn(addDays(today, 2))
  await show('Curry paste')
  await screen.findByText('Unknown for Ada, Mia. Read the label.')
  expect(document.body.textContent).not.toMatch(/free/i)
})

test('names a guest only if they come within two weeks', async () => {
  comesOn(addDays(today, 14))
  await show('Hazelnuts and kiwi')
  await screen.findByText('Not for Mia: Nuts, kiwi')
})

test.each([15, -1])('says nothing of a guest who comes in %i days', async (days) => {
  comesOn(addDays(today, days))
  await show('Hazelnuts')
  await householdKnown()
  expect(screen.queryByText(/Mia/)).toBeNull()
})

test('follows the household’s word', async () => {
  fakeApi(listIngredients, () => [ingredient({ id: 'b', name: 'Butter' })])
  fakeApi(listFoodContents, () => [{ id: 'b', contains: ['honey' as const], without: ['milk' as const], createdAt: at, version: 1 }])
  await show('Butter')
  await screen.findByText('Not for Ada: Honey')
})

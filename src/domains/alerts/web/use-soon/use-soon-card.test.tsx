import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getMealPlan, listRecipes, type PlanEntry, putMealPlan } from '#domains/recipes/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, leekSoupCard } from '#tests/support/data/api-samples.ts'
import type { Alert } from '../../contract.ts'
import { UseSoonCard } from './use-soon-card.tsx'

const today = dateInTimeZone('UTC', new Date())
const alert = (name: string, days: number, part: Partial<Alert> = {}): Alert => ({
  id: name,
  type: 'expiring_soon',
  severity: 'medium',
  title: `${name} expires`,
  message: '',
  isResolved: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  resolvedAt: null,
  lotId: `lot-${name}`,
  storage: 'FRIDGE',
  effectiveExpiration: addDays(today, days),
  snoozedUntil: null,
  worth: 1,
  announcedDays: 0,
  ingredient: { id: name, name, category: 'Produce' },
  ...part,
})
const foods = [alert('Spinach', 0), alert('Cream', 1), alert('Yogurt', -2, { type: 'expired' })]

const recipeCard = leekSoupCard()

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(getMealPlan, () => [])
  fakeApi(listRecipes, () => [])
})
const show = (alerts: readonly Alert[]) =>
  showPage(() => (
    <>
      <UseSoonCard alerts={alerts} />
      <Toasts />
    </>
  ))

test('names the foods with their days and opens their items', async () => {
  await show(foods)
  await screen.findByRole('heading', { name: '3 things to use by tomorrow' })
  const rows = screen.getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Yogurtpast its date', 'Spinachtoday', 'Creamtomorrow'])
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/inventory?item=lot-Spinach')
})

const noItem = {
  inventoryItemId: null,
  ingredientId: null,
  quantity: null,
  unit: null,
  storage: null,
  repeatId: null,
  everyWeeks: null,
  leftoverOf: null,
}

test('offers the recipe that uses most of them and puts it on today’s plan', async () => {
  const uses = ['Spinach', 'Cream'].map((name) => ({ ingredientId: name, ingredientName: name, daysLeft: 0, isShort: false }))
  const soup = { ...recipeCard, id: '00000000-0000-4000-8000-000000000002', name: 'Soup', uses }
  fakeApi(listRecipes, () => [{ ...recipeCard, uses: uses.slice(0, 1) }, soup])
  let planned: PlanEntry[] = []
  fakeApi(getMealPlan, () => planned)
  fakeApi(putMealPlan, ({ body: { entries } }) => {
    planned = entries.map(({ id = '', date }) => ({
      id,
      date,
      meal: 'dinner',
      recipeId: soup.id,
      recipeName: 'Soup',
      text: null,
      ...noItem,
      category: soup.category,
      servings: 2,
      state: 'planned',
      stock: soup.stock,
      version: 1,
    }))
    return reply(planned, { 'X-Change-Seq': '9' })
  })
  await show(foods)
  expect((await screen.findByRole('link', { name: 'Soup uses 2 of them' })).getAttribute('href')).toBe(`/recipes?recipe=${soup.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Cook it today' }))
  await screen.findByRole('link', { name: 'On today’s plan: Soup' })
  expect(requests.filter((one) => one.startsWith('PUT'))).toHaveLength(1)
})

test('shows the foods without a recipe if none fits or recipes fail to load', async () => {
  fakeApi(listRecipes, () => problem(500, 'internal', 'No.'))
  await show(foods)
  await screen.findByText('Cream')
  expect(screen.queryByRole('button', { name: 'Cook it today' })).toBeNull()
})

test('shows nothing for a single food, nor for what was sent often enough', async () => {
  await show([alert('Spinach', 0), alert('Cream', 1, { announcedDays: 3 })])
  expect(screen.queryByRole('heading')).toBeNull()
})

test('leaves out what is planned without a recipe', async () => {
  const meal: PlanEntry = {
    id: '00000000-0000-4000-8000-000000000003',
    date: today,
    meal: 'dinner',
    recipeId: recipeCard.id,
    recipeName: 'Leek soup',
    text: null,
    ...noItem,
    category: 'italian',
    servings: 2,
    state: 'planned',
    stock: recipeCard.stock,
    version: 1,
  }
  const text = { ...meal, id: '00000000-0000-4000-8000-000000000004', recipeId: null, recipeName: 'Eating out', text: 'Eating out' }
  fakeApi(getMealPlan, () => [text, meal])
  await show(foods)
  await screen.findByRole('link', { name: 'On today’s plan: Leek soup' })
})

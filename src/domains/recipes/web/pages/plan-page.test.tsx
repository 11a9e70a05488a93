import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { listEaters } from '#domains/diets/contract.ts'
import { listNamedLists } from '#domains/shopping/contract/index.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { addPlanMissing, endRepeat, getMealPlan, type PlanEntry, putMealPlan, repeatMeal } from '../../contract/index.ts'
import { PlanPage } from './plan-page.tsx'

const entry = (n: number, recipeName: string, part: Partial<PlanEntry>): PlanEntry => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  date: '2031-05-06',
  meal: 'dinner',
  recipeId: '00000000-0000-4000-8000-000000000009',
  recipeName,
  text: part.recipeId === null ? recipeName : null,
  inventoryItemId: null,
  ingredientId: null,
  quantity: null,
  unit: null,
  storage: null,
  category: 'italian',
  servings: 2,
  state: 'planned',
  repeatId: null,
  everyWeeks: null,
  leftoverOf: null,
  stock: { have: 0, short: 0, missing: 0, total: 0 },
  version: 1,
  ...part,
})

const market = {
  id: '00000000-0000-4000-8000-0000000000a1',
  name: 'Market',
  isArchived: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  version: 1,
}

test('shows whether each planned meal is cooked, in stock or missing something', async () => {
  signIn()
  fakeHome({ role: 'VIEWER' })
  fakeApi(getMealPlan, () => [
    entry(1, 'Leek soup', { stock: { have: 3, short: 0, missing: 0, total: 3 } }),
    entry(2, 'Egg fried rice', { stock: { have: 1, short: 1, missing: 2, total: 4 } }),
    entry(3, 'Water', {}),
    entry(4, 'Stew', { state: 'cooked' }),
  ])
  await showPage(PlanPage, '/plan?from=2031-05-05')
  const states = ['Everything in stock', '3 missing', 'Cooked']
  const statesOf = async (recipeName: string) => {
    const row = within((await screen.findByText(recipeName)).closest('li') ?? document.body)
    return states.filter((state) => row.queryByText(state) !== null)
  }
  expect(await statesOf('Leek soup')).toEqual(['Everything in stock'])
  expect(await statesOf('Egg fried rice')).toEqual(['3 missing'])
  expect(await statesOf('Water')).toEqual([])
  expect(await statesOf('Stew')).toEqual(['Cooked'])
})

test('says of each meal that isn’t cooked that diets couldn’t be checked', async () => {
  signIn()
  fakeHome()
  fakeApi(listEaters, () => problem(422, 'broken', 'Broken'))
  fakeApi(getMealPlan, () => [entry(1, 'Pad Thai', { recipeId: null }), entry(2, 'Stew', { state: 'cooked' })])
  await showPage(PlanPage, '/plan?from=2031-05-05')
  expect(await screen.findAllByText('Couldn’t check diets and allergies')).toHaveLength(1)
})

test.each([
  ['the only list at once', [], undefined],
  ['the chosen one of several lists', [market], market.id],
] as const)('what the plan lacks goes on %s', async (_where, lists, listId) => {
  let sent: unknown
  signIn()
  fakeHome()
  fakeApi(getMealPlan, () => [])
  fakeApi(listNamedLists, () => [...lists])
  fakeApi(addPlanMissing, ({ body }) => {
    sent = body
    return reply({ items: [], added: 1 }, { 'X-Change-Seq': '9' })
  })
  await showPage(PlanPage, '/plan?from=2031-05-05')
  const button = { name: 'Add missing to list', ...(listId === undefined ? {} : { expanded: false }) }
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', button).disabled).toBe(false))
  await userEvent.click(screen.getByRole('button', button))
  if (listId !== undefined) await userEvent.click(await screen.findByRole('menuitem', { name: 'Market' }))
  await waitFor(() => expect(sent).toEqual({ from: '2031-05-05', to: '2031-05-11', id: expect.any(String), listId }))
})

test('copies the shown week to the next, without what is planned there, and shows it', async () => {
  let sent: unknown
  signIn()
  fakeHome()
  const shown = [
    entry(1, 'Leek soup', { date: '2031-05-06', servings: 3 }),
    entry(2, 'Egg fried rice', { date: '2031-05-07', meal: 'lunch' }),
  ]
  const next = [entry(3, 'Egg fried rice', { date: '2031-05-14', meal: 'lunch' })]
  fakeApi(getMealPlan, ({ query: { from } }) => (from === '2031-05-05' ? shown : from === '2031-05-12' ? next : []))
  fakeApi(putMealPlan, ({ body }) => {
    sent = body
    return reply([entry(1, 'Leek soup', { date: '2031-05-13' })], { 'X-Change-Seq': '9' })
  })
  await showPage(PlanPage, '/plan?from=2031-05-05')
  await screen.findByText('Leek soup')
  await userEvent.click(screen.getByRole('button', { name: 'More for this week' }))
  const copy = await screen.findByRole('menuitem', { name: 'Copy to next week' })
  await waitFor(() => expect(copy.hasAttribute('data-disabled')).toBe(false))
  await userEvent.click(copy)
  const { recipeId } = entry(1, '', {})
  await waitFor(() =>
    expect(sent).toEqual({
      entries: [{ id: expect.any(String), date: '2031-05-13', meal: 'dinner', recipeId, servings: 3, copiedFrom: '2031-05-06' }],
    }),
  )
  await waitFor(() => expect(location.search).toBe('?from=2031-05-12'))
})

test('says which meals of a copied week were left out because they were deleted', async () => {
  const said = vi.spyOn(toast, 'undo')
  signIn()
  fakeHome()
  const yogurt = entry(2, 'Yogurt', {
    date: '2031-05-07',
    meal: 'snack',
    recipeId: null,
    ingredientId: market.id,
    quantity: 2,
    unit: 'each',
  })
  const shown = [entry(1, 'Leek soup', { date: '2031-05-06' }), yogurt]
  fakeApi(getMealPlan, ({ query: { from } }) => (from === '2031-05-05' ? shown : []))
  fakeApi(putMealPlan, ({ body: { entries } }) => {
    const copies = entries.map(({ id = '', date }, at) => ({ ...(shown[at] ?? yogurt), id, date }))
    return reply(copies.slice(0, 1), { 'X-Change-Seq': '9' })
  })
  await showPage(PlanPage, '/plan?from=2031-05-05')
  await screen.findByText('Snack · 2')
  await userEvent.click(screen.getByRole('button', { name: 'More for this week' }))
  const copy = await screen.findByRole('menuitem', { name: 'Copy to next week' })
  await waitFor(() => expect(copy.hasAttribute('data-disabled')).toBe(false))
  await userEvent.click(copy)
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith('Copied 1 meal to next week. Left out Yogurt, which was deleted', expect.anything(), undefined),
  )
})

test('shows and changes what has no recipe by its text, without servings', async () => {
  let sent: unknown
  signIn()
  fakeHome()
  fakeApi(getMealPlan, () => [entry(1, 'Eating out', { recipeId: null, servings: 1 }), entry(2, 'Leek soup', { servings: 3 })])
  fakeApi(putMealPlan, ({ body }) => {
    sent = body
    return reply([], { 'X-Change-Seq': '9' })
  })
  await showPage(PlanPage, '/plan?from=2031-05-05')
  const row = within((await screen.findByText('Eating out')).closest('li') ?? document.body)
  expect(row.queryByRole('link')).toBeNull()
  expect(row.getByText('Dinner')).toBeTruthy()
  expect(screen.getByText('Dinner for 3')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'More for Eating out' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change day or text' }))
  const dialog = within(await screen.findByRole('dialog'))
  const text = dialog.getByLabelText<HTMLInputElement>('Text')
  expect(dialog.queryByText('Servings')).toBeNull()
  await userEvent.clear(text)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await userEvent.type(text, ' At Ida’s ')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const { id, date, meal } = entry(1, '', {})
  await waitFor(() => expect(sent).toEqual({ entries: [{ id, date, meal, text: 'At Ida’s' }] }))
})

test('doesn’t offer Eaten for a planned ingredient that is gone', async () => {
  signIn()
  fakeHome()
  fakeApi(getMealPlan, () => [entry(1, 'Yogurt', { recipeId: null, quantity: 2, unit: 'each' })])
  await showPage(PlanPage, '/plan?from=2031-05-06')
  await screen.findByText('Dinner · 2')
  await userEvent.click(screen.getByRole('button', { name: 'More for Yogurt' }))
  await screen.findByRole('menuitem', { name: 'Remove from plan' })
  expect(screen.queryByText('Eaten')).toBeNull()
})

test('says how often a meal repeats, begins and ends that from its menu, and offers neither for leftovers', async () => {
  signIn()
  fakeHome()
  const lot = {
    inventoryItemId: '00000000-0000-4000-8000-0000000000b1',
    recipeId: null,
    quantity: 2,
    unit: 'each',
    storage: 'FREEZER',
  } as const
  fakeApi(getMealPlan, () => [
    entry(1, 'Leek soup', {}),
    entry(2, 'Rice', { everyWeeks: 2, repeatId: '00000000-0000-4000-8000-0000000000d1' }),
    entry(3, 'Lasagne', lot),
  ])
  const asked: unknown[] = []
  fakeApi(repeatMeal, ({ body }) => {
    asked.push(body.everyWeeks)
    return reply(entry(1, 'Leek soup', {}), { 'X-Change-Seq': '9' })
  })
  fakeApi(endRepeat, () => {
    asked.push('ended')
    return reply(undefined, { 'X-Change-Seq': '10' })
  })
  await showPage(PlanPage, '/plan?from=2031-05-06')
  const week = within(await screen.findByRole('list', { name: 'Meal plan' }))
  await week.findByText('Every 2 weeks')
  const choose = async (meal: string, item: string) => {
    await userEvent.click(week.getByRole('button', { name: `More for ${meal}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Leek soup', 'Repeat every week')
  await waitFor(() => expect(asked).toEqual([1]))
  await choose('Rice', 'Stop repeating')
  await waitFor(() => expect(asked).toEqual([1, 'ended']))
  await userEvent.click(week.getByRole('button', { name: 'More for Lasagne' }))
  await screen.findByRole('menuitem', { name: 'Eaten' })
  expect(screen.queryByRole('menuitem', { name: /epeat/ })).toBeNull()
})

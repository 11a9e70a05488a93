import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, leekSoupCard, ingredient as sampleIngredient, lot as sampleLot } from '#tests/support/data/api-samples.ts'
import { listRecipes, putMealPlan } from '../../contract/index.ts'
import { MealPicker } from './meal-picker.tsx'

const soup = leekSoupCard()

test('plans a meal once on a double tap, shows it is busy, and can be tapped again after a failure', async () => {
  signIn()
  fakeHome()
  fakeApi(listRecipes, () => [soup, { ...soup, id: '00000000-0000-4000-8000-000000000002', name: 'Rice' }])
  let planned = 0
  let answer = (_reply: Response) => {}
  fakeApi(putMealPlan, () => {
    planned += 1
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
  const closed = vi.fn()
  const days = ['2026-11-23', '2026-11-24']
  await showPage(() => <MealPicker date="2026-11-23" days={days} today="2026-11-23" ingredient={null} onClose={closed} />)
  const list = within(await screen.findByRole('list', { name: 'Recipes' }))
  const row = list.getByRole('button', { name: /Leek soup/ })
  await userEvent.dblClick(row)
  await userEvent.click(list.getByRole('button', { name: /Rice/ }))
  expect(row.getAttribute('aria-busy')).toBe('true')
  expect(planned).toBe(1)
  answer(problem(400, 'down', 'The kitchen is closed.'))
  await waitFor(() => expect(row.getAttribute('aria-busy')).toBeNull())
  await userEvent.click(row)
  answer(reply([], { 'X-Change-Seq': '9' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(planned).toBe(2)
})

test('plans a usual text or the one that was typed, but not where an ingredient is to be used up', async () => {
  signIn()
  fakeHome()
  fakeApi(listRecipes, () => [])
  const sent: unknown[] = []
  fakeApi(putMealPlan, ({ body }) => {
    sent.push(body)
    return reply([], { 'X-Change-Seq': '9' })
  })
  const closed = vi.fn()
  const days = ['2026-11-23', '2026-11-24']
  const picker = (ingredient: string | null) => () => (
    <MealPicker date="2026-11-23" days={days} today="2026-11-23" ingredient={ingredient} onClose={closed} />
  )
  const { unmount } = await showPage(picker(null))
  const texts = () => within(screen.getByRole('region', { name: 'Without a recipe' })).getAllByRole('button')
  expect(texts().map(({ textContent }) => textContent)).toEqual(['Eating out', 'Leftovers', 'Takeout'])
  await userEvent.click(screen.getByRole('button', { name: 'Leftovers' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  await userEvent.type(screen.getByRole('searchbox'), ' Picnic ')
  expect(texts()[0]?.textContent).toBe('“Picnic”')
  unmount()
  const again = await showPage(picker(null))
  await userEvent.type(screen.getByRole('searchbox'), 'Picnic')
  await userEvent.click(screen.getByRole('button', { name: '“Picnic”' }))
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(2))
  const planned = { id: expect.any(String), date: '2026-11-23', meal: 'dinner' }
  expect(sent).toEqual([{ entries: [{ ...planned, text: 'Leftovers' }] }, { entries: [{ ...planned, text: 'Picnic' }] }])
  again.unmount()
  await showPage(picker('00000000-0000-4000-8000-000000000009'))
  await screen.findByText('No recipes found')
  expect(screen.queryByRole('region', { name: 'Without a recipe' })).toBeNull()
})

test('plans portions of leftovers in stock, or an amount of an ingredient that was typed', async () => {
  signIn()
  fakeHome()
  fakeApi(listRecipes, () => [])
  const kept = { quantity: 3, reserved: 1, unit: 'each', storage: 'FREEZER', effectiveExpiration: '2026-11-24' } as const
  const lot = sampleLot({ name: 'Leftover Lasagne', ...kept })
  const spoiled = { ...lot, id: '00000000-0000-4000-8000-0000000000b2', effectiveExpiration: '2026-11-22' }
  fakeApi(listLots, () => [lot, spoiled, { ...lot, id: '00000000-0000-4000-8000-0000000000b3', quantity: 1 }])
  const yogurt = sampleIngredient({ name: 'Yogurt', defaultUnit: 'each' })
  fakeApi(listIngredients, () => [yogurt, sampleIngredient({ id: '00000000-0000-4000-8000-0000000000c2', name: 'Rice' })])
  const sent: unknown[] = []
  fakeApi(putMealPlan, ({ body }) => {
    sent.push(...body.entries)
    return reply([], { 'X-Change-Seq': '9' })
  })
  const days = ['2026-11-23', '2026-11-24']
  const picker = () => <MealPicker date="2026-11-23" days={days} today="2026-11-23" ingredient={null} onClose={() => {}} />
  const { unmount } = await showPage(picker)
  const leftovers = within(await screen.findByRole('region', { name: 'Leftovers in stock' }))
  expect(leftovers.getAllByRole('listitem')).toHaveLength(1)
  leftovers.getByText('2 portions in the freezer')
  await userEvent.click(leftovers.getByRole('button', { name: 'More portions' }))
  expect(leftovers.getByRole('button', { name: 'More portions' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(leftovers.getByRole('button', { name: 'Plan Lasagne' }))
  unmount()
  await showPage(picker)
  await userEvent.type(screen.getByRole('searchbox'), 'yog')
  const found = within(await screen.findByRole('region', { name: 'Ingredients as a meal' }))
  await userEvent.clear(found.getByLabelText('How much Yogurt'))
  await userEvent.type(found.getByLabelText('How much Yogurt'), '2')
  await userEvent.click(found.getByRole('button', { name: 'Plan Yogurt' }))
  const planned = { id: expect.any(String), date: '2026-11-23', meal: 'dinner', quantity: 2 }
  await waitFor(() =>
    expect(sent).toEqual([
      { ...planned, inventoryItemId: lot.id },
      { ...planned, ingredientId: yogurt.id, unit: 'each' },
    ]),
  )
})

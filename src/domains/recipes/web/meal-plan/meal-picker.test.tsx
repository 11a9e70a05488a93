import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, leekSoupCard } from '#tests/support/data/api-samples.ts'
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

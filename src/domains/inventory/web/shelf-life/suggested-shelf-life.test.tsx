import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changeIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { ShelfLifeHintContext } from '#domains/ingredients/web/index.ts'
import { IngredientsPage } from '#domains/ingredients/web/pages/ingredients-page.tsx'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient } from '#tests/support/data/api-samples.ts'
import { suggestShelfLife } from '../../contract.ts'
import { refreshCounts } from '../api/stock-cache.ts'
import SuggestedShelfLife from './suggested-shelf-life.tsx'

const Page = () => (
  <ShelfLifeHintContext value={SuggestedShelfLife}>
    <IngredientsPage />
  </ShelfLifeHintContext>
)

test('a suggestion fills in its field, and is saved with the ingredient', async () => {
  signIn()
  fakeHome()
  const milk = ingredient({ name: 'Milk' })
  let sent: unknown
  fakeApi(listIngredients, () => [milk])
  let days = 9
  fakeApi(suggestShelfLife, ({ params }) =>
    params.id === milk.id ? [{ life: 'openedDays' as const, days, why: 'Used up 4 times after more than 5 days.' }] : [],
  )
  fakeApi(changeIngredient, ({ body }) => {
    sent = body.shelfLife
    return { ...milk, version: 2 }
  })
  await showPage(Page, '/ingredients')
  await userEvent.click(await screen.findByRole('button', { name: /^Milk/ }))
  const sheet = within(await screen.findByRole('dialog'))
  await sheet.findByText('Used up 4 times after more than 5 days.')
  expect(sheet.getByLabelText<HTMLInputElement>('After opening').value).toBe('5')
  await userEvent.click(sheet.getByRole('button', { name: 'Use 9 days' }))
  const field = sheet.getByLabelText<HTMLInputElement>('After opening')
  expect([field.value, document.activeElement === field]).toEqual(['9', true])
  expect(sheet.queryByRole('button', { name: 'Use 9 days' })).toBeNull()
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toMatchObject({ openedDays: 9, fridgeDays: 7 })
  // What was used or spoiled since changes it at once.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  days = 11
  await userEvent.click(await screen.findByRole('button', { name: /^Milk/ }))
  await screen.findByRole('button', { name: 'Use 11 days' })
  days = 12
  refreshCounts(testHousehold)
  await screen.findByRole('button', { name: 'Use 12 days' })
})

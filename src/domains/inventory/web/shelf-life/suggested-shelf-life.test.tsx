import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changeIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { ShelfLifeHintContext } from '#domains/ingredients/web/index.ts'
import { IngredientsPage } from '#domains/ingredients/web/pages/ingredients-page.tsx'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient } from '#tests/support/data/api-samples.ts'
import { suggestShelfLife } from '../../contract.ts'
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
  fakeApi(suggestShelfLife, ({ params }) =>
    params.id === milk.id ? [{ life: 'openedDays' as const, days: 9, why: 'Used up 4 times after more than 5 days.' }] : [],
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
  expect(sheet.getByLabelText<HTMLInputElement>('After opening').value).toBe('9')
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toMatchObject({ openedDays: 9, fridgeDays: 7 })
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, leekSoup } from '#tests/support/data/api-samples.ts'
import * as contract from '../../contract/index.ts'
import { CookPage } from './cook-page.tsx'

const id = '00000000-0000-4000-8000-000000000001'

const soup = leekSoup({
  ingredients: ['3 leeks, sliced', '1 l vegetable stock'],
  instructions: ['Soften the leeks for 10 minutes.', 'Add the stock.'],
})

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(contract.getRecipe, () => soup)
})

test('shows what a step uses for the chosen servings, and its timer runs on during other steps', async () => {
  await showPage(CookPage, `/cook?recipe=${id}&servings=4`)
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
  const shown = within(await screen.findByRole('list', { name: 'Ingredients' }))
  expect(shown.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['6 leeks, sliced'])
  await userEvent.click(screen.getByRole('button', { name: 'Start timer: 10 minutes' }))
  await userEvent.keyboard('{ArrowRight}')
  await screen.findByText('Step 2 of 2')
  await userEvent.click(screen.getByRole('button', { name: /Stop timer: (?:10:00|9:\d\d) \(10 minutes, step 1\)/ }))
  expect(screen.queryByRole('region', { name: 'Timers' })).toBeNull()
  expect(screen.getByRole('link', { name: 'I cooked this' }).getAttribute('href')).toContain('servings=4')
})

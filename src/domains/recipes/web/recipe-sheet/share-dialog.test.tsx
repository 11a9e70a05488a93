import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, leekSoup } from '#tests/support/data/api-samples.ts'
import * as contract from '../../contract/index.ts'
import { RecipesPage } from '../pages/recipes-page.tsx'

const soup = leekSoup()
const links: contract.RecipeLink[] = []

beforeEach(() => {
  signIn()
  fakeHome()
  links.length = 0
  fakeApi(contract.listRecipes, () => [])
  fakeApi(contract.getRecipe, () => soup)
  fakeApi(contract.getRecipeStock, () => ({ servings: 2, lines: [] }))
  fakeApi(contract.listCookings, () => [])
  fakeApi(contract.listRecipeLinks, () => [...links])
  fakeApi(contract.createRecipeLink, () => {
    const link = { id: '00000000-0000-4000-8000-0000000000aa', createdAt: '2026-11-01T10:00:00.000Z' }
    links.push(link)
    return { ...link, path: '/api/shared-recipe?key=abc' }
  })
  fakeApi(contract.endRecipeLink, () => {
    links.length = 0
  })
})

async function openShareDialog() {
  await showPage(RecipesPage, `/recipes?recipe=${soup.id}`)
  const sheet = within(await screen.findByRole('dialog', { name: 'Leek soup' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share a link' }))
  return within(await screen.findByRole('dialog', { name: 'Share Leek soup' }))
}

test('a link is created, shown once to copy, and ended', async () => {
  const dialog = await openShareDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Create link' }))
  expect(await dialog.findByLabelText('Link to this recipe')).toHaveProperty('value', `${location.origin}/api/shared-recipe?key=abc`)
  await userEvent.click(await dialog.findByRole('button', { name: 'End link' }))
  await dialog.findByRole('button', { name: 'Create link' })
  expect(dialog.queryByLabelText('Link to this recipe')).toBeNull()
})

test('links that couldn’t be loaded are loaded again', async () => {
  let isUp = false
  links.push({ id: '00000000-0000-4000-8000-0000000000aa', createdAt: '2026-11-01T10:00:00.000Z' })
  fakeApi(contract.listRecipeLinks, () => (isUp ? [...links] : problem(429, 'too_many_requests', 'Too many attempts. Wait a moment.')))
  const dialog = await openShareDialog()
  await dialog.findByText('Failed to load the links')
  expect(dialog.queryByRole('button', { name: 'End link' })).toBeNull()
  isUp = true
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  await dialog.findByRole('button', { name: 'End link' })
})

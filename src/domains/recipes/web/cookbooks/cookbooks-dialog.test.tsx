import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, leekSoup } from '#tests/support/data/api-samples.ts'
import * as contract from '../../contract/index.ts'
import { RecipesPage } from '../pages/recipes-page.tsx'

const soup = leekSoup()
const { lines: _, ...face } = soup
const rice = { ...face, id: '00000000-0000-4000-8000-000000000002', name: 'Egg fried rice' }
const cards = [face, rice].map((one) => ({
  ...one,
  stock: { have: 0, short: 0, missing: 0, total: 0 },
  uses: [],
  saves: 0,
  timesCooked: 0,
  lastCookedOn: null,
}))
let cookbooks: contract.Cookbook[] = []
const cookbook = (n: number, name: string, recipeIds: string[] = []): contract.Cookbook => ({
  id: `00000000-0000-4000-8000-00000000010${n}`,
  name,
  position: n,
  recipeIds,
  createdAt: '2026-11-01T10:00:00.000Z',
  version: 1,
})

beforeEach(() => {
  signIn()
  fakeHome()
  cookbooks = [cookbook(1, 'Weeknights', [soup.id]), cookbook(2, 'Baking')]
  fakeApi(contract.listCookbooks, () => cookbooks)
  fakeApi(contract.listRecipes, ({ query }) => {
    const chosen = cookbooks.find(({ id }) => id === query.cookbookId)
    if (query.cookbookId !== undefined && !chosen) return problem(404, 'not_found', 'Not found.')
    return chosen ? cards.filter(({ id }) => chosen.recipeIds.includes(id)) : cards
  })
  fakeApi(contract.getRecipe, () => soup)
  fakeApi(contract.getRecipeStock, () => ({ servings: 2, lines: [] }))
  fakeApi(contract.listCookings, () => [])
  fakeApi(contract.setCookbookRecipes, ({ params, body: { recipeIds, isIn } }) => {
    cookbooks = cookbooks.map((one) => {
      if (one.id !== params.id) return one
      const others = one.recipeIds.filter((id) => !recipeIds.includes(id))
      return { ...one, recipeIds: isIn ? [...others, ...recipeIds] : others }
    })
    const changed = cookbooks.find(({ id }) => id === params.id) ?? cookbook(9, '')
    return reply(changed, { 'X-Change-Seq': '4' })
  })
})

const openMenu = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('filters recipes by a cookbook, which is in the address', async () => {
  await showPage(RecipesPage, '/recipes')
  await screen.findByRole('button', { name: /Egg fried rice/ })
  await userEvent.selectOptions(screen.getByLabelText('Cookbook'), 'Weeknights')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Egg fried rice/ })).toBeNull())
  expect(screen.getByRole('button', { name: /Leek soup/ })).toBeTruthy()
  expect(location.search).toContain(cookbooks[0]?.id)
})

test('the name of a cookbook in a recipe shows all its recipes, whatever the filters', async () => {
  await showPage(RecipesPage, `/recipes?recipe=${soup.id}&stock=0&search=leek`)
  const sheet = within(await screen.findByRole('dialog', { name: 'Leek soup' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Weeknights' }))
  await waitFor(() => expect(location.search).toBe(`?cookbook=${cookbooks[0]?.id}`))
})

test('a recipe is put in a cookbook from its sheet, which names the cookbooks that it is in', async () => {
  await showPage(RecipesPage, `/recipes?recipe=${soup.id}`)
  const sheet = within(await screen.findByRole('dialog', { name: 'Leek soup' }))
  await sheet.findByRole('button', { name: 'Weeknights' })
  await userEvent.click(sheet.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cookbooks' }))
  const baking = await screen.findByRole('checkbox', { name: 'Baking' })
  expect(screen.getByRole('checkbox', { name: 'Weeknights' })).toHaveProperty('checked', true)
  await userEvent.click(baking)
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Baking' })).toHaveProperty('checked', true))
})

test('several selected recipes are put in a cookbook at once', async () => {
  await showPage(RecipesPage, '/recipes')
  await screen.findByRole('button', { name: /Egg fried rice/ })
  await openMenu('Select recipes')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Leek soup' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Egg fried rice' }))
  await userEvent.click(screen.getByRole('button', { name: 'Put in a cookbook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('1 of 2 is in it')
  expect(dialog.getByRole('checkbox', { name: /Weeknights/ })).toHaveProperty('indeterminate', true)
  await userEvent.click(dialog.getByRole('checkbox', { name: /Weeknights/ }))
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'Weeknights' })).toHaveProperty('checked', true))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Baking' }))
  await waitFor(() =>
    expect(cookbooks.map(({ recipeIds }) => recipeIds)).toEqual([
      [soup.id, rice.id],
      [soup.id, rice.id],
    ]),
  )
})

test('recipes taken out of the cookbook that filters the list stay selected while the dialog is open', async () => {
  cookbooks = [cookbook(1, 'Weeknights', [soup.id]), cookbook(2, 'Baking')]
  await showPage(RecipesPage, `/recipes?cookbook=${cookbooks[0]?.id}`)
  await screen.findByRole('button', { name: /Leek soup/ })
  await openMenu('Select recipes')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Leek soup' }))
  await userEvent.click(screen.getByRole('button', { name: 'Put in a cookbook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Weeknights' }))
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'Weeknights' })).toHaveProperty('checked', false))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Leek soup', hidden: true })).toBeNull())
  expect(dialog.getByRole('checkbox', { name: 'Baking' })).toHaveProperty('checked', false)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Weeknights' }))
  await waitFor(() => expect(cookbooks[0]?.recipeIds).toEqual([soup.id]))
})

test('deleting the cookbook that filters the list shows all recipes', async () => {
  fakeApi(contract.removeCookbook, ({ params }) => {
    cookbooks = cookbooks.filter(({ id }) => id !== params.id)
    return reply({}, { 'X-Change-Seq': '7' })
  })
  await showPage(RecipesPage, `/recipes?sheet=cookbooks&cookbook=${cookbooks[1]?.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Cookbooks' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'More for Baking' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByRole('button', { name: /Egg fried rice/, hidden: true })
})

test('cookbooks are renamed, arranged and deleted, and say what went wrong', async () => {
  const sent: unknown[] = []
  fakeApi(contract.changeCookbook, ({ body }) => {
    sent.push(body)
    return reply({ ...cookbook(1, 'Quick') }, { 'X-Change-Seq': '5' })
  })
  fakeApi(contract.arrangeCookbooks, ({ body }) => {
    sent.push(body)
    return reply(cookbooks, { 'X-Change-Seq': '6' })
  })
  fakeApi(contract.removeCookbook, () => problem(409, 'undo_in_the_way', 'Someone was faster.'))
  await showPage(RecipesPage, '/recipes?sheet=cookbooks')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cookbooks' }))
  const name = await dialog.findByLabelText('Name of Weeknights')
  await userEvent.clear(name)
  await userEvent.type(name, 'Quick{Enter}')
  await userEvent.click(dialog.getByRole('button', { name: 'Move Baking up' }))
  await waitFor(() => expect(sent).toEqual([{ name: 'Quick' }, { cookbookIds: [cookbooks[1]?.id, cookbooks[0]?.id] }]))
  await userEvent.click(dialog.getByRole('button', { name: 'More for Baking' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await dialog.findByText('Someone was faster.')
})

test('a household without cookbooks is told what they are for, and has no filter for them', async () => {
  cookbooks = []
  await showPage(RecipesPage, '/recipes?sheet=cookbooks')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cookbooks' }))
  await dialog.findByText('No cookbooks yet')
  expect(screen.queryByLabelText('Cookbook')).toBeNull()
})

test('an empty cookbook says so and how to fill it', async () => {
  await showPage(RecipesPage, `/recipes?cookbook=${cookbooks[1]?.id}`)
  await screen.findByText('This cookbook is empty')
  screen.getByText('To put a recipe in, open it and choose “Cookbooks” in its menu.')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByRole('button', { name: /Egg fried rice/ })
})

test('as many cookbooks as there can be leave no field for another, and say why', async () => {
  const full = (n: number) => ({ ...cookbook(1, `Book ${n}`), id: `00000000-0000-4000-8000-000000000${n + 200}` })
  cookbooks = Array.from({ length: contract.maxCookbooks }, (_, n) => full(n))
  await showPage(RecipesPage, '/recipes?sheet=cookbooks')
  await screen.findByText('You’ve reached the limit of 100 cookbooks. Delete one to create another.')
  expect(screen.queryByLabelText('New cookbook')).toBeNull()
})

test('the arrow in use keeps the focus, or gives it to the other one at the ends', async () => {
  fakeApi(contract.arrangeCookbooks, ({ body: { cookbookIds } }) => {
    cookbooks = cookbookIds.flatMap((id, position) => cookbooks.filter((one) => one.id === id).map((one) => ({ ...one, position })))
    return reply(cookbooks, { 'X-Change-Seq': '6' })
  })
  await showPage(RecipesPage, '/recipes?sheet=cookbooks')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cookbooks' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Move Baking up' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Baking down'))
})

test('a cookbook is saved as a file of its name', async () => {
  cookbooks = [cookbook(1, 'Pies / tarts')]
  const saved: string[] = []
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { createObjectURL } = URL
  Object.assign(URL, { createObjectURL: () => 'blob:1' })
  onTestFinished(() => {
    clicked.mockRestore()
    Object.assign(URL, { createObjectURL })
  })
  fakeApi(contract.exportCookbook, () => new Response('a zip', { headers: { 'content-type': 'application/zip' } }))
  await showPage(RecipesPage, '/recipes?sheet=cookbooks')
  await userEvent.click(await screen.findByRole('button', { name: 'More for Pies / tarts' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download recipes' }))
  await waitFor(() => expect(saved).toEqual(['Pies tarts.zip']))
})

test('the address of a deleted cookbook shows all recipes', async () => {
  await showPage(RecipesPage, `/recipes?cookbook=${cookbook(7, '').id}`)
  await screen.findByRole('button', { name: /Leek soup/ })
  await screen.findByRole('button', { name: /Egg fried rice/ })
  expect(screen.getByLabelText('Cookbook')).toHaveProperty('value', '')
})

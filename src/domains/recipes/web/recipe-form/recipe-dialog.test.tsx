import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { cache } from '#platform/web/api/query-cache.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, leekSoup } from '#tests/support/data/api-samples.ts'
import * as contract from '../../contract/index.ts'
import { RecipesPage } from '../pages/recipes-page.tsx'

const soup = leekSoup()
let kept: contract.Recipe

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listIngredients, () => [])
  kept = soup
  fakeApi(contract.listRecipes, () => [])
  fakeApi(contract.getRecipe, () => kept)
})

const editing = `/recipes?sheet=edit&recipe=${soup.id}`
const open = async (address: string) => {
  await showPage(RecipesPage, address)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByLabelText('Name')
  return dialog
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: /Recipe$/ })).toBeNull())
const pressBackdrop = () => userEvent.click(document.querySelector('.bg-scrim') as HTMLElement)
const photo = (type = 'image/png') => new File(['x'], 'soup', { type })
const saves = () => requests.filter((request) => /^(?:POST|PATCH|PUT) /.test(request))

test('rejects overwriting another member’s change of an edited field, shows the rest and keeps what was typed', async () => {
  const sent: unknown[] = []
  fakeApi(contract.changeRecipe, ({ body, headers }) => {
    sent.push([body, headers.get('If-Match')])
    return headers.get('If-Match') === '"1"'
      ? problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: kept })
      : reply({ ...kept, version: 3 }, { 'X-Change-Seq': '9' })
  })
  const dialog = await open(editing)
  await userEvent.type(dialog.getByLabelText('Notes'), 'Good')
  kept = { ...soup, notes: 'Thin', ingredients: ['4 leeks', '1 l stock'], version: 2 }
  await act(() => cache.invalidateQueries())
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  await dialog.findByText('Someone else changed this in the meantime.')
  expect(dialog.getByLabelText('Ingredients')).toHaveProperty('value', '4 leeks\n1 l stock')
  expect(dialog.getByLabelText('Notes')).toHaveProperty('value', 'Good')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  await isClosed()
  expect(sent).toEqual([
    [{ notes: 'Good' }, '"1"'],
    [{ notes: 'Good' }, '"2"'],
  ])
})

test('saves a recipe once if its photo is rejected, and sends only the photo again', async () => {
  fakeApi(contract.addRecipe, ({ body }) => reply({ ...soup, name: body.name }, { 'X-Change-Seq': '9' }, 201))
  let isReadable = false
  fakeApi(contract.setRecipePhoto, () => (isReadable ? soup : problem(422, 'not_an_image', 'That picture cannot be read.')))
  const dialog = await open('/recipes?sheet=new')
  await userEvent.type(dialog.getByLabelText('Name'), 'Leek soup')
  fireEvent.change(dialog.getByLabelText('Photo'), { target: { files: [photo()] } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  await dialog.findByText('That picture cannot be read.')
  isReadable = true
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  await isClosed()
  const image = `PUT /api/recipes/${soup.id}/photo`
  expect(saves()).toEqual(['POST /api/recipes', image, image])
})

test('rejects an unsupported photo before sending anything', async () => {
  const dialog = await open('/recipes?sheet=new')
  await userEvent.type(dialog.getByLabelText('Name'), 'Leek soup')
  fireEvent.change(dialog.getByLabelText('Photo'), { target: { files: [photo('image/gif')] } })
  await dialog.findByText('Please select a valid image file (JPEG, PNG, or WebP)')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  expect(saves()).toEqual([])
})

test('keeps a typed recipe on a stray tap, and asks on Escape', async () => {
  const dialog = await open('/recipes?sheet=new')
  await userEvent.type(dialog.getByLabelText('Name'), 'Leek soup')
  await pressBackdrop()
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Leek soup')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await isClosed()
})

test.each([
  ['a tap on the backdrop', pressBackdrop],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('a form that was only looked at closes by %s', async (_by, close) => {
  await open(editing)
  await close()
  await isClosed()
})

test('asks before an import draft is discarded', async () => {
  fakeApi(contract.importRecipe, () => ({ recipe: soup, readFrom: 'data', hasServings: true }) as never)
  await showPage(RecipesPage, '/recipes?sheet=import&shared-text=Soup')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import' }))
  await dialog.findByLabelText('Ingredients')
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await screen.findByText('Discard your changes?')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  dialog.getByLabelText('Ingredients')
})

test('shows an error with Try again if the recipe fails to load', async () => {
  fakeApi(contract.getRecipe, () => problem(400, 'down', 'The kitchen is closed.'))
  await showPage(RecipesPage, editing)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('The kitchen is closed.')
  fakeApi(contract.getRecipe, () => soup)
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  expect(await dialog.findByLabelText('Name')).toHaveProperty('value', 'Leek soup')
})

test.each([
  ['data', /Here’s what we found/],
  ['markup', /Here’s what we found/],
  ['headings', /recipe data is missing or incomplete.*Compare them with the page/],
] as const)('says how sure a draft is that was read from %s', async (readFrom, words) => {
  fakeApi(contract.importRecipe, () => ({ recipe: soup, readFrom, hasServings: true }) as never)
  await showPage(RecipesPage, '/recipes?sheet=import&shared-text=Soup')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import' }))
  await dialog.findByText(words)
})

test('an imported recipe opens with its name, ingredients and steps, and unfolds the rest if it is wrong', async () => {
  fakeApi(contract.importRecipe, () => ({ recipe: soup, readFrom: 'data', hasServings: true }) as never)
  await showPage(RecipesPage, '/recipes?sheet=import&shared-text=Soup')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import' }))
  const rest = (await dialog.findByText('Times, cuisine, notes and photo')).closest('details')
  expect(rest?.contains(dialog.getByLabelText('Ingredients'))).toBe(false)
  expect(rest?.contains(dialog.getByLabelText('Cuisine'))).toBe(true)
  expect(rest?.open).toBe(false)
  fireEvent.change(dialog.getByLabelText('Rating'), { target: { value: '9' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  await waitFor(() => expect(rest?.open).toBe(true))
})

test.each([true, false])('says that servings are assumed unless the source has them (%s)', async (hasServings) => {
  fakeApi(contract.importRecipe, () => ({ recipe: { ...soup, servings: 4 }, readFrom: 'data', hasServings }) as never)
  await showPage(RecipesPage, '/recipes?sheet=import&shared-text=Soup')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import' }))
  await dialog.findByLabelText('Ingredients')
  expect(dialog.queryByText(/how many it serves, so we assumed 4/) === null).toBe(hasServings)
})

test('a collection is looked at before it is imported', async () => {
  const preview = { recipes: 7, nameless: 1, pictures: 2, names: ['Soup', 'Pie'], formats: ['cooklang'], losses: ['tools'] }
  const asked: unknown[] = []
  fakeApi(contract.previewCollection, ({ query }) => {
    asked.push(query)
    return preview as contract.CollectionPreview
  })
  const imported = { imported: 7, skipped: [], picturesLeftOut: 0, recipeIds: [] }
  fakeApi(contract.importCollection, () => imported)
  await showPage(RecipesPage, '/recipes?sheet=import')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('tab', { name: 'Collection' }))
  await userEvent.upload(await dialog.findByLabelText('Export file'), new File(['x'], 'My recipes.zip'))
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
  await dialog.findByText('Soup · Pie and 5 more')
  dialog.getByText('1 recipe has no name and is left out.')
  dialog.getByText('Lists of equipment')
  expect(asked).toEqual([{ name: 'My recipes' }])
  await userEvent.click(dialog.getByRole('button', { name: 'Import 7 recipes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a page that a bookmark sent is there to import, and leaves the address', async () => {
  const sent: unknown[] = []
  fakeApi(contract.importRecipe, ({ body }) => {
    sent.push(body)
    return { recipe: soup, readFrom: 'data', hasServings: true } as never
  })
  await showPage(RecipesPage, `/recipes?sheet=import#page=${encodeURIComponent('<html><p>Soup</p></html>')}`)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import' }))
  await dialog.findByText(/Here’s what we found/)
  expect(sent).toEqual([{ text: '<html><p>Soup</p></html>' }])
  expect(location.hash).toBe('')
})

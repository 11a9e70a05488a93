import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { listStockDoubts } from '#domains/forecast/contract.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { correctLot, getLot } from '#domains/inventory/contract.ts'
import { getShoppingList, listNamedLists } from '#domains/shopping/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { currentLocation } from '#platform/web/ui/browser-location.ts'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient, lot } from '#tests/support/data/api-samples.ts'
import { listWith, openEmptyOutbox, row } from '#tests/support/data/shopping-rows.ts'
import * as contract from '../../contract/index.ts'
import { parseLine } from '../../rules/parse-line.ts'
import { RecipesPage } from './recipes-page.tsx'

const at = '2026-11-01T10:00:00.000Z'
function card(part: Partial<contract.RecipeListItem>): contract.RecipeListItem {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Leek soup',
    description: 'Green and warm',
    category: 'italian',
    tags: [],
    difficulty: 'easy',
    prepTime: 10,
    cookTime: 65,
    totalTime: 0,
    servings: 2,
    rating: 4.5,
    ingredients: ['3 leeks, sliced', '1 l vegetable stock'],
    instructions: ['Simmer.'],
    notes: '',
    sourceUrl: null,
    imageUrl: null,
    image: null,
    isStarter: false,
    isFavorite: false,
    createdAt: at,
    updatedAt: at,
    version: 1,
    stock: { have: 1, short: 0, missing: 1, total: 2 },
    uses: [{ ingredientId: 'x', ingredientName: 'Leek', daysLeft: 1, isShort: false }],
    saves: 0.8,
    timesCooked: 0,
    lastCookedOn: null,
    ...part,
  }
}
const soup = card({})
const rice = card({
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Egg fried rice',
  category: 'asian',
  ingredients: ['3 eggs'],
  stock: { have: 1, short: 0, missing: 0, total: 1 },
  uses: [],
  saves: 0,
  timesCooked: 0,
  lastCookedOn: null,
})

function whole({
  stock: _stock,
  uses: _uses,
  saves: _saves,
  timesCooked: _times,
  lastCookedOn: _last,
  ...rest
}: contract.RecipeListItem): contract.Recipe {
  return { ...rest, lines: rest.ingredients.map((text) => ({ ...parseLine(text), ingredientId: null })) }
}
const line = (place: number, part: Partial<contract.StockLine>): contract.StockLine => ({
  place,
  text: '',
  food: 'leeks',
  quantity: 3,
  unit: null,
  state: 'have',
  available: 5,
  lacking: 0,
  stockUnit: 'each',
  take: 3,
  ingredientId: '00000000-0000-4000-8000-00000000000a',
  ingredientName: 'Leek',
  daysLeft: 1,
  isConfirmed: false,
  isOptional: false,
  isProbablyGone: false,
  reservedFor: null,
  ...part,
})

/** Fakes a server that applies the filters. */
const fakeRecipes = (recipes: readonly contract.RecipeListItem[]) =>
  fakeApi(
    contract.listRecipes,
    ({ query: { search = '', category = 'all', tag, isFavorite, maxMissing = 100, maxMinutes = 10_080, ingredientId } }) =>
      recipes.filter(
        ({ name, category: own, tags, stock, uses, prepTime, cookTime, isFavorite: isOwnFavorite }) =>
          (isFavorite === undefined || isOwnFavorite) &&
          name.toLowerCase().includes(search) &&
          (category === 'all' || own === category) &&
          (tag === undefined || tags.includes(tag)) &&
          (ingredientId === undefined || uses.some((used) => used.ingredientId === ingredientId)) &&
          prepTime + cookTime <= maxMinutes &&
          stock.short + stock.missing <= maxMissing,
      ),
  )

beforeEach(() => {
  signIn()
  fakeHome()
  fakeRecipes([soup, rice])
  fakeApi(listIngredients, () => [])
  fakeApi(getShoppingList, () => listWith([]))
  fakeApi(listNamedLists, () => [])
  fakeApi(contract.getRecipe, () => whole(soup))
  fakeApi(contract.listCookings, () => [])
  fakeApi(contract.getRecipeStock, () => ({
    servings: 2,
    lines: [
      line(0, {}),
      line(1, {
        food: 'vegetable stock',
        state: 'missing',
        lacking: 1,
        stockUnit: 'l',
        take: null,
        ingredientId: null,
        ingredientName: null,
      }),
      line(2, { food: 'salt', state: 'missing', lacking: 0, stockUnit: null, take: null, ingredientId: null, ingredientName: null }),
    ],
  }))
})
const show = (address = '/recipes') => showPage(RecipesPage, address)
const openSoup = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /Leek soup/ }))
  return within(await screen.findByRole('dialog', { name: 'Leek soup' }))
}

test('a card shows its stock and what it saves, the most saving first', async () => {
  await show()
  const list = within(await screen.findByRole('list', { name: 'Recipes' }))
  expect(list.getAllByRole('button').map((button) => button.textContent)).toEqual([
    expect.stringContaining('Leek soup'),
    expect.stringContaining('Egg fried rice'),
  ])
  list.getByText('1 of 2 in stock')
  list.getByText('Uses Leek by tomorrow')
  list.getByText('Can cook now')
  expect(list.getAllByText('1 h 15 min', { exact: false })).toHaveLength(2)
})

test('a card names only what is in stock and expires within three days, and until when', async () => {
  const used = (ingredientName: string, daysLeft: number, isShort = false) => ({
    ingredientId: ingredientName,
    ingredientName,
    daysLeft,
    isShort,
  })
  const cards = [
    [used('Leek', 0), used('Cream', 0), used('Ham', 1), used('Milk', 3)],
    [used('Leek', 0)],
    [used('Leek', 2), used('Ham', 3)],
    [used('Leek', 3), used('Ham', 3)],
    [used('Leek', 1, true), used('Ham', 4)],
  ]
  fakeRecipes(cards.map((uses, at) => ({ ...soup, id: `00000000-0000-4000-8000-00000000000${at + 1}`, name: `Soup ${at}`, uses })))
  await show()
  const list = within(await screen.findByRole('list', { name: 'Recipes' }))
  const lines = list.getAllByRole('button').map(({ textContent }) => textContent?.replace(/.*in stock/, ''))
  expect(lines).toEqual(['Uses Leek + 2 by tomorrow', 'Uses Leek today', 'Uses Leek (2 days left)', 'Uses Leek + 1 (3 days left)', ''])
})

test('a missing ingredient that is on a list says so', async () => {
  fakeApi(getShoppingList, () => listWith([row('Vegetable stocks'), row('Salt', { isChecked: true })]))
  await show()
  const sheet = await openSoup()
  const lineOf = (text: string) => sheet.getByText(text).closest('li')?.textContent
  await sheet.findByText('On the list')
  expect(lineOf('1 l vegetable stock')).toContain('On the list')
  sheet.getByText('1 of 3 in stock')
})

test('a short ingredient that is on a list still says how much lacks', async () => {
  const today = dateInTimeZone('UTC', new Date())
  fakeApi(getShoppingList, () => listWith([row('Leeks'), row('Vegetable stock')]))
  fakeApi(contract.getRecipeStock, () => ({
    servings: 2,
    lines: [
      // Matched, while the row on the list was typed under the line's name.
      line(0, { state: 'short', lacking: 2, ingredientName: 'Allium', reservedFor: { recipeName: 'Pie', date: today, meal: 'dinner' } }),
      line(1, { food: 'vegetable stock', state: 'missing', isProbablyGone: true }),
    ],
  }))
  await show()
  const sheet = await openSoup()
  await sheet.findByText('2 short · Reserved for tonight’s Pie · On the list')
  sheet.getByText('Probably gone, check · On the list')
})

test('categories, words and stock narrow the list, and an empty one offers a way back', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'asian' }))
  await waitFor(() => expect(screen.queryByText('Leek soup')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'all' }))
  await userEvent.selectOptions(screen.getByLabelText('In stock'), 'Can cook now')
  await waitFor(() => expect(screen.queryByText('Leek soup')).toBeNull())
  await userEvent.type(screen.getByLabelText('Search recipes...'), 'leek')
  await screen.findByText('No recipes found')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByText('Leek soup')
})

test('time and an ingredient narrow the list and stay in the address', async () => {
  const leek = ingredient({ name: 'Leek' })
  fakeApi(listIngredients, () => [leek])
  fakeRecipes([
    { ...soup, uses: [{ ingredientId: leek.id, ingredientName: 'Leek', daysLeft: 1, isShort: false }] },
    { ...rice, cookTime: 10 },
  ])
  await show()
  await screen.findByText('Leek soup')
  await userEvent.selectOptions(screen.getByLabelText('Time'), 'Up to 30 min')
  await waitFor(() => expect(screen.queryByText('Leek soup')).toBeNull())
  screen.getByText('Egg fried rice')
  await userEvent.selectOptions(screen.getByLabelText('Ingredient'), 'Leek')
  await screen.findByText('No recipes found')
  expect(currentLocation().search).toMatchObject({ ingredient: leek.id })
  expect(String((currentLocation().search as Record<string, unknown>)['time'])).toBe('30')
  await userEvent.selectOptions(screen.getByLabelText('Time'), 'Any time')
  await screen.findByText('Leek soup')
  await userEvent.selectOptions(screen.getByLabelText('Ingredient'), 'Any ingredient')
  await screen.findByText('Egg fried rice')
})

test('the filter by ingredient offers food only', async () => {
  fakeApi(listIngredients, () => [
    ingredient({ name: 'Leek', category: 'Produce' }),
    ingredient({ id: '00000000-0000-4000-8000-0000000000b2', name: 'Toilet paper', category: 'Household' }),
  ])
  await show()
  await screen.findByRole('option', { name: 'Leek' })
  expect(screen.queryByRole('option', { name: 'Toilet paper' })).toBeNull()
})

test('the heart of a recipe makes it a favorite, and the heart of the list shows only those', async () => {
  const changed = vi.fn()
  fakeApi(contract.changeRecipe, ({ body }) => {
    changed(body)
    return whole({ ...soup, ...(body as Partial<contract.RecipeListItem>), version: 2 })
  })
  fakeRecipes([soup, { ...rice, isFavorite: true }])
  await show()
  await userEvent.click((await openSoup()).getByRole('button', { name: 'Favorite' }))
  await waitFor(() => expect(changed).toHaveBeenCalledWith({ isFavorite: true }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Favorites' }))
  await waitFor(() => expect(screen.queryByText('Leek soup')).toBeNull())
  screen.getByText('Egg fried rice')
})

test('a recipe notes when it was made, how it was and what to remember', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const made: contract.Cooking[] = []
  fakeApi(contract.listCookings, () => made)
  fakeApi(contract.addCooking, ({ body: { id = '', date = '', rating = null, notes = '' } }) => {
    const cooking = { id, recipeId: soup.id, date, rating, notes, picture: null, createdAt: at, version: 1 }
    made.push(cooking)
    return cooking
  })
  await show()
  await userEvent.click((await openSoup()).getByRole('button', { name: 'Add date' }))
  const dialogs = await screen.findAllByRole('dialog')
  const dialog = within(dialogs.at(-1) as HTMLElement)
  await userEvent.click(await dialog.findByRole('button', { name: '4 stars' }))
  await userEvent.type(dialog.getByLabelText('Notes'), 'Less salt')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Made once')
  expect(made).toMatchObject([{ date: '2026-11-23', rating: 4, notes: 'Less salt' }])
  screen.getByText('Less salt')
})

test('a note takes a photo along; if that is rejected, it is sent again with what was edited since', async () => {
  const cooking = { recipeId: soup.id, date: '2026-11-20', rating: null, notes: '', picture: null, createdAt: at, version: 1 }
  const made: contract.Cooking[] = []
  let [added, tries] = [0, 0]
  fakeApi(contract.listCookings, () => made)
  fakeApi(contract.addCooking, ({ body: { id = '' } }) => {
    added += 1
    return { ...cooking, id }
  })
  const edits: unknown[] = []
  fakeApi(contract.changeCooking, ({ params: { id }, body }) => {
    edits.push(body)
    return { ...cooking, id, ...(body as Partial<contract.Cooking>), version: 2 }
  })
  fakeApi(contract.setCookingPicture, ({ params: { id } }) => {
    tries += 1
    if (tries === 1) return problem(409, 'quota_reached', 'There is no room for another photo.')
    const withPhoto = { ...cooking, id, picture: `/api/cookings/${id}/picture?v=1` }
    made.push(withPhoto)
    return reply(withPhoto, { 'X-Change-Seq': '7' })
  })
  await show()
  await userEvent.click((await openSoup()).getByRole('button', { name: 'Add date' }))
  const dialogs = await screen.findAllByRole('dialog')
  const dialog = within(dialogs.at(-1) as HTMLElement)
  await userEvent.upload(await dialog.findByLabelText('Add a picture'), new File(['x'], 'soup.jpg', { type: 'image/jpeg' }))
  dialog.getByText('soup.jpg')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('There is no room for another photo.')
  await userEvent.click(dialog.getByRole('button', { name: '5 stars' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Made once')
  expect([added, tries, edits]).toEqual([1, 2, [{ rating: 5 }]])
})

test('a note that waits to be sent says that its photo can be added later', async () => {
  openEmptyOutbox()
  const photo = vi.fn(() => problem(404, 'not_found', 'Not found.'))
  fakeApi(contract.setCookingPicture, photo)
  await show()
  await userEvent.click((await openSoup()).getByRole('button', { name: 'Add date' }))
  const dialog = within((await screen.findAllByRole('dialog')).at(-1) as HTMLElement)
  await userEvent.upload(await dialog.findByLabelText('Add a picture'), new File(['x'], 'soup.jpg', { type: 'image/jpeg' }))
  currentSyncSession()?.connectivity.markOffline()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Saved on this device. Add the photo once the note has been sent.')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByLabelText('Made on')).toBeNull())
  expect(photo).not.toHaveBeenCalled()
})

test('a note whose photo is rejected can be closed without it', async () => {
  const cooking = { recipeId: soup.id, date: '2026-11-20', rating: null, notes: '', picture: null, createdAt: at, version: 1 }
  fakeApi(contract.addCooking, ({ body: { id = '' } }) => ({ ...cooking, id }))
  fakeApi(contract.setCookingPicture, () => problem(409, 'quota_reached', 'There is no room for another photo.'))
  await show()
  await userEvent.click((await openSoup()).getByRole('button', { name: 'Add date' }))
  const dialog = within((await screen.findAllByRole('dialog')).at(-1) as HTMLElement)
  await userEvent.upload(await dialog.findByLabelText('Add a picture'), new File(['x'], 'soup.jpg', { type: 'image/jpeg' }))
  await userEvent.type(dialog.getByLabelText('Notes'), 'Less salt')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('There is no room for another photo.')
  await userEvent.click(dialog.getByRole('button', { name: 'Remove picture' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByLabelText('Made on')).toBeNull())
})

test('all recipes can be downloaded', async () => {
  const saved: [name: string, address: string][] = []
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push([this.download, this.href])
  })
  const { createObjectURL } = URL
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${file.size}` })
  onTestFinished(() => {
    clicked.mockRestore()
    Object.assign(URL, { createObjectURL })
  })
  fakeApi(contract.exportRecipes, () => new Response('a zip', { headers: { 'content-type': 'application/zip' } }))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download all recipes' }))
  await waitFor(() => expect(saved).toEqual([['larder-recipes.zip', 'blob:5']]))
})

test.each([
  [
    'another meal is named with it, not missing',
    'Baked penne',
    ['Reserved for tonight’s Baked penne', '2 short · Reserved for Baked penne, tomorrow'],
  ],
  ['the recipe itself is named by its day alone', 'Leek soup', ['Reserved for tonight', '2 short · Reserved for tomorrow']],
])('stock that is reserved for %s', async (_what, recipeName, [tonight = '', tomorrow = '']) => {
  const today = dateInTimeZone('UTC', new Date())
  const reservedFor = { recipeName, date: today, meal: 'dinner' as const }
  fakeApi(contract.getRecipeStock, () => ({
    servings: 2,
    lines: [
      line(0, { state: 'missing', available: 0, lacking: 1, take: null, reservedFor }),
      line(1, { state: 'short', lacking: 2, reservedFor: { ...reservedFor, date: addDays(today, 1) } }),
    ],
  }))
  await show()
  const sheet = await openSoup()
  await sheet.findByText(tonight)
  sheet.getByText(tomorrow)
  expect(sheet.queryByText('Missing')).toBeNull()
})

test('what is probably gone is said, and one tap counts it again', async () => {
  const milk = lot({ name: 'Milk', quantity: 1, unit: 'l', version: 4 })
  let isCounted = false
  fakeApi(listStockDoubts, () => (isCounted ? [] : [{ lotId: milk.id, ingredientId: milk.ingredient.id, version: 4, gone: 0.85 }]))
  fakeApi(getLot, () => (isCounted ? { ...milk, version: 5 } : milk))
  fakeApi(listIngredients, () => [])
  fakeApi(correctLot, () => {
    isCounted = true
    return reply({ ...milk, version: 5 }, { 'x-change-seq': '5' })
  })
  const part = { ingredientId: milk.ingredient.id, food: 'milk', isProbablyGone: true }
  fakeApi(contract.getRecipeStock, () => ({
    servings: 2,
    lines: [isCounted ? line(0, { food: 'milk' }) : line(0, { ...part, state: 'missing', available: 0, lacking: 1, take: null })],
  }))
  await show()
  const sheet = await openSoup()
  await sheet.findByText('Probably gone, check')
  expect(sheet.queryByText('Missing')).toBeNull()
  await userEvent.click(await sheet.findByRole('button', { name: 'Still there: Milk, 1 l' }))
  await waitFor(() => expect(isCounted).toBe(true))
  await act(async () => {
    await invalidate(contract.getRecipeStock)
  })
  await sheet.findByText('expires tomorrow')
  expect(sheet.queryByText(/robably gone/)).toBeNull()
})

test('a long list loads page by page and shows the total', async () => {
  fakeApi(contract.listRecipes, ({ query }) =>
    query.cursor === '1.a' ? reply([rice], { 'X-Total-Count': '2' }) : reply([soup], { 'X-Total-Count': '2', 'X-Next-Cursor': '1.a' }),
  )
  await show()
  await screen.findByText('1 of 2')
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Egg fried rice')
  screen.getByText('Leek soup')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list that fails to load shows an error with Try again', async () => {
  let isDown = true
  fakeApi(contract.listRecipes, () => (isDown ? problem(400, 'down', 'The kitchen is closed.') : [soup]))
  await show()
  await screen.findByText('Failed to load recipes')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Leek soup')
})

test('a recipe is scaled, and its missing ingredients go on the list for the shown servings', async () => {
  let sent: unknown
  fakeApi(contract.addMissing, ({ body }) => {
    sent = body
    return reply({ items: [], added: 2 }, { 'X-Change-Seq': '9' })
  })
  await show()
  const sheet = await openSoup()
  for (const term of ['Prep time', 'Cook time', 'Servings', 'Difficulty']) sheet.getByText(term)
  await sheet.findAllByText('Missing')
  await userEvent.click(sheet.getByRole('button', { name: 'More servings' }))
  await sheet.findByText('4½ leeks, sliced')
  await userEvent.click(sheet.getByRole('button', { name: 'Add to Shopping List' }))
  const choice = within(await screen.findByRole('dialog', { name: 'Add to Shopping List' }))
  expect(choice.getByRole<HTMLInputElement>('checkbox', { name: 'salt' }).checked).toBe(false)
  await userEvent.click(choice.getByRole('button', { name: 'Add 1 item' }))
  await waitFor(() => expect(sent).toEqual({ servings: 3, places: [1], ids: [expect.any(String)] }))
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what a recipe lacks goes on the chosen list', async () => {
  let sent: unknown
  fakeApi(listNamedLists, () => [
    { id: '00000000-0000-4000-8000-0000000000a1', name: 'Market', isArchived: false, createdAt: at, version: 1 },
    { id: '00000000-0000-4000-8000-0000000000a2', name: 'Party', isArchived: true, createdAt: at, version: 1 },
  ])
  fakeApi(contract.addMissing, ({ body }) => {
    sent = body
    return reply({ items: [], added: 1 }, { 'X-Change-Seq': '9' })
  })
  await show()
  const sheet = await openSoup()
  await sheet.findAllByText('Missing')
  await userEvent.click(sheet.getByRole('button', { name: 'Add to Shopping List' }))
  const choice = within(await screen.findByRole('dialog', { name: 'Add to Shopping List' }))
  const list = choice.getByLabelText('List')
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Shopping List', 'Market'])
  await userEvent.selectOptions(list, 'Market')
  await userEvent.click(choice.getByRole('button', { name: 'Add 1 item' }))
  await waitFor(() => expect(sent).toMatchObject({ places: [1], listId: '00000000-0000-4000-8000-0000000000a1' }))
})

test('Back leads from cooking to the recipe, and from the recipe to the list', async () => {
  await show()
  const dialog = await openSoup()
  await userEvent.click(dialog.getByRole('button', { name: 'I cooked this' }))
  await screen.findByRole('dialog', { name: 'Cooked Leek soup' })
  act(() => history.back())
  await screen.findByRole('dialog', { name: 'Leek soup' })
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname + location.search).toBe('/recipes')
})

test('one tap rates a recipe, and a tag shows other recipes with it', async () => {
  let sent: unknown
  const tagged = card({ tags: ['Sunday'] })
  fakeRecipes([tagged, rice])
  fakeApi(contract.getRecipe, () => whole(tagged))
  fakeApi(contract.changeRecipe, ({ body }) => {
    sent = body
    return whole(tagged)
  })
  await show()
  const sheet = await openSoup()
  await userEvent.click(await sheet.findByRole('button', { name: '3 stars' }))
  await waitFor(() => expect(sent).toEqual({ rating: 3 }))
  await userEvent.click(sheet.getByRole('button', { name: 'Sunday' }))
  await waitFor(() => expect(screen.queryByText('Egg fried rice')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: /Remove tag/ }))
  await screen.findByText('Egg fried rice')
})

test('stars show at once, on the card too, and a second press builds on the first', async () => {
  const answered = Promise.withResolvers<void>()
  const versions: (string | null)[] = []
  let now = { ...soup, rating: null as number | null }
  fakeApi(contract.listRecipes, () => [now, rice])
  fakeApi(contract.getRecipe, () => whole(now))
  fakeApi(contract.changeRecipe, async ({ body, headers }) => {
    versions.push(headers.get('If-Match'))
    now = { ...now, rating: body.rating ?? null, version: now.version + 1 }
    const answer = whole(now)
    await answered.promise
    return answer
  })
  await show()
  const sheet = await openSoup()
  const pressed = (name: string) => sheet.getByRole('button', { name }).getAttribute('aria-pressed')
  await userEvent.click(await sheet.findByRole('button', { name: '3 stars' }))
  expect(pressed('3 stars')).toBe('true')
  expect(screen.getByText('3', { selector: 'li *' })).toBeDefined()
  await userEvent.click(sheet.getByRole('button', { name: '5 stars' }))
  await userEvent.click(sheet.getByRole('button', { name: '4 stars' }))
  expect(pressed('4 stars')).toBe('true')
  expect(versions).toHaveLength(1)
  // Nothing loaded in between affects the result.
  fakeApi(contract.getRecipe, () => problem(503, 'down', 'Out of reach.'))
  answered.resolve()
  await waitFor(() => expect(versions).toEqual(['"1"', '"2"', '"3"']))
  await waitFor(() => expect(now.rating).toBe(4))
  expect(pressed('4 stars')).toBe('true')
  await userEvent.click(sheet.getByRole('button', { name: '4 stars' }))
  await waitFor(() => expect(versions.at(-1)).toBe('"4"'))
})

test('stars rejected by the server are reset, with the reason', async () => {
  const answered = Promise.withResolvers<void>()
  fakeApi(contract.changeRecipe, async () => {
    await answered.promise
    return problem(422, 'invalid', 'That does not work.')
  })
  await show()
  const sheet = await openSoup()
  const pressed = (name: string) => sheet.getByRole('button', { name }).getAttribute('aria-pressed')
  await userEvent.click(await sheet.findByRole('button', { name: '3 stars' }))
  await userEvent.click(sheet.getByRole('button', { name: '2 stars' }))
  expect(pressed('2 stars')).toBe('true')
  fakeApi(contract.getRecipe, () => problem(503, 'down', 'Out of reach.'))
  answered.resolve()
  await sheet.findByText('That does not work.')
  // Four and a half, as before.
  await waitFor(() => expect([pressed('2 stars'), pressed('3 stars'), pressed('5 stars')]).toEqual(['false', 'false', 'true']))
})

test('cooking shows what is short first and uses the amounts of the review', async () => {
  let sent: unknown
  fakeApi(contract.cookRecipe, ({ body }) => {
    sent = body
    return reply({ servings: 2, taken: [], leftovers: null, moreLeftovers: [] }, { 'X-Change-Seq': '9' })
  })
  await show()
  const sheet = await openSoup()
  await userEvent.click(sheet.getByRole('button', { name: 'I cooked this' }))
  const review = within(await screen.findByRole('dialog', { name: 'Cooked Leek soup' }))
  await review.findByText(/Not enough in stock: vegetable stock/)
  const amount = review.getByLabelText('Amount of Leek')
  await userEvent.clear(amount)
  await userEvent.type(amount, '2,5')
  await userEvent.click(review.getByLabelText('Save leftovers'))
  const portions = (label: string) => (review.getByLabelText(label) as HTMLInputElement).value
  expect(portions('Portions eaten now')).toBe('1')
  await userEvent.clear(review.getByLabelText('Into the freezer'))
  await userEvent.type(review.getByLabelText('Into the freezer'), '3')
  expect(portions('Portions eaten now')).toBe('0')
  const kept = { id: expect.any(String), expirationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
  await userEvent.click(review.getByRole('button', { name: 'Update inventory' }))
  const take = [{ ingredientId: '00000000-0000-4000-8000-00000000000a', quantity: 2.5, unit: 'each' }]
  await waitFor(() =>
    expect(sent).toEqual({
      servings: 2,
      take,
      cookingId: expect.any(String),
      moreLeftovers: [
        { ...kept, portions: 1, storage: 'FRIDGE' },
        { ...kept, portions: 3, storage: 'FREEZER' },
      ],
    }),
  )
})

test.each([true, false])('a page without a recipe shows an error and a draft to complete, its servings known: %s', async (hasServings) => {
  const draft = { ...whole(soup), name: 'My story', ingredients: [], instructions: [] }
  fakeApi(contract.importRecipe, () => problem(422, 'no_recipe_found', 'No recipe found on that page.', { draft, hasServings } as object))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Recipe address'), 'https://blog.example/soup')
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
  await screen.findByText('No recipe found on that page.')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'My story')
  expect(screen.queryByText(/how many it serves, so we assumed/) === null).toBe(hasServings)
})

test('after a failed picture the recipe is saved, and saving again sends only the picture', async () => {
  const did: string[] = []
  fakeApi(contract.addRecipe, () => {
    did.push('add')
    return whole(soup)
  })
  fakeApi(contract.changeRecipe, () => {
    did.push('change')
    return whole(soup)
  })
  fakeApi(contract.setRecipePhoto, () => {
    did.push('photo')
    return did.length < 3 ? problem(422, 'invalid', 'That is no picture.') : whole(soup)
  })
  await show('/recipes?sheet=new')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Recipe' }))
  await userEvent.type(dialog.getByLabelText('Name'), 'Leek soup')
  await userEvent.type(dialog.getByLabelText('Ingredients'), '2 leeks')
  await userEvent.type(dialog.getByLabelText('Instructions'), 'Boil.')
  await userEvent.upload(dialog.getByLabelText('Photo'), new File(['x'], 'soup.jpg', { type: 'image/jpeg' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  await dialog.findByText('That is no picture.')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Recipe' }))
  await waitFor(() => expect(did).toEqual(['add', 'photo', 'photo']))
})

test.each([
  [
    'an address in the text, as most apps have it',
    '?shared-text=Look%20at%20this%20https%3A%2F%2Fblog.example%2Fsoup',
    'Recipe address',
    'https://blog.example/soup',
  ],
  ['an address', '?shared-url=https%3A%2F%2Fblog.example%2Fsoup', 'Recipe address', 'https://blog.example/soup'],
  ['a text', '?shared-text=Soup%0A2%20leeks', 'Text or page source', 'Soup\n2 leeks'],
])('what another app shares is ready to be read: %s', async (_what, search, label, value) => {
  await show(`/recipes${search}`)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText(label)).toHaveProperty('value', value)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a missing ingredient is matched once for every recipe', async () => {
  let sent: unknown
  const broth = ingredient({ name: 'Broth' })
  fakeApi(listIngredients, () => [broth])
  fakeApi(contract.matchLineIngredient, ({ body }) => {
    sent = body
    return body
  })
  await show()
  const sheet = await openSoup()
  await userEvent.click(await sheet.findByRole('button', { name: /Which ingredient\?/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /vegetable stock/ }))
  await dialog.findByRole('option', { name: 'Broth' })
  await userEvent.selectOptions(dialog.getByLabelText('Ingredient'), 'Broth')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual({ food: 'vegetable stock', ingredientId: broth.id }))
})

test('a viewer sees no buttons that change anything', async () => {
  fakeHome({ role: 'VIEWER' })
  await show()
  const sheet = await openSoup()
  expect(screen.queryByRole('button', { name: 'Add Recipe' })).toBeNull()
  expect(sheet.queryByRole('button', { name: 'I cooked this' })).toBeNull()
  sheet.getByRole('button', { name: 'Close' })
})

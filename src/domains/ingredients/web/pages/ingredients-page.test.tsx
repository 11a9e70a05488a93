import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { cache } from '#platform/web/api/query-cache.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, ingredient } from '#tests/support/data/api-samples.ts'
import {
  addIngredient,
  changeIngredient,
  type Ingredient,
  listIngredients,
  mergeIngredients,
  removeIngredient,
} from '../../contract/index.ts'
import { IngredientsPage } from './ingredients-page.tsx'

let ingredients: Ingredient[]
let sent: unknown

beforeEach(() => {
  signIn()
  fakeHome()
  sent = undefined
  ingredients = [
    ingredient({ name: 'Carrots', category: 'Produce', defaultUnit: 'each', aliases: ['Möhren'] }),
    ingredient({ name: 'Milk', parLevel: 2 }),
  ]
  fakeApi(listIngredients, () => ingredients)
  fakeApi(changeIngredient, ({ params, body }) => {
    sent = body
    const before = ingredients.find(({ id }) => id === params.id)
    if (!before) return problem(404, 'not_found', 'Not found.')
    const after: Ingredient = {
      ...before,
      parLevel: body.parLevel === undefined ? before.parLevel : body.parLevel,
      version: before.version + 1,
    }
    ingredients = ingredients.map((food) => (food.id === after.id ? after : food))
    return reply(after, { 'X-Change-Seq': '8' })
  })
})

const show = () => showPage(IngredientsPage, '/ingredients')
const openIngredient = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

test('finds ingredients by alias, ignoring accents', async () => {
  await show()
  await userEvent.type(await screen.findByLabelText('Search ingredients...'), 'mohren')
  await waitFor(() => expect(screen.queryByText('Milk')).toBeNull())
  screen.getByText('Carrots')
})

test('saves the par level in place, and removes it when emptied', async () => {
  await show()
  const user = userEvent.setup()
  const par = await screen.findByLabelText('Minimum of Milk, l')
  await user.clear(par)
  await user.type(par, '3,5{Enter}')
  await waitFor(() => expect(sent).toEqual({ parLevel: 3.5 }))
  await user.clear(screen.getByLabelText('Minimum of Milk, l'))
  await user.tab()
  await waitFor(() => expect(sent).toEqual({ parLevel: null }))
})

test('takes a minimum in another unit, and says what is wrong with one that it can’t read', async () => {
  await show()
  const user = userEvent.setup()
  const par = await screen.findByLabelText<HTMLInputElement>('Minimum of Milk, l')
  await user.clear(par)
  await user.type(par, '1 kg')
  expect(par.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Enter an amount, such as 2 or 1 kg.')
  await user.tab()
  expect([par.value, sent]).toEqual(['1 kg', undefined])
  await user.clear(par)
  await user.type(par, '500 ml{Enter}')
  await waitFor(() => expect(sent).toEqual({ parLevel: 0.5 }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Minimum of Milk, l').value).toBe('0.5'))
  await user.type(screen.getByLabelText('Minimum of Carrots'), 'x')
  screen.getByText('Enter a number, such as 2.')
})

test('says which conversion a minimum in own units lacks, and keeps its unit to choose another', async () => {
  const can = { name: 'can', quantity: 400, unit: 'g' } as const
  ingredients = [ingredient({ name: 'Tomatoes', defaultUnit: 'g', parLevel: 800, ownUnits: [can] })]
  await show()
  const dialog = await openIngredient(/Tomatoes/)
  const unit = dialog.getByLabelText<HTMLSelectElement>('Counted in')
  expect(unit.value).toBe('own 400 g can')
  await userEvent.selectOptions(dialog.getByLabelText('Default unit'), 'each')
  dialog.getByText(/^Add a conversion from g to each below/)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.queryByText('Enter a number.')).toBeNull()
  expect(sent).toBeUndefined()
  await userEvent.selectOptions(dialog.getByLabelText('Counted in'), 'each')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual({ defaultUnit: 'each', parLevel: 2 }))
})

test('sends further changes after the first response, with its version', async () => {
  const versions: (string | null)[] = []
  const first = Promise.withResolvers<void>()
  const [, milk] = ingredients as [Ingredient, Ingredient]
  fakeApi(changeIngredient, async ({ headers, body }) => {
    versions.push(headers.get('If-Match'))
    if (versions.length === 1) await first.promise
    return reply({ ...milk, parLevel: body.parLevel ?? null, version: milk.version + versions.length }, { 'X-Change-Seq': '8' })
  })
  await show()
  const par = await screen.findByLabelText<HTMLInputElement>('Minimum of Milk, l')
  for (const typed of ['6', '30', '31']) {
    await userEvent.clear(par)
    await userEvent.type(par, `${typed}{Enter}`)
  }
  expect(versions).toHaveLength(1)
  first.resolve()
  await waitFor(() => expect(versions).toEqual([0, 1, 2].map((more) => `"${milk.version + more}"`)))
})

/** Lets another member change the milk, and checks If-Match. */
const setUpConflicts = () => {
  const versions: (string | null)[] = []
  const milk = () => ingredients.find(({ name }) => name === 'Milk') as Ingredient
  const put = (food: Ingredient) => {
    ingredients = ingredients.map((other) => (other.id === food.id ? food : other))
    return food
  }
  fakeApi(changeIngredient, ({ headers, body }) => {
    versions.push(headers.get('If-Match'))
    const now = milk()
    if (versions.at(-1) !== `"${now.version}"`)
      return problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: now })
    return reply(put({ ...now, parLevel: body.parLevel ?? null, version: now.version + 1 }), { 'X-Change-Seq': '8' })
  })
  const others = (part: Partial<Ingredient>) => put({ ...milk(), ...part, version: milk().version + 1 })
  return { versions, milk, others, notify: () => act(() => cache.invalidateQueries()) }
}

test.each([
  ['another par level', { parLevel: 6 }, 'Now: 6 l'],
  ['none', { parLevel: null }, 'Now: –'],
  ['another unit', { defaultUnit: 'ml', parLevel: 2000 }, 'Now: 2,000 ml'],
] as const)('shows another member’s change before overwriting it: %s', async (_what, part, hint) => {
  const { versions, milk, others, notify } = setUpConflicts()
  await show()
  const par = await screen.findByLabelText<HTMLInputElement>(/^Minimum of Milk/)
  const user = userEvent.setup()
  await user.clear(par)
  await user.type(par, '4')
  others(part)
  await notify()
  await screen.findByText(hint)
  await user.type(par, '{Enter}')
  await waitFor(() => expect(par.getAttribute('aria-invalid')).toBe('true'))
  expect(par.value).toBe('4')
  expect(milk()).toMatchObject(part)
  await user.type(par, '{Enter}')
  await waitFor(() => expect(milk().parLevel).toBe(4))
  expect(versions).toEqual(['"1"', '"2"'])
  await waitFor(() => expect(par.getAttribute('aria-invalid')).toBeNull())
  expect(screen.queryByText(hint)).toBeNull()
})

test('keeps the input after a conflict or an error, and shows the current value', async () => {
  const { milk, others } = setUpConflicts()
  await show()
  const par = await screen.findByLabelText<HTMLInputElement>('Minimum of Milk, l')
  const user = userEvent.setup()
  await user.clear(par)
  others({ parLevel: 6 })
  await user.type(par, '4{Enter}')
  await screen.findByText('Now: 6 l')
  expect([par.value, milk().parLevel]).toEqual(['4', 6])
  await user.type(par, '{Escape}')
  expect(par.value).toBe('6')
  fakeApi(changeIngredient, () => problem(422, 'invalid', 'That does not work.'))
  await user.clear(par)
  await user.type(par, '7{Enter}')
  await screen.findByText('Now: 6 l')
  expect(par.value).toBe('7')
})

test('saves the par level although another member changed other fields', async () => {
  const { versions, milk, others, notify } = setUpConflicts()
  await show()
  const par = await screen.findByLabelText<HTMLInputElement>('Minimum of Milk, l')
  const user = userEvent.setup()
  await user.clear(par)
  others({ defaultLocation: 'Cellar' })
  await notify()
  await user.type(par, '4{Enter}')
  await waitFor(() => expect(milk()).toMatchObject({ parLevel: 4, defaultLocation: 'Cellar' }))
  await user.clear(par)
  others({ defaultLocation: 'Shed' })
  await user.type(par, '5{Enter}')
  await waitFor(() => expect(milk()).toMatchObject({ parLevel: 5, defaultLocation: 'Shed' }))
  expect(versions).toEqual(['"2"', '"3"', '"4"'])
  expect([par.value, par.getAttribute('aria-invalid')]).toEqual(['5', null])
})

test('discards the input on Escape', async () => {
  await show()
  const par = await screen.findByLabelText<HTMLInputElement>('Minimum of Milk, l')
  await userEvent.clear(par)
  await userEvent.type(par, '9{Escape}')
  expect(par.value).toBe('2')
  expect(sent).toBeUndefined()
})

test('sends only the added conversion', async () => {
  await show()
  const dialog = await openIngredient(/^C?\s?Carrots/)
  const user = userEvent.setup()
  await user.click(dialog.getByRole('button', { name: 'Add a conversion' }))
  await user.type(dialog.getByLabelText('Amount'), '61')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual({ conversions: [{ from: 'each', to: 'g', factor: 61 }] }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('reports a conflict in the same field before overwriting it, and updates other fields', async () => {
  const versions: (string | null)[] = []
  await show()
  const dialog = await openIngredient(/^M?\s?Milk/)
  const user = userEvent.setup()
  const par = dialog.getByLabelText<HTMLInputElement>('Keep at least')
  await user.clear(par)
  await user.type(par, '4')
  const [carrots, milk] = ingredients as [Ingredient, Ingredient]
  const others = { ...milk, parLevel: 6, defaultLocation: 'Cellar', version: milk.version + 1 }
  fakeApi(changeIngredient, ({ headers }) => {
    versions.push(headers.get('If-Match'))
    return problem(412, 'stale', 'Someone else changed this in the meantime. Have a look and save again.', { current: others })
  })
  ingredients = [carrots, others]
  await act(() => cache.invalidateQueries())
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Default location').value).toBe('Cellar'))
  expect(par.value).toBe('4')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Someone else changed this in the meantime. Have a look and save again.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(versions).toEqual([`"${milk.version}"`, `"${others.version}"`]))
  expect(par.value).toBe('4')
})

test('shows the shelf life with its source', async () => {
  await show()
  const dialog = await openIngredient(/Milk/)
  dialog.getByText('Source: USDA FoodKeeper')
  expect(dialog.getByLabelText<HTMLInputElement>('In the fridge').value).toBe('7')
})

test('adds an ingredient with the given fields', async () => {
  fakeApi(addIngredient, ({ body }) => {
    const { id: _, ...input } = body
    sent = input
    return reply(ingredient({ name: body.name }), {}, 201)
  })
  await show()
  const dialog = await openIngredient(/^Add Ingredient/)
  const user = userEvent.setup()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Enter a name.')
  await user.type(dialog.getByLabelText('Name'), 'Kefir')
  await user.type(dialog.getByLabelText('Also called'), 'Kephir, milk kefir')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toMatchObject({ name: 'Kefir', aliases: ['Kephir', 'milk kefir'], defaultUnit: 'each', parLevel: null }))
})

test('previews another default unit, and converts the minimum with it', async () => {
  let sent: unknown
  fakeApi(changeIngredient, ({ body }) => {
    sent = body
    return ingredient({ name: 'Milk' })
  })
  await show()
  const dialog = await openIngredient(/Milk/)
  await userEvent.selectOptions(dialog.getByLabelText('Default unit'), 'ml')
  await dialog.findByText(/^Minimum: 2 l → 2,000 ml\./)
  expect(dialog.getByLabelText<HTMLInputElement>('Keep at least').value).toBe('2000')
  await userEvent.selectOptions(dialog.getByLabelText('Default unit'), 'g')
  await dialog.findByText(/^There is no conversion from l to g\./)
  await userEvent.selectOptions(dialog.getByLabelText('Default unit'), 'ml')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual({ defaultUnit: 'ml', parLevel: 2000 }))
})

test('shows why an ingredient in stock can’t be removed', async () => {
  fakeApi(removeIngredient, () => problem(409, 'has_stock', 'You still have Milk in your inventory.'))
  await show()
  const dialog = await openIngredient(/Milk/)
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove Milk?' }))
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect((await question.findByRole('alert')).textContent).toBe('You still have Milk in your inventory.')
})

test('lets a viewer read only', async () => {
  fakeHome({ role: 'VIEWER' })
  await show()
  await screen.findByText('Milk')
  expect(screen.queryByLabelText(/^Minimum/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add Ingredient' })).toBeNull()
})

const PageWithToasts = () => (
  <>
    <IngredientsPage />
    <Toasts />
  </>
)

describe('merging ingredients', () => {
  let merged: unknown
  beforeEach(() => {
    merged = undefined
    localStorage.clear()
    signIn()
    ingredients = [
      ingredient({ name: 'Broccoli', createdAt: '2026-01-01T00:00:00.000Z' }),
      ingredient({ name: 'Brocoli', createdAt: '2026-02-01T00:00:00.000Z' }),
      ingredient({ name: 'Milk' }),
    ]
    fakeApi(mergeIngredients, ({ params, body }) => {
      merged = [params.id, body.ingredientId]
      const kept = ingredients.find(({ id }) => id === params.id) as Ingredient
      ingredients = ingredients.filter(({ id }) => id !== body.ingredientId)
      return reply(kept, { 'X-Change-Seq': '9' })
    })
  })
  const showWithToasts = () => showPage(PageWithToasts, '/ingredients')
  const idOf = (name: string) => ingredients.find((one) => one.name === name)?.id

  test('offers the newer of two that are spelled almost alike, with Undo', async () => {
    const pair = [idOf('Broccoli'), idOf('Brocoli')]
    await showWithToasts()
    expect((await screen.findByText(/the same\?/)).textContent).toContain('Are Broccoli and Brocoli the same?')
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
    const message = await screen.findByText('Merged Brocoli into Broccoli')
    expect(merged).toEqual(pair)
    within(message.closest('li') as HTMLElement).getByRole('button', { name: 'Undo' })
    await waitFor(() => expect(screen.queryByText(/the same\?/)).toBeNull())
  })

  test('asks no second time about two that are kept', async () => {
    await showWithToasts()
    await userEvent.click(await screen.findByRole('button', { name: 'Keep both' }))
    expect(screen.queryByText(/the same\?/)).toBeNull()
    expect(merged).toBeUndefined()
    cleanup()
    await showWithToasts()
    await screen.findByText('Milk')
    await act(() => import('../duplicates/likely-duplicate-notice.tsx'))
    expect(screen.queryByText(/the same\?/)).toBeNull()
  })

  test('proposes the likely one in the sheet, takes any other, and shows an error', async () => {
    const milk = [idOf('Broccoli'), idOf('Milk')]
    await showWithToasts()
    const sheet = await openIngredient(/^Broccoli/)
    await userEvent.click(await sheet.findByRole('button', { name: 'Merge with another ingredient' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge into Broccoli' }))
    const choice = await dialog.findByLabelText<HTMLSelectElement>('Which ingredient is the same?')
    expect(choice.selectedOptions[0]?.textContent).toBe('Brocoli')
    await userEvent.selectOptions(choice, 'Milk')
    dialog.getByText(/of Milk go to Broccoli, which is also found as “Milk”/)
    fakeApi(mergeIngredients, () => problem(404, 'not_found', 'Not found. It may have been deleted.'))
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
    await dialog.findByText('Not found. It may have been deleted.')
    fakeApi(mergeIngredients, ({ params, body }) => {
      merged = [params.id, body.ingredientId]
      return reply(ingredients[0] as Ingredient, { 'X-Change-Seq': '9' })
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
    await screen.findByText('Merged Milk into Broccoli')
    expect(merged).toEqual(milk)
  })
})

describe('a kind of another ingredient', () => {
  test('is chosen in its sheet, among those that are no kinds themselves', async () => {
    const cheese = ingredient({ name: 'Cheese' })
    ingredients = [...ingredients, cheese, ingredient({ name: 'Gouda', parentId: cheese.id }), ingredient({ name: 'Brie' })]
    await show()
    const sheet = await openIngredient(/^Brie/)
    const select = sheet.getByLabelText<HTMLSelectElement>('Is a kind of')
    expect([...select.options].map(({ text }) => text)).toEqual(['Nothing else', 'Carrots', 'Milk', 'Cheese'])
    await userEvent.selectOptions(select, 'Cheese')
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual({ parentId: cheese.id }))
  })

  test('is named by its row, found by the name of the other, and listed there', async () => {
    const cheese = ingredient({ name: 'Cheese' })
    ingredients = [...ingredients, cheese, ...['Brie', 'Gouda'].map((name) => ingredient({ name, parentId: cheese.id }))]
    await show()
    await screen.findByRole('button', { name: /^Brie.*kind of Cheese/ })
    await userEvent.type(screen.getByLabelText('Search ingredients...'), 'cheese')
    await waitFor(() => expect(screen.queryByText('Milk')).toBeNull())
    screen.getByText('Gouda')
    const sheet = await openIngredient(/^Cheese/)
    sheet.getByText('Brie, Gouda')
    expect(sheet.queryByLabelText('Is a kind of')).toBeNull()
  })

  test('stands for itself when the other one was removed', async () => {
    ingredients = [ingredient({ name: 'Brie', parentId: crypto.randomUUID() })]
    await show()
    const sheet = await openIngredient(/^Brie/)
    expect(sheet.getByLabelText<HTMLSelectElement>('Is a kind of').value).toBe('')
    expect(screen.queryByText(/^kind of/)).toBeNull()
  })
})

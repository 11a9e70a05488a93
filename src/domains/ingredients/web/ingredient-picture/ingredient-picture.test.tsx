import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LocalContext, LocalTables } from '#platform/shared/local-tables.ts'
import { type LocalSource, setLocalSource } from '#platform/web/api/local-source.ts'
import { cache } from '#platform/web/api/query-cache.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { ingredient } from '#tests/support/data/api-samples.ts'
import {
  addIngredient,
  getIngredient,
  getIngredientPicture,
  listIngredients,
  removeIngredientPicture,
  setIngredientPicture,
} from '../../contract/index.ts'
import { IngredientPicture } from './ingredient-picture.tsx'
import { IngredientThumbnail } from './ingredient-thumbnail.tsx'
import { NewPictureField, PictureField } from './picture-field.tsx'

const id = '00000000-0000-4000-8000-000000000001'
const milk = ingredient({ id, name: 'Milk', picture: `/api/ingredients/${id}/picture?v=first` })
const jpeg = () => new Response('jpeg', { headers: { 'content-type': 'image/jpeg' } })

// jsdom has no object URLs.
const { createObjectURL, revokeObjectURL } = URL
beforeEach(() => {
  signIn()
  Object.assign(URL, { createObjectURL: () => 'blob:milk', revokeObjectURL: () => undefined })
})
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL })
  setLocalSource(null)
})

/** Keeps these ingredients on the device. */
function keepLocally(...rows: readonly unknown[]): void {
  const tables = { rows: () => rows } as unknown as LocalTables
  const source: LocalSource = {
    peek: () => undefined,
    reply: async () => undefined,
    derive: (_household, derive) => derive(tables, {} as LocalContext),
    noteWrite: () => undefined,
  }
  setLocalSource(source)
}
const show = (element: ReactNode) => render(<QueryClientProvider client={cache}>{element}</QueryClientProvider>)
const tile = <IngredientPicture id={id} name="Milk" category="Dairy & Eggs" />

test('shows the picture of the ingredient', async () => {
  keepLocally(milk)
  fakeApi(getIngredientPicture, jpeg)
  const { container } = show(tile)
  await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:milk'))
  expect(container.querySelector('img')?.getAttribute('alt')).toBe('')
  expect(requests).toEqual([`GET /api/ingredients/${id}/picture?v=first`])
})

test('draws the ingredient when the picture can’t be loaded', async () => {
  keepLocally(milk)
  fakeApi(getIngredientPicture, () => problem(404, 'not_found', 'Not found.'))
  const { container } = show(tile)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(container.querySelector('svg')).not.toBeNull()
  expect(container.querySelector('img')).toBeNull()
})

test('draws an ingredient without a picture, and asks the server for nothing', () => {
  keepLocally({ ...milk, picture: undefined })
  const { container } = show(
    <>
      {tile}
      <IngredientThumbnail id={id} name="Milk" category="Dairy & Eggs" />
    </>,
  )
  expect(container.querySelectorAll('svg')).toHaveLength(1)
  expect(requests).toEqual([])
})

test('adds a picture and removes it', async () => {
  const user = userEvent.setup()
  let stored = { ...milk, picture: null as string | null }
  fakeApi(getIngredient, () => stored)
  fakeApi(getIngredientPicture, jpeg)
  fakeApi(setIngredientPicture, () => {
    stored = milk
    return reply(stored, { 'X-Change-Seq': '4' })
  })
  fakeApi(removeIngredientPicture, () => {
    stored = { ...milk, picture: null }
    return reply(null, { 'X-Change-Seq': '5' }, 204)
  })
  show(<PictureField ingredientId={id} mayChange />)
  await user.upload(await screen.findByLabelText('Add a picture'), new File(['jpeg'], 'milk.jpg', { type: 'image/jpeg' }))
  const preview = await screen.findByRole('button', { name: 'Picture of Milk' })
  await user.click(preview)
  expect(preview.getAttribute('aria-expanded')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  await screen.findByLabelText('Add a picture')
  expect(screen.queryByRole('button', { name: 'Picture of Milk' })).toBeNull()
})

test.each([
  ['becomes an ingredient with its first picture', [], true],
  ['gets the picture of the ingredient of its name', [milk], false],
])('something typed %s', async (_case, known, isAdded) => {
  const user = userEvent.setup()
  fakeApi(listIngredients, () => known)
  fakeApi(addIngredient, ({ body }) => reply({ ...milk, ...body, picture: null }, {}, 201))
  fakeApi(setIngredientPicture, () => reply(milk, { 'X-Change-Seq': '4' }))
  let saved = 0
  show(<NewPictureField thing={{ name: 'milk', category: 'Dairy & Eggs', defaultUnit: 'l' }} onSaved={() => (saved += 1)} />)
  await user.upload(await screen.findByLabelText('Add a picture'), new File(['jpeg'], 'milk.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(saved).toBe(1))
  const added = requests.filter((one) => one === 'POST /api/ingredients')
  expect(added).toHaveLength(isAdded ? 1 : 0)
  expect(requests.some((one) => /^PUT .*picture$/.test(one))).toBe(true)
})

test('says why a picture was rejected', async () => {
  const user = userEvent.setup()
  fakeApi(getIngredient, () => ({ ...milk, picture: null }))
  fakeApi(setIngredientPicture, () => problem(422, 'image_unreadable', 'That photo is damaged. Take another one.'))
  show(<PictureField ingredientId={id} mayChange />)
  await user.upload(await screen.findByLabelText('Add a picture'), new File(['?'], 'milk.jpg', { type: 'image/jpeg' }))
  await screen.findByText('That photo is damaged. Take another one.')
})

test('offers viewers only what there is', async () => {
  fakeApi(getIngredient, () => milk)
  fakeApi(getIngredientPicture, jpeg)
  show(<PictureField ingredientId={id} mayChange={false} />)
  await screen.findByRole('button', { name: 'Picture of Milk' })
  expect(screen.queryByLabelText('Replace picture')).toBeNull()
})

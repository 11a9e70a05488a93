import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { getRecipePhoto } from '../../contract/index.ts'
import { RecipePicture } from '../dish-picture/recipe-picture.tsx'

// jsdom has no object URLs.
const { createObjectURL, revokeObjectURL } = URL
afterEach(() => Object.assign(URL, { createObjectURL, revokeObjectURL }))

test('shows no photo once it was removed', async () => {
  signIn()
  fakeApi(getRecipePhoto, () => new Response('jpeg', { headers: { 'content-type': 'image/jpeg' } }))
  const revoked: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:soup', revokeObjectURL: (address: string) => revoked.push(address) })
  const image = '/api/recipes/00000000-0000-4000-8000-000000000001/photo?v=2'
  const soup = { name: 'Leek soup', category: 'italian', image } as const
  const { container, rerender } = render(<RecipePicture recipe={soup} />)
  const photo = () => container.querySelector('img')?.getAttribute('src')
  await vi.waitFor(() => expect(photo()).toBe('blob:soup'))
  rerender(<RecipePicture recipe={{ ...soup, image: null }} />)
  expect(photo()).not.toBe('blob:soup')
  expect(revoked).toEqual(['blob:soup'])
})

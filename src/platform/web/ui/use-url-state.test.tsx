import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showPage } from '#tests/support/browser/render.tsx'
import { useDebouncedInput, useUrlState } from './use-url-state.ts'

function Page() {
  const { raw, open, close, filter } = useUrlState()
  const [typed, setTyped] = useDebouncedInput(String(raw['search'] ?? ''), (search) => filter({ search }))
  return (
    <>
      <input aria-label="Search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <button type="button" onClick={() => open({ item: 'a' })}>
        Open
      </button>
      <button type="button" onClick={() => filter({ act: 'edit' })}>
        Edit
      </button>
      <button type="button" onClick={() => close({ item: undefined, act: undefined })}>
        Close
      </button>
    </>
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('closes a sheet opened here with Back or its button, leaving no history entry', async () => {
  const { router } = await showPage(Page, '/list?search=tea')
  const at = () => router.state.location.href
  await press('Open')
  expect(at()).toBe('/list?search=tea&item=a')
  act(() => router.history.back())
  await waitFor(() => expect(at()).toBe('/list?search=tea'))
  await press('Open')
  await press('Edit')
  expect(at()).toBe('/list?search=tea&item=a&act=edit')
  await press('Close')
  await waitFor(() => expect(at()).toBe('/list?search=tea'))
  expect(router.history.canGoBack()).toBe(false)
})

test('closes a linked or reloaded sheet by removing it from the address', async () => {
  const { router } = await showPage(Page, '/list?item=a')
  await press('Close')
  await waitFor(() => expect(router.state.location.href).toBe('/list'))
  expect(router.history.canGoBack()).toBe(false)
})

test('shows typed text at once and updates the address after a pause', async () => {
  const { router } = await showPage(Page, '/list')
  const seen = new Set<string>()
  router.subscribe('onResolved', ({ toLocation }) => void seen.add(toLocation.href))
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'oat')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('oat')
  await waitFor(() => expect(router.state.location.href).toBe('/list?search=oat'))
  expect([...seen]).toEqual(['/list?search=oat'])
  act(() => void router.navigate({ to: '.', search: { search: 'rye' } as never }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('rye'))
})

import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showPage } from '#tests/support/browser/render.tsx'
import { navigate, watchLocation } from './browser-location.ts'
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

const address = () => location.pathname + location.search

test('closes a sheet opened here with Back or its button, leaving no history entry', async () => {
  navigate({ to: '/before' })
  await showPage(Page, '/list?search=tea')
  await press('Open')
  expect(address()).toBe('/list?search=tea&item=a')
  history.back()
  await waitFor(() => expect(address()).toBe('/list?search=tea'))
  await press('Open')
  await press('Edit')
  expect(address()).toBe('/list?search=tea&item=a&act=edit')
  await press('Close')
  await waitFor(() => expect(address()).toBe('/list?search=tea'))
  history.back()
  await screen.findByText('went to /before')
})

test('closes a linked or reloaded sheet by removing it from the address', async () => {
  navigate({ to: '/before' })
  await showPage(Page, '/list?item=a')
  await press('Close')
  await waitFor(() => expect(address()).toBe('/list'))
  history.back()
  await screen.findByText('went to /before')
})

test('shows typed text at once and updates the address after a pause', async () => {
  await showPage(Page, '/list')
  const seen = new Set<string>()
  const stop = watchLocation(() => void seen.add(address()))
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'oat')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('oat')
  await waitFor(() => expect(address()).toBe('/list?search=oat'))
  expect([...seen]).toEqual(['/list?search=oat'])
  stop()
  act(() => navigate({ to: '.', search: { search: 'rye' } }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('rye'))
})

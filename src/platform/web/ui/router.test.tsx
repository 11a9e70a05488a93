import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, currentLocation, navigate } from './browser-location.ts'
import { Link, LocationProvider, useSearch, useShownLocation } from './router.tsx'
import '#tests/support/browser/longer-waits.ts'

function Shown() {
  const { path } = useShownLocation()
  return (
    <p role="status">
      {path} {JSON.stringify(useSearch())}
    </p>
  )
}

afterEach(cleanup)

const preload = vi.fn()

function show(address = '/') {
  navigate({ to: address })
  render(
    <LocationProvider preload={preload}>
      <Shown />
      <Link to="/scan" search={{ barcode: '0123', note: '', all: true }}>
        Scan
      </Link>
    </LocationProvider>,
  )
}
const shown = () => screen.getByRole('status').textContent

test('follows a link within the app, and Back', async () => {
  show('/plan?from=2026-11-27')
  expect(shown()).toBe('/plan {"from":"2026-11-27"}')
  await userEvent.click(screen.getByRole('link', { name: 'Scan' }))
  expect(shown()).toBe('/scan {"barcode":"0123","all":"true"}')
  expect(location.pathname + location.search).toBe('/scan?barcode=0123&all=true')
  history.back()
  await waitFor(() => expect(shown()).toBe('/plan {"from":"2026-11-27"}'))
})

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('leaves a click with %s to the browser', (key) => {
  show()
  const link = screen.getByRole('link', { name: 'Scan' })
  // jsdom can't open another page.
  const kept = vi.fn((event: Event) => event.preventDefault())
  window.addEventListener('click', kept, { once: true })
  const isLeft = vi.fn((event: Event) => expect(event.defaultPrevented).toBe(false))
  document.body.addEventListener('click', isLeft, { once: true })
  fireEvent.click(link, { [key]: true })
  expect(isLeft).toHaveBeenCalledOnce()
  expect(shown()).toBe('/ {}')
})

test('loads a page ahead when its link is pointed at or focused', async () => {
  show()
  await userEvent.hover(screen.getByRole('link', { name: 'Scan' }))
  expect(preload).toHaveBeenLastCalledWith('/scan')
  preload.mockClear()
  act(() => screen.getByRole('link', { name: 'Scan' }).focus())
  expect(preload).toHaveBeenLastCalledWith('/scan')
})

test('leaves no second entry for a link to the page that is open', async () => {
  navigate({ to: '/before' })
  show('/inventory')
  navigate({ to: '/inventory' })
  navigate({ to: '/inventory' })
  history.back()
  await waitFor(() => expect(shown()).toBe('/before {}'))
})

test('writes addresses', () => {
  navigate({ to: '/recipes' })
  expect(addressOf({ to: '/plan' })).toBe('/plan')
  expect(addressOf({ to: '.', search: { q: 'crème & tea', empty: '', none: undefined, zero: 0 }, hash: 'top' })).toBe(
    '/recipes?q=cr%C3%A8me+%26+tea&zero=0#top',
  )
})

test('says where a page starts', async () => {
  navigate({ to: '/inventory' })
  expect(currentLocation().scroll).toBe('top')
  navigate({ to: '.', search: { item: 'a' }, keepScroll: true, isSheet: true })
  expect(currentLocation()).toMatchObject({ scroll: 'keep', isSheet: true, search: { item: 'a' } })
  navigate({ to: '.', search: { item: 'b' }, replace: true })
  expect(currentLocation()).toMatchObject({ isSheet: true, search: { item: 'b' } })
  navigate({ to: '/plan', replace: true })
  expect(currentLocation()).toMatchObject({ isSheet: false, path: '/plan' })
  history.back()
  await waitFor(() => expect(currentLocation()).toMatchObject({ path: '/inventory', scroll: 'restore' }))
})

test('gives the same location while nothing changed', () => {
  navigate({ to: '/inventory' })
  expect(currentLocation()).toBe(currentLocation())
})

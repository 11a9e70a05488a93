import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, lazy } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { LocationProvider } from '#platform/web/ui/router.tsx'
import { page, pages } from './pages.tsx'
import { ShownPage } from './shown-page.tsx'
import '#tests/support/browser/longer-waits.ts'

const real = { ...pages['/plan'] }
const scrollTo = vi.fn()

/** Replaces the code of the page `/plan` by what `load` gives. */
function planIs(load: () => Promise<ComponentType>) {
  pages['/plan'] = page(load)
}

function show() {
  return render(
    <LocationProvider>
      <ShownPage />
    </LocationProvider>,
  )
}

beforeEach(() => {
  window.scrollTo = scrollTo
  pages['/history'].Component = lazy(async () => ({ default: () => <h1>History</h1> }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  pages['/plan'] = { ...real }
})

test('keeps the page before for a moment while the next one loads, then says that it loads', async () => {
  navigate({ to: '/history' })
  show()
  await screen.findByRole('heading', { name: 'History' })
  let arrive = (_: ComponentType) => {}
  planIs(() => new Promise((resolve) => (arrive = resolve)))
  act(() => navigate({ to: '/plan' }))
  screen.getByRole('heading', { name: 'History' })
  await vi.waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  await act(async () => arrive(() => <h1>Plan</h1>))
  await screen.findByRole('heading', { name: 'Plan' })
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
})

test('offers to try again when a page could not be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  planIs(async () => {
    if (isBroken) throw new Error('no connection')
    return () => <h1>Plan</h1>
  })
  navigate({ to: '/plan' })
  show()
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  isBroken = false
  await userEvent.click(retry)
  await screen.findByRole('heading', { name: 'Plan' })
})

test('shows another address of a page that failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  planIs(async () => () => {
    if (location.search !== '') throw new Error('a bug')
    return <h1>Plan</h1>
  })
  navigate({ to: '/plan', search: { from: '2026-11-27' } })
  show()
  await screen.findByText('This page couldn’t be opened')
  act(() => navigate({ to: '/plan' }))
  await screen.findByRole('heading', { name: 'Plan' })
})

test('goes back to where a page was scrolled to', async () => {
  planIs(async () => () => <h1>Plan</h1>)
  navigate({ to: '/history' })
  show()
  await screen.findByRole('heading', { name: 'History' })
  Object.assign(window, { scrollY: 700 })
  window.dispatchEvent(new Event('scroll'))
  act(() => navigate({ to: '/plan' }))
  await screen.findByRole('heading', { name: 'Plan' })
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  history.back()
  await screen.findByRole('heading', { name: 'History' })
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700)
})

test('shows another page after one that failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  planIs(async () => () => {
    throw new Error('a bug')
  })
  navigate({ to: '/plan' })
  show()
  await screen.findByText('This page couldn’t be opened')
  act(() => navigate({ to: '/history' }))
  await screen.findByRole('heading', { name: 'History' })
})

test.each(['/nowhere', '/toString', '/inventory/nothing'])('says that there is no page at %s', async (path) => {
  navigate({ to: path })
  show()
  await screen.findByRole('heading', { name: 'Page not found' })
})

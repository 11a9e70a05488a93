import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkFirstAccountNeeded } from '#domains/account/contract/index.ts'
import { saveInvite, takeInvite } from '#domains/households/web/households/invite-link.ts'
import { currentPath, navigate, watchLocation } from '#platform/web/ui/browser-location.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { isPublic } from './public-paths.ts'
import SignedOutPages from './signed-out.tsx'
import '#tests/support/browser/longer-waits.ts'

const typing = vi.fn()
function SignedOutApp() {
  const path = useSyncExternalStore(watchLocation, currentPath)
  return isPublic(path) ? <SignedOutPages path={path} onEntered={() => {}} onTyping={typing} /> : null
}
beforeEach(() => {
  window.scrollTo = () => {}
  navigate({ to: '/login', replace: true })
})
afterEach(() => {
  cleanup()
  typing.mockClear()
})

test('shows Sign in and Get Started, which navigate without a reload', async () => {
  render(<SignedOutApp />)
  await userEvent.click(screen.getByRole('link', { name: 'Get Started' }))
  screen.getByRole('heading', { level: 1, name: 'Create your account' })
  expect(location.pathname).toBe('/signup')
  expect(document.title).toBe('Create your account · Larder')
  const [top] = screen.getAllByRole('link', { name: 'Sign in' })
  if (top) await userEvent.click(top)
  screen.getByRole('heading', { level: 1, name: 'Welcome back' })
})

test('greets the first person of an empty server as its admin', async () => {
  fakeApi(checkFirstAccountNeeded, () => ({ isNeeded: true }))
  render(<SignedOutApp />)
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Larder' })
  screen.getByText('Create the first account. You’ll be the server admin.')
  expect(location.pathname).toBe('/signup')
  const [signIn] = screen.getAllByRole('link', { name: 'Sign in' })
  if (signIn) await userEvent.click(signIn)
  screen.getByRole('heading', { level: 1, name: 'Welcome back' })
})

test.each([
  ['/circles', 'You’re invited to a circle. Sign in or create an account to join.'],
  ['/households', 'You’re invited to a household. Sign in or create an account to join.'],
] as const)('says what an invite link to %s is for', async (path, message) => {
  saveInvite(path, '#code=ACDE-FGHJ-KMNP')
  render(<SignedOutApp />)
  screen.getByText(message)
  await userEvent.click(screen.getByRole('link', { name: 'Get Started' }))
  screen.getByText(message)
  takeInvite(path)
})

test('keeps the sign-in page of a server with accounts', async () => {
  let asked = 0
  fakeApi(checkFirstAccountNeeded, () => {
    asked += 1
    return { isNeeded: false }
  })
  render(<SignedOutApp />)
  await vi.waitFor(() => expect(asked).toBe(1))
  screen.getByRole('heading', { level: 1, name: 'Welcome back' })
  expect(location.pathname).toBe('/login')
})

test('asks on no other page whether the server has accounts', async () => {
  let asked = 0
  fakeApi(checkFirstAccountNeeded, () => {
    asked += 1
    return { isNeeded: false }
  })
  navigate({ to: '/reset-password', search: { token: 'abc' } })
  render(<SignedOutApp />)
  await screen.findByRole('heading', { level: 1, name: 'Set a new password' })
  expect(asked).toBe(0)
  act(() => navigate({ to: '/signup' }))
  await vi.waitFor(() => expect(asked).toBe(1))
})

test('preloads the app while the person types', async () => {
  render(<SignedOutApp />)
  expect(typing).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('Email'), 'm')
  expect(typing).toHaveBeenCalled()
})

test('explains the confirmation mail and links to both pages', async () => {
  navigate({ to: '/email-confirmation' })
  render(<SignedOutApp />)
  await screen.findByRole('heading', { level: 1, name: 'Check your email' })
  screen.getByText(/spam folder, or sign up again/)
  expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/login')
  expect(screen.getByRole('link', { name: 'Sign up again' }).getAttribute('href')).toBe('/signup')
})

test('opens the new-password page from the mailed link', async () => {
  navigate({ to: '/reset-password', search: { token: 'abc' } })
  render(<SignedOutApp />)
  await screen.findByRole('heading', { level: 1, name: 'Set a new password' })
})

test('ignores a trailing slash', () => {
  navigate({ to: '/login/' })
  expect(currentPath()).toBe('/login')
  expect(isPublic('/inventory')).toBe(false)
})

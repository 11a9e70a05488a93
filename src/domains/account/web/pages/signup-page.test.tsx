import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, endSession } from '#platform/web/session/session.ts'
import { SignupPage } from './signup-page.tsx'
import '#tests/support/browser/longer-waits.ts'

const original = globalThis.fetch
const sent: unknown[] = []
function server(answer: () => Response) {
  globalThis.fetch = async (_, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return answer()
  }
}
afterEach(() => {
  cleanup()
  endSession()
  sent.length = 0
  globalThis.fetch = original
  vi.useRealTimers()
})

const good = { 'First name': 'Mira', 'Last name': 'Holt', Email: 'mira@example.org', Password: 'secret1', 'Confirm password': 'secret1' }
async function submit(form: Record<string, string>) {
  const user = userEvent.setup(vi.isFakeTimers() ? { advanceTimers: (ms) => vi.advanceTimersByTime(ms) } : {})
  for (const [label, text] of Object.entries(form)) if (text) await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}

test('confirms the new account and opens the dashboard after two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server(() => Response.json({ token: 'bare', user: {} }, { headers: { 'set-auth-token': 'signed.token' } }))
  const entered = vi.fn()
  render(<SignupPage onEntered={entered} onConfirmationNeeded={() => {}} />)
  await submit(good)
  expect((await screen.findByRole('alert')).textContent).toBe('Account created successfully! Redirecting to dashboard...')
  expect(sent).toEqual([
    { email: 'mira@example.org', password: 'secret1', name: 'Mira Holt', firstName: 'Mira', lastName: 'Holt', region: 'US' },
  ])
  expect(currentSession().token).toBe('signed.token')
  expect(entered).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(entered).toHaveBeenCalledOnce()
})

test('doesn’t sign in if the address must be confirmed first', async () => {
  server(() => Response.json({ token: null, user: {} }))
  const confirm = vi.fn()
  render(<SignupPage onEntered={() => {}} onConfirmationNeeded={confirm} />)
  await submit(good)
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce())
  expect(currentSession().token).toBeNull()
})

test.each([
  [{ ...good, 'Confirm password': 'secret2' }, 'Passwords do not match'],
  [{ ...good, Password: 'short', 'Confirm password': 'short' }, 'Password must be at least 6 characters long'],
])('reports an invalid password before sending it', async (form, words) => {
  server(() => Response.json({}))
  render(<SignupPage onEntered={() => {}} onConfirmationNeeded={() => {}} />)
  await submit(form)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(sent).toHaveLength(0)
})

test('requires every field', async () => {
  server(() => Response.json({}))
  render(<SignupPage onEntered={() => {}} onConfirmationNeeded={() => {}} />)
  await submit({ 'First name': '   ' })
  for (const label of Object.keys(good)) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toHaveLength(0)
})

test('shows the server’s message, or Registration failed', async () => {
  server(() =>
    Response.json(
      { type: 'x', title: 'x', status: 422, code: 'taken', detail: 'Sign-up is closed here.', requestId: 'r' },
      { status: 422, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  const { unmount } = render(<SignupPage onEntered={() => {}} onConfirmationNeeded={() => {}} />)
  await submit(good)
  expect((await screen.findByRole('alert')).textContent).toBe('Sign-up is closed here.')
  unmount()
  server(() => new Response('', { status: 500 }))
  render(<SignupPage onEntered={() => {}} onConfirmationNeeded={() => {}} />)
  await submit(good)
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed')
})

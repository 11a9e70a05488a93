import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, endSession } from '#platform/web/session/session.ts'
import { LoginPage } from './login-page.tsx'
import '#tests/support/browser/longer-waits.ts'

const original = globalThis.fetch
const sent: { path: string; body: unknown }[] = []
/** Fakes the identity library's paths, which have no contract. */
function server(answer: () => Response | Promise<Response>) {
  globalThis.fetch = async (input, init) => {
    sent.push({ path: String(input), body: JSON.parse(String(init?.body)) })
    return answer()
  }
}
const welcome = () => Response.json({ token: 'bare', user: {} }, { headers: { 'set-auth-token': 'signed.token' } })
const refuse = (status: number, detail: string) =>
  Response.json(
    { type: 'x', title: 'x', status, code: 'c', detail, requestId: 'r' },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

afterEach(() => {
  cleanup()
  endSession()
  sent.length = 0
  globalThis.fetch = original
})

async function fill() {
  await userEvent.type(screen.getByLabelText('Email'), 'mira@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'secret1')
}

test('opens the session with the signed token', async () => {
  server(welcome)
  const entered = vi.fn()
  render(<LoginPage onEntered={entered} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back')
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(entered).toHaveBeenCalledOnce())
  expect(currentSession().token).toBe('signed.token')
  expect(sent).toEqual([{ path: '/api/auth/sign-in/email', body: { email: 'mira@example.org', password: 'secret1', rememberMe: true } }])
  expect(Object.values(localStorage)).toContain('signed.token')
})

test('stores the token for the tab only without Remember me', async () => {
  server(welcome)
  render(<LoginPage onEntered={() => {}} />)
  await fill()
  await userEvent.click(screen.getByLabelText('Remember me'))
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(Object.values(sessionStorage)).toContain('signed.token'))
  expect(Object.values(localStorage)).not.toContain('signed.token')
})

test('shows that it is signing in and ignores a second tap', async () => {
  let openSession = (_: Response) => {}
  server(
    () =>
      new Promise<Response>((resolve) => {
        openSession = resolve
      }),
  )
  render(<LoginPage onEntered={() => {}} />)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  const busy = await screen.findByRole('button', { name: 'Signing in...' })
  await userEvent.click(busy)
  expect(sent).toHaveLength(1)
  openSession(welcome())
  await screen.findByRole('button', { name: 'Sign in' })
})

test('shows the server’s message for a wrong password and keeps the form', async () => {
  server(() => refuse(401, 'Invalid email or password'))
  const entered = vi.fn()
  render(<LoginPage onEntered={entered} />)
  await fill()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'mira@example.org')
  expect(entered).not.toHaveBeenCalled()
})

test('shows Login failed if the server gives no reason', async () => {
  server(() => new Response('<h1>oops</h1>', { status: 500 }))
  render(<LoginPage onEntered={() => {}} />)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
})

test('requires both fields and focuses the first empty one', async () => {
  server(welcome)
  render(<LoginPage onEntered={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(sent).toHaveLength(0)
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
})

test('shows and hides the password', async () => {
  render(<LoginPage onEntered={() => {}} />)
  const password = screen.getByLabelText('Password')
  expect(password.getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.getAttribute('type')).toBe('password')
})

test('requires the email for Forgot password? and then points to the mail', async () => {
  server(() => Response.json({ status: true }))
  render(<LoginPage onEntered={() => {}} />)
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your email first')
  expect(sent).toHaveLength(0)
  await userEvent.type(screen.getByLabelText('Email'), 'mira@example.org')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Check your email for reset link'))
  expect(sent).toEqual([{ path: '/api/auth/request-password-reset', body: { email: 'mira@example.org', redirectTo: '/reset-password' } }])
})

test('reports that the reset mail couldn’t be sent', async () => {
  server(() => new Response('', { status: 500 }))
  render(<LoginPage onEntered={() => {}} />)
  await userEvent.type(screen.getByLabelText('Email'), 'mira@example.org')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send reset email')
})

test('explains why the user was signed out', () => {
  endSession('Unauthorized. Please log in again.')
  render(<LoginPage onEntered={() => {}} />)
  expect(screen.getByRole('alert').textContent).toBe('Unauthorized. Please log in again.')
})

test.each([
  ['?confirmed=1', 'Your email is confirmed. Sign in to get started.'],
  ['?error=TOKEN_EXPIRED', 'That link has expired or has already been used. Sign in and we’ll send a new one.'],
])('explains the confirmation link’s outcome %s', (search, words) => {
  history.replaceState(null, '', `/login${search}`)
  render(<LoginPage onEntered={() => {}} />)
  expect(screen.getByText(words)).toBeTruthy()
  history.replaceState(null, '', '/')
})

test('opens the session with a code and starts over if the challenge has expired', async () => {
  const answers = [
    () => Response.json({ token: null, user: null, twoFactor: { challenge: 'sealed' } }),
    () => refuse(422, 'That code is incorrect.'),
    welcome,
  ]
  server(() => (answers.shift() ?? welcome)())
  const entered = vi.fn()
  render(<LoginPage onEntered={entered} />)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('One more step')
  expect(entered).not.toHaveBeenCalled()
  await userEvent.type(await screen.findByLabelText('Code'), '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('That code is incorrect.')
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText('Recovery code'), 'aaaaa-bbbbb{Enter}')
  await waitFor(() => expect(entered).toHaveBeenCalledOnce())
  expect(sent.slice(1).map(({ body }) => body)).toEqual([
    { challenge: 'sealed', method: 'app', code: '000000' },
    { challenge: 'sealed', method: 'recovery', code: 'aaaaa-bbbbb' },
  ])
  expect(currentSession().token).toBe('signed.token')
})

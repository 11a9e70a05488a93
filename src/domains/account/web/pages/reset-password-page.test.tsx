import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ResetPasswordPage } from './reset-password-page.tsx'
import '#tests/support/browser/longer-waits.ts'

const original = globalThis.fetch
afterEach(() => {
  cleanup()
  globalThis.fetch = original
})
async function submit(password: string, again: string) {
  await userEvent.type(screen.getByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('Confirm password'), again)
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }))
}

test('sets the new password with the mailed token', async () => {
  const sent: unknown[] = []
  globalThis.fetch = async (_, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ status: true })
  }
  render(<ResetPasswordPage token="tok" />)
  await submit('secret1', 'secret1')
  expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeTruthy()
  expect(sent).toEqual([{ newPassword: 'secret1', token: 'tok', endTokens: true }])
})

test('keeps access tokens and calendar links if chosen', async () => {
  const sent: unknown[] = []
  globalThis.fetch = async (_, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ status: true })
  }
  render(<ResetPasswordPage token="tok" />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Revoke access tokens and calendar links, end tablets' }))
  await submit('secret1', 'secret1')
  await screen.findByRole('heading', { name: 'Your password is set' })
  expect(sent).toEqual([{ newPassword: 'secret1', token: 'tok', endTokens: false }])
})

test('rejects two different passwords', async () => {
  render(<ResetPasswordPage token="tok" />)
  await submit('secret1', 'secret2')
  expect(screen.getByRole('alert').textContent).toBe('Passwords do not match')
})

test('explains how to get a link if there is no token', () => {
  render(<ResetPasswordPage token={null} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This link no longer works')
  expect(screen.queryByRole('button', { name: 'Set new password' })).toBeNull()
})

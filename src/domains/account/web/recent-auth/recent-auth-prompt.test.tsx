import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { useEndpointMutation } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { guestUser } from '#tests/support/data/api-samples.ts'
import { getMe } from '../../contract/index.ts'
import { removePasskey } from '../../contract/passkeys.ts'
import { reauthenticate } from '../../contract/sessions-and-credentials.ts'
import { confirmTwoFactor } from '../../contract/two-factor.ts'
import { RecentAuthPrompt } from './recent-auth-prompt.tsx'

const right = 'purple kettle 42'
let isRecent = false
let keys: (string | null)[]
const guarded = (headers: Headers) => {
  keys.push(headers.get('idempotency-key'))
  return isRecent ? reply(null, {}, 204) : problem(403, 'recent_auth_required', 'Enter your password again to do this.')
}
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  isRecent = false
  keys = []
  signIn()
  fakeApi(getMe, guestUser)
  fakeApi(confirmTwoFactor, ({ headers }) => guarded(headers))
  fakeApi(removePasskey, ({ headers }) => guarded(headers))
  fakeApi(reauthenticate, ({ body }) => {
    if (body.password !== right)
      return problem(422, 'wrong_password', 'That password is incorrect.', {
        fields: [{ path: 'password', message: 'That password is incorrect.' }],
      })
    isRecent = true
    return reply(null, {}, 204)
  })
})

function Page() {
  const [code, setCode] = useState('')
  const [isAsking, setAsking] = useState(false)
  const send = useEndpointMutation(confirmTwoFactor)
  const remove = useEndpointMutation(removePasskey)
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ body: { code } })
        }}
      >
        <input aria-label="Code" value={code} onChange={(event) => setCode(event.target.value)} />
        <button type="submit">Send</button>
      </form>
      <p role="status">{send.isSuccess ? 'done' : send.error ? errorMessage(send.error, 'failed') : ''}</p>
      <button type="button" onClick={() => setAsking(true)}>
        Remove
      </button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove it?"
        confirmLabel="Really"
        onConfirm={() => remove.mutateAsync({ params: { id: '11111111-1111-4111-8111-111111111111' } })}
      />
      <RecentAuthPrompt />
    </>
  )
}
const openSession = () => showPage(Page, '/page')
const input = () => screen.findByLabelText('Your password')
const status = () => screen.getByRole('status').textContent

test('prompts for the password, reports a wrong one and repeats the request', async () => {
  await openSession()
  await userEvent.type(screen.getByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await waitFor(async () => expect(document.activeElement).toBe(await input()))
  await userEvent.keyboard('wrong{Enter}')
  await screen.findByText('That password is incorrect.')
  expect((await input()).getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(await input())
  await userEvent.type(await input(), `${right}{Enter}`)
  await waitFor(() => expect(status()).toBe('done'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((screen.getByLabelText('Code') as HTMLInputElement).value).toBe('123456')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('fails the request with its message and keeps the session if the user cancels', async () => {
  await openSession()
  await userEvent.type(screen.getByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await input()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(status()).toBe('Enter your password again to do this.'))
  expect(currentSession().token).toBe('test.token')
  expect((screen.getByLabelText('Code') as HTMLInputElement).value).toBe('123456')
  expect(keys).toHaveLength(1)
})

test('prompts once for concurrent rejected requests and repeats all', async () => {
  await openSession()
  const both = Promise.all([
    call(confirmTwoFactor, { body: { code: '123456' } }),
    call(removePasskey, { params: { id: '11111111-1111-4111-8111-111111111111' } }),
  ])
  await userEvent.type(await input(), `${right}{Enter}`)
  await both
  expect(requests.filter((request) => request === 'POST /api/users/reauthenticate')).toHaveLength(1)
  expect(keys).toHaveLength(4)
})

test('closes alone on Escape above another dialog, which gets the response', async () => {
  await openSession()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Really' }))
  await userEvent.type(await input(), 'x{Escape}')
  await screen.findByText('Enter your password again to do this.')
  screen.getByRole('dialog', { name: 'Remove it?' })
  await userEvent.click(await screen.findByRole('button', { name: 'Really' }))
  await userEvent.type(await input(), `${right}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isRecent).toBe(true)
  expect(keys).toHaveLength(3)
})

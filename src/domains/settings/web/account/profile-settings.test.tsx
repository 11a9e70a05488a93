import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changePreferences, defaultPreferences, getMe, type User } from '#domains/account/contract/index.ts'
import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '#domains/account/contract/passkeys.ts'
import { changeProfile, putAvatar, removeAvatar } from '#domains/account/contract/profile.ts'
import {
  changeEmail,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
} from '#domains/account/contract/sessions-and-credentials.ts'
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor } from '#domains/account/contract/two-factor.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { guestUser } from '#tests/support/data/api-samples.ts'
import { SettingsPage } from '../pages/settings-page.tsx'

let me: User
let sessions: Session[]
let passkeys: Passkey[]
let twoFactor: { isEnabled: boolean; recoveryCodesLeft: number }
const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  device: 'Firefox on Android',
  ipAddress: '192.0.2.7',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  isCurrent: false,
  ...more,
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  me = guestUser()
  sessions = [
    session('11111111-1111-4111-8111-111111111111', { device: 'Chrome on Linux', isCurrent: true }),
    session('22222222-2222-4222-8222-222222222222'),
    session('33333333-3333-4333-8333-333333333333', { device: 'Safari on iPhone' }),
  ]
  passkeys = []
  twoFactor = { isEnabled: false, recoveryCodesLeft: 0 }
  signIn()
  fakeApi(getMe, () => me)
  fakeApi(listSessions, () => sessions)
  fakeApi(getTwoFactor, () => twoFactor)
  fakeApi(listPasskeys, () => passkeys)
})
afterEach(() => void vi.restoreAllMocks())

const open = (search = '') => showPage(() => <SettingsPage />, `/settings?tab=profile${search}`)

test('saves names, shows them at the top at once, and clears the message', async () => {
  fakeApi(changeProfile, ({ body }) => {
    me = { ...me, ...body } as User
    return me
  })
  await open()
  const first = await screen.findByLabelText('First name')
  await userEvent.clear(first)
  await userEvent.type(first, 'Miriam')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Profile updated successfully!')
  screen.getByText('Miriam Holt')
})

test('shows a rejected name’s error at its field', async () => {
  fakeApi(changeProfile, () =>
    problem(422, 'invalid_input', 'lastName: Enter a name.', { fields: [{ path: 'lastName', message: 'Enter a name.' }] }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByLabelText('Last name')).getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Enter a name.')
})

test('uploads, shows and removes a picture, and doesn’t send another kind of file', async () => {
  fakeApi(putAvatar, () => {
    me = { ...me, avatar: '/api/avatars/44444444-4444-4444-8444-444444444444' }
    return me
  })
  fakeApi(removeAvatar, () => {
    me = { ...me, avatar: null }
    return reply(null, {}, 204)
  })
  const { container } = await open()
  const field = await screen.findByLabelText('Add a photo')
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(field, new File(['x'], 'a.pdf', { type: 'application/pdf' }))
  screen.getByText('Please select a valid image file (JPEG, PNG, or WebP)')
  await user.upload(field, new File([new Uint8Array(10 * 1024 * 1024)], 'a.png', { type: 'image/png' }))
  screen.getByText('File size must be less than 10MB')
  expect(requests.filter((one) => one.startsWith('PUT'))).toEqual([])
  await user.upload(field, new File(['x'], 'a.png', { type: 'image/png' }))
  await screen.findByText('Change photo')
  expect(container.querySelectorAll('img[src^="/api/avatars/"]')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Remove photo' }))
  await screen.findByText('Add a photo')
  expect(container.querySelectorAll('img[src^="/api/avatars/"]')).toHaveLength(0)
})

test('asks for the password for another email address and says when the link was sent', async () => {
  let state: 'changed' | 'pending' = 'pending'
  fakeApi(changeEmail, ({ body }) => {
    if (body.password !== 'right') {
      const message = 'That password is incorrect.'
      return problem(422, 'wrong_password', message, { fields: [{ path: 'password', message }] })
    }
    if (state === 'changed') me = { ...me, email: body.email }
    return { state }
  })
  await open()
  const card = () => within(screen.getByRole('heading', { name: 'Email address' }).closest('section') as HTMLElement)
  await screen.findByRole('heading', { name: 'Email address' })
  await userEvent.click(card().getByRole('button', { name: 'Change' }))
  await userEvent.type(card().getByLabelText('New email address'), 'new@example.org')
  await userEvent.type(card().getByLabelText('Your password'), 'wrong')
  await userEvent.click(card().getByRole('button', { name: 'Change address' }))
  await card().findByText('That password is incorrect.')
  await userEvent.clear(card().getByLabelText('Your password'))
  await userEvent.type(card().getByLabelText('Your password'), 'right')
  await userEvent.click(card().getByRole('button', { name: 'Change address' }))
  await card().findByText(/We’ve sent a link to new@example.org/)
  card().getByText('mira@example.org')
  state = 'changed'
  await userEvent.click(card().getByRole('button', { name: 'Change' }))
  await userEvent.type(card().getByLabelText('New email address'), 'new@example.org')
  await userEvent.type(card().getByLabelText('Your password'), 'right')
  await userEvent.click(card().getByRole('button', { name: 'Change address' }))
  await card().findByText('new@example.org')
})

test('shows the result of a mailed link', async () => {
  await open('&email=expired')
  await screen.findByText('That link has expired or has already been used. Request a new one here.')
})

test('asks for a new password twice and signs out other devices', async () => {
  const endings: boolean[] = []
  fakeApi(changePassword, ({ body }) => {
    endings.push(body.endTokens)
    sessions = sessions.slice(0, 1)
    return reply(null, {}, 204)
  })
  await open()
  await screen.findByText('Safari on iPhone')
  const card = () => within(screen.getByRole('heading', { name: 'Password' }).closest('section') as HTMLElement)
  await userEvent.click(card().getByRole('button', { name: 'Change' }))
  await userEvent.type(card().getByLabelText('Current password'), 'basil and thyme')
  await userEvent.type(card().getByLabelText('New password'), 'sage and 43 pears')
  await userEvent.type(card().getByLabelText('Confirm new password'), 'sage and 43 pearz')
  await userEvent.click(card().getByRole('button', { name: 'Change password' }))
  await card().findByText('Passwords do not match')
  expect(requests.filter((one) => one.startsWith('POST'))).toEqual([])
  await userEvent.type(card().getByLabelText('Confirm new password'), '{Backspace}s')
  await userEvent.click(card().getByRole('button', { name: 'Change password' }))
  await card().findByText('Password changed. All other devices were signed out.')
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  await userEvent.click(card().getByRole('button', { name: 'Change' }))
  await userEvent.click(card().getByRole('checkbox', { name: /^Revoke access tokens/ }))
  await userEvent.type(card().getByLabelText('Current password'), 'sage and 43 pears')
  await userEvent.type(card().getByLabelText('New password'), 'rosemary and 9 figs')
  await userEvent.type(card().getByLabelText('Confirm new password'), 'rosemary and 9 figs')
  await userEvent.click(card().getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(endings).toEqual([true, false]))
})

test('lists devices and signs them out one by one or all at once', async () => {
  fakeApi(endSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => id !== params.id)
    return reply(null, {}, 204)
  })
  fakeApi(endOtherSessions, () => {
    sessions = sessions.filter(({ isCurrent }) => isCurrent)
    return reply(null, {}, 204)
  })
  await open()
  await screen.findByText(/Active now/)
  await screen.findAllByText(/Last seen 3 hours ago/)
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Android')).toBeNull())
})

test('sets up two-factor sign-in: password, QR code and key, code, recovery codes, and turns it off', async () => {
  fakeApi(beginTwoFactor, () => ({
    uri: 'otpauth://totp/Larder:mira?secret=ABCDEFGH',
    secret: 'ABCDEFGH',
    recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'],
  }))
  fakeApi(confirmTwoFactor, ({ body }) => {
    const message = 'That code is incorrect.'
    if (body.code !== '123456') return problem(422, 'invalid_code', message, { fields: [{ path: 'code', message }] })
    twoFactor = { isEnabled: true, recoveryCodesLeft: 2 }
    return reply(null, {}, 204)
  })
  fakeApi(endTwoFactor, () => {
    twoFactor = { isEnabled: false, recoveryCodesLeft: 0 }
    return reply(null, {}, 204)
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.type(screen.getByLabelText('Your password'), 'basil and thyme{Enter}')
  await screen.findByRole('img', { name: 'Code to scan with an authenticator app' })
  screen.getByText('ABCD EFGH')
  await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}')
  await screen.findByText('That code is incorrect.')
  await userEvent.clear(screen.getByLabelText('Code'))
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  await screen.findByText('aaaaa-bbbbb')
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await screen.findByText(/2 recovery codes left/)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  await userEvent.type(screen.getByLabelText('Your password'), 'basil and thyme{Enter}')
  await screen.findByRole('button', { name: 'Set up' })
})

test('renames and removes a passkey, and says why a browser can’t create one', async () => {
  passkeys = [{ id: '44444444-4444-4444-8444-444444444444', name: 'Phone', createdAt: '2025-03-04T10:00:00.000Z' }]
  fakeApi(renamePasskey, ({ body }) => {
    passkeys = passkeys.map((one) => ({ ...one, ...body }))
    return passkeys[0] as Passkey
  })
  fakeApi(removePasskey, () => {
    passkeys = []
    return reply(null, {}, 204)
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Phone' }))
  const name = screen.getByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Old phone{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Old phone' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Old phone')).toBeNull())
  screen.getByText(/Passkeys aren’t available here/)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('saves the language in the user’s preferences', async () => {
  const saved = vi.fn<(preferences: User['preferences']) => void>()
  fakeApi(changePreferences, ({ body }) => {
    saved(body.preferences)
    return { ...me, preferences: body.preferences }
  })
  await showPage(() => <SettingsPage />, '/settings?tab=profile')
  const choice = await screen.findByLabelText('Language')
  expect(
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Same as browser', 'English', 'Deutsch', 'Français'])
  await userEvent.selectOptions(choice, 'English')
  await waitFor(() => expect(saved).toHaveBeenCalledWith({ ...defaultPreferences, language: 'en' }))
})

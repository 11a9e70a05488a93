import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import {
  type Account,
  changeAccount,
  changeServerSettings,
  getServerOverview,
  listAccounts,
  type ServerOverview,
  signOutAccount,
} from '../../contract.ts'
import { AdminPage } from './admin-page.tsx'

const overview: ServerOverview = {
  version: '1.2.3',
  engine: 'sqlite',
  node: '26.0.0',
  startedAt: '2026-11-22T06:00:00.000Z',
  signUp: 'open',
  isSignUpFixed: false,
  sendsMail: false,
  accounts: 2,
  namesAdministrators: false,
  jobs: [],
  backups: { everyHours: 24, keep: 7, isLocked: false, isRunning: false, problem: null, files: [] },
}
const account = (id: string, name: string, more: Partial<Account> = {}): Account => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  name,
  email: `${name.toLowerCase()}@kitchen.example`,
  createdAt: '2026-11-01T06:00:00.000Z',
  seenAt: null,
  lockedAt: null,
  isAdministrator: false,
  ...more,
})
const olga = account('1', 'Olga', { isAdministrator: true })
let ben = account('2', 'Ben')
const user = userEvent.setup()
const show = async () => {
  fakeApi(listAccounts, () => [ben, olga])
  await showPage(() => <AdminPage>{null}</AdminPage>)
}
const actions = async (name: string) => user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
const choose = async (name: string) => user.click(await screen.findByRole('menuitem', { name }))
const confirm = async (name: string) => user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

beforeEach(() => {
  signIn(null)
  ben = account('2', 'Ben')
  fakeApi(getServerOverview, () => overview)
})

test('locks an account after confirmation and unlocks it from its row', async () => {
  await show()
  fakeApi(changeAccount, ({ params, body }) => {
    expect(params.userId).toBe(ben.id)
    ben = { ...ben, lockedAt: body.isLocked ? '2026-11-22T06:00:00.000Z' : null }
    return ben
  })
  await actions('Ben')
  await choose('Lock')
  await confirm('Lock')
  expect((await screen.findAllByText('Locked')).length).toBeGreaterThan(0)
  await actions('Ben')
  await choose('Unlock')
  await waitFor(() => expect(screen.queryByText('Locked')).toBeNull())
})

test('can sign a server admin out, but not lock them', async () => {
  await show()
  const ended: [string, boolean][] = []
  fakeApi(signOutAccount, ({ params, body }) => {
    ended.push([params.userId, body.endTokens])
    return reply(null, {}, 204)
  })
  await actions('Olga')
  expect((await screen.findByRole('menuitem', { name: 'Lock' })).getAttribute('aria-disabled')).toBe('true')
  await choose('Sign out everywhere')
  await confirm('Sign out')
  await waitFor(() => expect(ended).toEqual([[olga.id, true]]))
  await actions('Olga')
  await choose('Sign out everywhere')
  await user.click(await screen.findByRole('checkbox', { name: 'Revoke access tokens and calendar links, end tablets' }))
  await confirm('Sign out')
  await waitFor(() => expect(ended[1]).toEqual([olga.id, false]))
})

test('changes the sign-up mode and shows the server’s error', async () => {
  await show()
  fakeApi(changeServerSettings, () => problem(409, 'sign_up_fixed', 'Sign-up is controlled by LARDER_SIGNUP.'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sign-up' }), 'closed')
  expect((await screen.findByRole('alert')).textContent).toContain('Sign-up is controlled by LARDER_SIGNUP.')
})

test('shows a sign-up mode set by the environment as fixed', async () => {
  fakeApi(getServerOverview, () => ({ ...overview, signUp: 'invite' as const, isSignUpFixed: true }))
  await show()
  expect(await screen.findByText('LARDER_SIGNUP=invite')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Sign-up' })).toBeNull()
})

test('tells other users that the page is for server admins', async () => {
  fakeApi(getServerOverview, () => problem(403, 'administrators_only', 'Only a server admin can do this.'))
  await show()
  await screen.findByText('Only a server admin can do this.')
  expect(screen.getByRole('link', { name: 'Back to the dashboard' }).getAttribute('href')).toBe('/')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getMe } from '#domains/account/contract/index.ts'
import { deleteAccount } from '#domains/account/contract/sessions-and-credentials.ts'
import {
  type AccessToken,
  createAppPassword,
  createCalendarLink,
  createToken,
  extendToken,
  getCalendarLink,
  listAppPasswords,
  listTokens,
  removeToken,
} from '#domains/households/contract/access-tokens.ts'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { guestUser, sampleHousehold } from '#tests/support/data/api-samples.ts'
import { createWebhook, type Delivery, exportHousehold, listDeliveries, listWebhooks, testWebhook, type Webhook } from '../../contract.ts'
import { SettingsPage } from '../pages/settings-page.tsx'

let tokens: AccessToken[]
let household: Household
let webhooks: Webhook[]
let deliveries: Delivery[]
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  tokens = []
  webhooks = []
  deliveries = []
  household = sampleHousehold({ id: testHousehold })
  signIn()
  fakeApi(getMe, guestUser)
  fakeApi(listHouseholds, () => [household])
  fakeApi(listTokens, () => tokens)
  fakeApi(listAppPasswords, () => [])
  fakeApi(listWebhooks, () => webhooks)
  fakeApi(listDeliveries, () => deliveries)
  fakeApi(getCalendarLink, () => ({ isOn: false, createdAt: null, lastUsedAt: null }))
})
afterEach(() => void vi.restoreAllMocks())

const open = () => showPage(() => <SettingsPage />, '/settings?tab=data')
const card = (title: string) => within(screen.getByRole('heading', { name: title }).closest('section') as HTMLElement)

test('creates a password for a device and shows it once, with the address and user name', async () => {
  fakeApi(createAppPassword, ({ body }) => ({
    id: 'password-1',
    name: body.name,
    createdAt: '2026-11-27T02:00:00.000Z',
    lastUsedAt: null,
    password: 'abcde-fghij',
  }))
  open()
  await screen.findByRole('heading', { name: 'Shopping list in other apps' })
  await userEvent.click(card('Shopping list in other apps').getByRole('button', { name: 'Add device' }))
  await userEvent.type(card('Shopping list in other apps').getByLabelText(/Which device/), 'Phone')
  await userEvent.click(card('Shopping list in other apps').getByRole('button', { name: 'Create password' }))
  await screen.findByText('abcde-fghij')
  expect(screen.getByText(`${location.origin}/dav/`)).toBeTruthy()
  expect(card('Shopping list in other apps').queryByRole('button', { name: 'Add device' })).toBeNull()
  await userEvent.click(card('Shopping list in other apps').getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('abcde-fghij')).toBeNull()
})

test('creates a token, shows it once with the household’s id, and revokes it after a confirmation', async () => {
  fakeApi(createToken, ({ body }) => {
    const made = {
      id: '11111111-1111-4111-8111-111111111111',
      name: body.name,
      scope: body.scope,
      createdAt: '2026-11-21T10:00:00.000Z',
      expiresAt: '2199-11-21T10:00:00.000Z',
      lastUsedAt: null,
    }
    tokens = [made]
    return { ...made, token: 'larder_secret' }
  })
  fakeApi(removeToken, () => {
    tokens = []
    return reply(null, {}, 204)
  })
  await open()
  await screen.findByText('No tokens yet.')
  await userEvent.click(card('Access tokens').getByRole('button', { name: 'New token' }))
  await userEvent.type(screen.getByLabelText('What is it for?'), 'Kitchen display')
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
  await screen.findByText('larder_secret')
  screen.getByText(testHousehold)
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('larder_secret')).toBeNull()
  await screen.findByText(/^Never used/)
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Kitchen display' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }))
  await screen.findByText('No tokens yet.')
})

test('sets a token’s expiry, shows it, and extends it to a year from today', async () => {
  const chosen: number[] = []
  const token = {
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Kitchen display',
    scope: 'read' as const,
    createdAt: '2026-01-21T10:00:00.000Z',
    lastUsedAt: null,
  }
  tokens = [{ ...token, expiresAt: '2026-02-20T12:00:00.000Z' }]
  fakeApi(createToken, ({ body }) => {
    chosen.push(body.expiresInDays)
    return { ...token, expiresAt: '2199-02-20T12:00:00.000Z', token: 'larder_secret' }
  })
  fakeApi(extendToken, ({ body }) => {
    chosen.push(body.expiresInDays)
    const extended = { ...token, expiresAt: '2199-02-20T12:00:00.000Z' }
    tokens = [extended]
    return extended
  })
  await open()
  await screen.findByText('Expired')
  screen.getByText(/Expired on Feb 20, 2026/)
  await userEvent.click(screen.getByRole('button', { name: 'Extend Kitchen display by a year from today' }))
  await screen.findByText(/Expires on Feb 20, 2199/)
  expect(screen.queryByText('Expired')).toBeNull()
  await userEvent.click(card('Access tokens').getByRole('button', { name: 'New token' }))
  await userEvent.type(screen.getByLabelText('What is it for?'), 'Another')
  await userEvent.click(screen.getByLabelText('30 days'))
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
  await screen.findByText('larder_secret')
  expect(chosen).toEqual([365, 30])
})

test('shows calendar links in full with the server’s address', async () => {
  fakeApi(createCalendarLink, () => ({ path: '/api/calendar.ics?key=abc' }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }))
  await screen.findByText(`${location.origin}/api/calendar.ics?key=abc`)
  expect(screen.getByText(`${location.origin}/api/calendar.ics?key=abc&show=meals`)).toBeTruthy()
})

test('downloads an export and shows an error if that fails', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:x'
  fakeApi(exportHousehold, () => new Response('zip', { headers: { 'content-type': 'application/zip' } }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Download Elm Street' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  fakeApi(exportHousehold, () => problem(503, 'unavailable', 'The server can’t save right now.'))
  await userEvent.click(screen.getByRole('button', { name: 'Download Elm Street' }))
  await screen.findByText('The server can’t save right now.')
})

test.each(['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const)(
  'the way back from a download is shown to an owner or admin: %s',
  async (role) => {
    household = { ...household, role }
    await open()
    await screen.findByRole('button', { name: 'Download Elm Street' })
    const links = screen.queryAllByRole('link', { name: 'Import a household export' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(role === 'OWNER' || role === 'ADMIN' ? ['/settings?tab=moving'] : [])
  },
)

test('deletes the account with its password and data on this device', async () => {
  fakeApi(deleteAccount, ({ body }) => {
    const message = 'That password is incorrect.'
    if (body.password !== 'right') return problem(422, 'wrong_password', message, { fields: [{ path: 'password', message }] })
    return reply(null, {}, 204)
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  await userEvent.type(screen.getByLabelText('Your password'), 'wrong{Enter}')
  await screen.findByText('That password is incorrect.')
  expect(currentSession().token).not.toBeNull()
  await userEvent.clear(screen.getByLabelText('Your password'))
  await userEvent.type(screen.getByLabelText('Your password'), 'right{Enter}')
  await waitFor(() => expect(currentSession().token).toBeNull())
})

test('creates a webhook, shows its secret once, tests it, and shows the results in its log', async () => {
  fakeApi(createWebhook, ({ body }) => {
    const made = {
      id: '11111111-1111-4111-8111-111111111111',
      url: body.url,
      createdAt: '2026-11-21T10:00:00.000Z',
      createdBy: { firstName: 'Ben', lastName: 'Holt' },
    }
    webhooks = [made]
    return { ...made, secret: 'signing' }
  })
  fakeApi(testWebhook, () => {
    const one: Delivery = {
      id: 'd',
      event: 'ping',
      state: 'given_up',
      tries: 5,
      status: null,
      createdAt: new Date().toISOString(),
      triedAt: null,
      nextAt: null,
    }
    deliveries = [one]
    return one
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }))
  await userEvent.type(screen.getByLabelText('Address'), 'https://example.org/hook{Enter}')
  await screen.findByText('signing')
  await screen.findByText(/^Added by Ben Holt/)
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }))
  await screen.findByText('Not delivered')
  screen.getByText(/no response, 5 attempts/)
})

test('shows and requests no webhooks without admin rights', async () => {
  household = { ...household, role: 'MEMBER' }
  await open()
  await screen.findByText('No tokens yet.')
  expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull()
  expect(requests.filter((one) => one.includes('webhooks'))).toEqual([])
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import { fakeApi, problem, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { connectHomeAssistant, disconnectHomeAssistant, getHomeAssistant, type HomeAssistantLink } from '../../contract.ts'
import HomeAssistantCard from './home-assistant-card.tsx'

const off: HomeAssistantLink = {
  isAvailable: true,
  isOn: false,
  enabledBy: null,
  enabledAt: null,
  connection: null,
  connectionSince: null,
}
const at = new Date(Date.now() - 5 * 60_000).toISOString()
const on: HomeAssistantLink = {
  ...off,
  isOn: true,
  enabledBy: { firstName: 'Ana', lastName: 'Ruiz' },
  enabledAt: at,
  connection: 'connected',
  connectionSince: at,
}

let link: HomeAssistantLink
let role: Household['role']
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  link = off
  role = 'OWNER'
  signIn()
  fakeApi(listHouseholds, () => [
    {
      id: testHousehold,
      name: 'Elm Street',
      role,
      inviteCode: null,
      inviteChangedAt: null,
      hasSample: false,
      restocksList: false,
      locations: [],
      timeZone: 'UTC',
      currency: 'USD',
      createdAt: at,
      version: 1,
    },
  ])
  fakeApi(getHomeAssistant, () => link)
})

afterEach(() => void vi.restoreAllMocks())

const show = () => showPage(HomeAssistantCard)

test('says who will see it, connects, says who acts, and disconnects after a question', async () => {
  fakeApi(connectHomeAssistant, () => {
    link = on
    return link
  })
  fakeApi(disconnectHomeAssistant, () => {
    link = off
  })
  show()
  await screen.findByText(/Everyone with access to this server’s MQTT broker .* of Elm Street in your name/)
  await userEvent.click(screen.getByRole('button', { name: 'Connect Home Assistant' }))
  await screen.findByText('Connected 5 minutes ago.')
  expect(screen.getByText(/in the name of Ana Ruiz/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Home Assistant?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await screen.findByRole('button', { name: 'Connect Home Assistant' })
  expect(requests.map((request) => request.split(' ')[0]).filter((method) => method !== 'GET')).toEqual(['PUT', 'DELETE'])
})

test.each<[string, Partial<HomeAssistantLink>, RegExp]>([
  ['there is no broker', { ...off, isAvailable: false }, /Ask your server admin to set one up/],
  ['the broker was removed', { ...on, isAvailable: false }, /no longer has an MQTT broker/],
  ['it was just switched on', { ...on, connection: null, connectionSince: null }, /Connecting…/],
  ['the password is wrong', { ...on, connection: 'denied' }, /refuses this server’s user name or password/],
  ['the broker is away', { ...on, connection: 'no_response' }, /isn’t responding/],
])('says so if %s', async (_what, shown, text) => {
  link = { ...off, ...shown }
  show()
  await screen.findByText(text)
  expect(screen.queryByRole('button', { name: 'Connect Home Assistant' })).toBeNull()
})

test('asks again until the broker is connected', async () => {
  link = { ...on, connection: null, connectionSince: null }
  show()
  await screen.findByText('Connecting…')
  link = on
  await screen.findByText('Connected 5 minutes ago.', {}, { timeout: 10_000 })
})

test('says why it couldn’t connect', async () => {
  fakeApi(connectHomeAssistant, () => problem(409, 'no_broker', 'This server has no MQTT broker.'))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Home Assistant' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This server has no MQTT broker.')
})

test('is not there for a member', async () => {
  role = 'MEMBER'
  show()
  await waitFor(() => expect(requests.length).toBeGreaterThan(0))
  expect(screen.queryByText('Home Assistant')).toBeNull()
})

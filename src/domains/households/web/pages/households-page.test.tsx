import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changePreferences, getMe } from '#domains/account/contract/index.ts'
import type { Role } from '#platform/shared/roles.ts'
import { cache } from '#platform/web/api/query-cache.ts'
import { currentSession, tabState } from '#platform/web/session/session.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { guestUser } from '#tests/support/data/api-samples.ts'
import { openEmptyOutbox } from '#tests/support/data/shopping-rows.ts'
import {
  changeHousehold,
  changeMember,
  createHousehold,
  deleteHousehold,
  type Household,
  joinHousehold,
  listDeletedHouseholds,
  listHouseholds,
  listMembers,
  type Member,
  refreshInvite,
  removeMember,
  restoreHousehold,
} from '../../contract/index.ts'
import { saveInvite, takeInvite } from '../households/invite-link.ts'
import { usualLocations } from '../households/locations-checklist.tsx'
import { HouseholdsPage } from './households-page.tsx'

const cabin = '22222222-2222-4222-8222-222222222222'
const household = (id: string, name: string, role: Role, inviteCode: string | null = null): Household => ({
  id,
  name,
  role,
  inviteCode,
  inviteChangedAt: null,
  hasSample: false,
  restocksList: false,
  locations: [],
  timeZone: 'UTC',
  currency: 'USD',
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})
const member = (userId: string, firstName: string, role: Role): Member => ({
  userId,
  firstName,
  lastName: 'Holt',
  email: `${userId}@example.org`,
  role,
  joinedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})
const me = guestUser()

let ownRole: Household[]
beforeEach(() => {
  ownRole = [household(testHousehold, 'Lindenstraße', 'OWNER', 'KX7P2MWD'), household(cabin, 'Cabin', 'MEMBER')]
  signIn()
  fakeApi(listHouseholds, () => ownRole)
  fakeApi(listDeletedHouseholds, () => [])
  fakeApi(getMe, () => me)
})
afterEach(() => {
  location.hash = ''
  vi.restoreAllMocks()
})
const Page = () => (
  <>
    <HouseholdsPage />
    <Toasts />
  </>
)
const show = (hash = '') => showPage(Page, `/households${hash}`)
const cardOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { name })).closest('section')
  if (!card) throw new Error(`no card ${name}`)
  return within(card)
}

test('shows each household’s name and lowercase role, and the invite code to OWNER and ADMIN', async () => {
  await show()
  const own = await cardOf('Lindenstraße')
  own.getByText('owner')
  own.getByText('KX7P2MWD')
  const other = await cardOf('Cabin')
  other.getByText('member')
  expect(other.queryByText('Invite code')).toBeNull()
  expect(other.queryByText('No invite code')).toBeNull()
})

test('explains how to start without a household', async () => {
  ownRole = []
  await show()
  await screen.findByText('No households yet. Create one or join an existing one to get started.')
})

test('disables the start without a household while offline', async () => {
  ownRole = []
  const device = openEmptyOutbox()
  await show()
  const create = await screen.findByRole('button', { name: 'Create' })
  expect(create.matches(':disabled')).toBe(false)
  act(() => device.connectivity.markOffline())
  await screen.findByText('You’re offline. This works again once you’re online.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' }).matches(':disabled')).toBe(true))
})

test('reports a failed load and retries', async () => {
  let broken = true
  fakeApi(listHouseholds, () => (broken ? problem(404, 'x', '') : ownRole))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await show()
  await screen.findByText('Failed to load households')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await cardOf('Cabin')
})

test('creates a household in the browser’s time zone on Enter, activates it and opens the inventory', async () => {
  const boat = household('33333333-3333-4333-8333-333333333333', 'Boat', 'OWNER')
  const received = vi.fn()
  fakeApi(createHousehold, ({ body }) => {
    received(body)
    return boat
  })
  await show()
  await userEvent.type(await screen.findByLabelText('Name'), '  Boat {Enter}')
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  expect(currentSession().household).toBe(boat.id)
  expect(received).toHaveBeenCalledWith({
    name: 'Boat',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: 'USD',
    locations: usualLocations,
  })
})

test('creates a household with the chosen units, currency and time zone', async () => {
  const created = vi.fn()
  const saved = vi.fn()
  fakeApi(createHousehold, ({ body }) => {
    created(body)
    return household('33333333-3333-4333-8333-333333333333', 'Boat', 'OWNER')
  })
  fakeApi(changePreferences, ({ body }) => {
    saved(body.preferences.unitDisplay)
    return { ...me, preferences: body.preferences }
  })
  await show()
  const form = within((await screen.findByRole('heading', { name: 'Create a household' })).closest('section') as HTMLElement)
  form.getByText('US units · US Dollar')
  await userEvent.click(form.getByText('Change'))
  await userEvent.selectOptions(form.getByLabelText('Units'), 'metric')
  await userEvent.selectOptions(form.getByLabelText('Currency'), 'EUR')
  await userEvent.selectOptions(form.getByLabelText('Time zone'), 'Europe/Berlin')
  form.getByText('Metric units · Euro')
  await userEvent.click(form.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  expect(created).toHaveBeenCalledWith({ name: 'My Household', timeZone: 'Europe/Berlin', currency: 'EUR', locations: usualLocations })
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({ regional: 'metric', mass: { preferred: 'g', precision: 2 } }))
})

test('leaves out unticked places', async () => {
  ownRole = []
  const received = vi.fn()
  fakeApi(createHousehold, ({ body }) => {
    received(body.locations)
    return household('33333333-3333-4333-8333-333333333333', 'Boat', 'OWNER')
  })
  await show()
  await screen.findByText('No households yet. Create one or join an existing one to get started.')
  for (const place of ['Basement', 'Fridge door', 'Chest freezer', 'Fridge door'])
    await userEvent.click(screen.getByRole('checkbox', { name: place }))
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(received).toHaveBeenCalledWith(['Fridge door', 'Crisper', 'Cupboard', 'Countertop']))
})

test('uses My Household for an empty name', async () => {
  const received = vi.fn()
  fakeApi(createHousehold, ({ body }) => {
    received(body.name)
    return household('33333333-3333-4333-8333-333333333333', body.name, 'OWNER')
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(received).toHaveBeenCalledWith('My Household'))
})

test('shows the server’s message or a default if creation fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fakeApi(createHousehold, () => problem(409, 'too_many', 'Twenty households are enough.'))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Twenty households are enough.')
  fakeApi(createHousehold, () => new Response('', { status: 500 }))
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Failed to create household'))
})

test('sends an invite code trimmed and in uppercase', async () => {
  const received = vi.fn()
  fakeApi(joinHousehold, ({ body }) => {
    received(body.inviteCode)
    return household(cabin, 'Cabin', 'MEMBER')
  })
  await show()
  const box = await screen.findByLabelText('Invite code')
  expect(box.style.textTransform).toBe('uppercase')
  await userEvent.type(box, ' kx7p2mwd {Enter}')
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  expect(received).toHaveBeenCalledWith('KX7P2MWD')
  expect(currentSession().household).toBe(cabin)
})

test('requires a code to join', async () => {
  const received = vi.fn()
  fakeApi(joinHousehold, received)
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  await screen.findByText('Enter the invite code you were given.')
  expect(received).not.toHaveBeenCalled()
})

test('prefills the join dialog from an invite link', async () => {
  await show('#code=abc123')
  expect(await screen.findByLabelText('Invite code')).toHaveProperty('value', 'ABC123')
})

test('shows an invitation before anything else, to people with and without a household', async () => {
  const order = async () => {
    await screen.findByText('You’re invited to a household. Join to share its inventory.')
    const text = document.body.textContent ?? ''
    const words = ['Join to share its inventory', 'Create a household', 'Switch'].filter((one) => text.includes(one))
    return words.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))
  }
  const page = await show('#code=abc123')
  await cardOf('Cabin')
  expect(await order()).toEqual(['Join to share its inventory', 'Switch', 'Create a household'])
  page.unmount()
  cache.clear()
  ownRole = []
  tabState.write('invite', 'ABC123')
  await show()
  await screen.findByText('No households yet. Create one or join an existing one to get started.')
  expect(await order()).toEqual(['Join to share its inventory', 'Create a household'])
  expect(screen.getAllByLabelText('Invite code')).toHaveLength(1)
})

test('keeps an invite opened before signing in, once', async () => {
  tabState.write('invite', 'ABC123')
  await show()
  expect(await screen.findByLabelText('Invite code')).toHaveProperty('value', 'ABC123')
  expect(tabState.read('invite')).toBeNull()
})

test('keeps an invite to a circle through creating the first household', async () => {
  ownRole = []
  saveInvite('/circles', '#code=CIRC1234')
  fakeApi(createHousehold, ({ body }) => household('33333333-3333-4333-8333-333333333333', body.name, 'OWNER'))
  await show()
  await screen.findByText('You’re invited to a circle. Create or join a household first.')
  expect(screen.getByLabelText('Invite code')).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(location.pathname).toBe('/circles'))
  expect(takeInvite('/circles')).toBe('CIRC1234')
  expect(takeInvite('/circles')).toBeNull()
})

test('activates a household on Switch and opens the inventory', async () => {
  await show()
  await userEvent.click((await cardOf('Cabin')).getByRole('button', { name: 'Switch to Cabin' }))
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  expect(localStorage.getItem('activeHouseholdId')).toBe(cabin)
})

test('creates a missing invite code and replaces one after confirmation', async () => {
  fakeApi(refreshInvite, ({ params }) => {
    ownRole = ownRole.map((one) => (one.id === params.id ? { ...one, inviteCode: 'FRESH234' } : one))
    return { inviteCode: 'FRESH234' }
  })
  ownRole = [household(testHousehold, 'Lindenstraße', 'ADMIN')]
  await show()
  const card = await cardOf('Lindenstraße')
  card.getByText('No invite code')
  await userEvent.click(card.getByRole('button', { name: 'Generate' }))
  await card.findByText('FRESH234')
  await userEvent.click(card.getByRole('button', { name: 'Refresh' }))
  await screen.findByRole('dialog', { name: 'Generate a new invite code?' })
})

test('shows for two weeks that the code was replaced automatically', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  ownRole = [
    { ...household(testHousehold, 'Lindenstraße', 'OWNER', 'ACDE-FGHJ-KMNP'), inviteChangedAt: daysAgo(13) },
    { ...household(cabin, 'Cabin', 'ADMIN', 'QRTU-VWXY-3467'), inviteChangedAt: daysAgo(15) },
  ]
  await show()
  const card = await cardOf('Lindenstraße')
  card.getByText(/^Replaced automatically \(.+\)\. The old code no longer works\.$/)
  expect((await cardOf('Cabin')).queryByText(/Replaced automatically/)).toBeNull()
})

test('shows a viewer the members without email addresses', async () => {
  ownRole = [household(testHousehold, 'Lindenstraße', 'VIEWER')]
  fakeApi(listMembers, () => [
    { ...member('mira', 'Mira', 'VIEWER'), email: 'mira@example.org' },
    { ...member('jonas', 'Jonas', 'OWNER'), email: null },
  ])
  await show()
  await userEvent.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'Members' }))
  await screen.findByText('Jonas Holt')
  expect(screen.getAllByText(/@example\.org/)).toHaveLength(1)
})

test('copies the code, even without the clipboard API', async () => {
  const user = userEvent.setup({ writeToClipboard: false })
  const copied = vi.fn(() => true)
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }))
  Object.defineProperty(document, 'execCommand', { value: copied, configurable: true })
  await show()
  await user.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'Copy invite code' }))
  await waitFor(() => expect(copied).toHaveBeenCalledExactlyOnceWith('copy'))
  vi.unstubAllGlobals()
})

test('lets an owner change roles and remove members, and confirms a transfer', async () => {
  fakeApi(listMembers, () => [member('mira', 'Mira', 'OWNER'), member('jonas', 'Jonas', 'MEMBER'), member('priya', 'Priya', 'ADMIN')])
  const changed = vi.fn()
  fakeApi(changeMember, ({ params, body }) => {
    changed(params.userId, body.role)
    return member(params.userId, 'Jonas', body.role)
  })
  const removed = vi.fn()
  fakeApi(removeMember, ({ params }) => removed(params.userId))
  await show()
  await userEvent.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'Members' }))
  await userEvent.selectOptions(await screen.findByLabelText('Role of Jonas Holt'), 'VIEWER')
  await waitFor(() => expect(changed).toHaveBeenCalledWith('jonas', 'VIEWER'))
  await screen.findByText('New invite code. The old one no longer works.')
  expect(screen.queryByLabelText('Role of Mira Holt')).toBeNull()

  await userEvent.selectOptions(screen.getByLabelText('Role of Priya Holt'), 'OWNER')
  const handing = await screen.findByRole('dialog', { name: 'Transfer ownership to Priya Holt?' })
  expect(changed).toHaveBeenCalledTimes(1)
  await userEvent.click(within(handing).getByRole('button', { name: 'Transfer ownership' }))
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith('priya', 'OWNER'))

  await userEvent.click(await screen.findByRole('button', { name: 'Remove Jonas Holt' }))
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Remove Jonas Holt?' })).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removed).toHaveBeenCalledWith('jonas'))
})

test('prevents an admin from changing owners and admins', async () => {
  ownRole = [household(testHousehold, 'Lindenstraße', 'ADMIN')]
  fakeApi(listMembers, () => [
    member('mira', 'Mira', 'ADMIN'),
    member('jonas', 'Jonas', 'OWNER'),
    member('priya', 'Priya', 'ADMIN'),
    member('asa', 'Asa', 'VIEWER'),
  ])
  await show()
  await userEvent.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'Members' }))
  const roles = within(await screen.findByLabelText('Role of Asa Holt')).getAllByRole('option')
  expect(roles.map((option) => option.textContent)).toEqual(['Member', 'Viewer'])
  expect(screen.queryByRole('button', { name: 'Remove Jonas Holt' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove Priya Holt' })).toBeNull()
})

test('B-8: restores a deleted household from the same page', async () => {
  const gone = { id: testHousehold, name: 'Lindenstraße', deletedAt: '2026-11-20T10:00:00.000Z', until: '2026-12-20T10:00:00.000Z' }
  let deleted = [gone]
  ownRole = []
  fakeApi(listDeletedHouseholds, () => deleted)
  fakeApi(restoreHousehold, ({ params }) => {
    expect(params.id).toBe(gone.id)
    deleted = []
    ownRole = [household(testHousehold, 'Lindenstraße', 'OWNER')]
    return ownRole[0] as Household
  })
  await show()
  await screen.findByText('Can be restored until December 20, 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Restore Lindenstraße' }))
  await cardOf('Lindenstraße')
  await waitFor(() => expect(screen.queryByText('Deleted households')).toBeNull())
})

test('deletes a household only after its name is typed', async () => {
  const deleted = vi.fn()
  fakeApi(deleteHousehold, ({ params }) => deleted(params.id))
  await show()
  await userEvent.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'More for Lindenstraße' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete household' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Lindenstraße?' }))
  const button = dialog.getByRole('button', { name: 'Delete household' })
  expect(button).toHaveProperty('disabled', true)
  await userEvent.type(dialog.getByRole('textbox'), 'Lindenstraße')
  await userEvent.click(button)
  await waitFor(() => expect(deleted).toHaveBeenCalledWith(testHousehold))
})

test('explains to the last owner why they can’t leave', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fakeApi(removeMember, () => problem(409, 'last_owner', 'A household needs an owner. Transfer ownership first.'))
  await show()
  await userEvent.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'More for Lindenstraße' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leave' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave Lindenstraße?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('A household needs an owner. Transfer ownership first.')
})

test.each([
  ['rejected once if it wasn’t seen', false, ['"1"', '"2"']],
  ['shown live', true, ['"2"']],
])('keeps a concurrently changed time zone when renaming: %s', async (_, isSeen, versions) => {
  const sent: unknown[] = []
  fakeApi(changeHousehold, ({ body, headers }) => {
    sent.push([body, headers.get('If-Match')])
    return headers.get('If-Match') === '"1"'
      ? problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: ownRole[0] })
      : { ...(ownRole[0] as Household), name: 'Elm Street', version: 3 }
  })
  await show()
  await userEvent.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'More for Lindenstraße' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Household details' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.clear(await dialog.findByLabelText('Name'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Elm Street')
  ownRole = ownRole.map((one) => ({ ...one, timeZone: 'Europe/Berlin', version: 2 }))
  if (isSeen) await act(() => cache.invalidateQueries())
  else {
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Someone else changed this in the meantime.')
  }
  await waitFor(() => expect(dialog.getByLabelText('Time zone')).toHaveProperty('value', 'Europe/Berlin'))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Elm Street')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual(versions.map((version) => [{ name: 'Elm Street' }, version]))
})

test('edits the places of a household, and keeps its own', async () => {
  const sent = vi.fn()
  ownRole = ownRole.map((one) => ({ ...one, locations: ['Cupboard', 'Garage'] }))
  fakeApi(changeHousehold, ({ body }) => {
    sent(body)
    return ownRole[0] as Household
  })
  await show()
  await userEvent.click((await cardOf('Lindenstraße')).getByRole('button', { name: 'More for Lindenstraße' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Household details' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByRole('checkbox', { checked: true }).map((box) => box.closest('label')?.textContent)).toEqual(['Cupboard', 'Garage'])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Basement' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ locations: ['Cupboard', 'Basement', 'Garage'] }))
})

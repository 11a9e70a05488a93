import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentSession } from '#platform/web/session/session.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { type Household, listHouseholds } from '../../contract/index.ts'
import { HouseholdSwitcher } from './household-switcher.tsx'

const cabin = '22222222-2222-4222-8222-222222222222'
const household = (id: string, name: string, role: Household['role']): Household => ({
  id,
  name,
  role,
  inviteCode: null,
  inviteChangedAt: null,
  hasSample: false,
  restocksList: false,
  locations: [],
  timeZone: 'UTC',
  currency: 'USD',
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})
const switched = vi.fn()
const Switcher = () => (
  <>
    <p>here</p>
    <HouseholdSwitcher onSwitched={switched} />
  </>
)
beforeEach(() => {
  switched.mockClear()
  signIn()
})

test('is hidden with one household', async () => {
  fakeApi(listHouseholds, () => [household(testHousehold, 'Home', 'OWNER')])
  await showPage(Switcher)
  await screen.findByText('here')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows the active household and role and activates another on selection', async () => {
  fakeApi(listHouseholds, () => [household(testHousehold, 'Home', 'OWNER'), household(cabin, 'Cabin', 'VIEWER')])
  await showPage(Switcher)
  const button = await screen.findByRole('button', { name: /^Switch household. Current:\s*Home/ })
  expect(button.textContent).toBe('Switch household. Current: HomeOWNER')
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /Cabin/ }))
  await waitFor(() => expect(currentSession().household).toBe(cabin))
  expect(switched).toHaveBeenCalledOnce()
})

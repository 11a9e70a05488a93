import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { getAccountUsage, getHouseholdUsage, type QuotaName, type QuotaUsage } from '../../contract/quota.ts'
import { QuotaNotice } from './quota-notice.tsx'
import { AccountUsageCard, HouseholdUsageCard } from './usage-card.tsx'

let used = 0
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  signIn()
  const ofHousehold = (): QuotaUsage[] => [
    { name: 'recipes', used: 8_123, limit: 10_000 },
    { name: 'storedBytes', used: 3_400_000, limit: 1_000_000_000 },
    { name: 'webhooks', used, limit: 10 },
  ]
  const ofAccount: QuotaUsage[] = [{ name: 'households', used: 20, limit: 20 }]
  fakeApi(getHouseholdUsage, ofHousehold)
  fakeApi(getAccountUsage, () => ofAccount)
})
afterEach(() => void vi.restoreAllMocks())

const show = (name: QuotaName) => showPage(() => <QuotaNotice name={name} />, '/households')

test('shows nothing below 80 %', async () => {
  used = 7
  show('webhooks')
  await vi.waitFor(() => expect(requests).toContain(`GET /api/households/${testHousehold}/usage`))
  expect(screen.queryByRole('status')).toBeNull()
})

test('shows the usage from 80 %', async () => {
  used = 8
  show('webhooks')
  expect((await screen.findByText(/Almost full/)).textContent).toBe('Webhooks: 8 of 10. Almost full.')
})

test('shows what to do at the limit', async () => {
  show('households')
  expect((await screen.findByText(/Leave or delete/)).textContent).toBe('Households: 20 of 20. Leave or delete one to add another.')
})

test('lists the usage of each limit and marks those nearly reached', async () => {
  used = 2
  showPage(
    () => (
      <>
        <HouseholdUsageCard household={{ id: testHousehold, name: 'Elm Street' }} />
        <AccountUsageCard />
      </>
    ),
    '/settings',
  )
  const row = async (label: string) => within((await screen.findByText(label)).parentElement as HTMLElement).getByRole('definition')
  expect((await row('Recipes')).textContent).toBe('Almost full8,123 of 10,000')
  expect((await row('Photos')).textContent).toBe('3.4 MB of 1,000 MB')
  expect((await row('Webhooks')).textContent).toBe('2 of 10')
  expect((await row('Households')).textContent).toBe('Full20 of 20')
})

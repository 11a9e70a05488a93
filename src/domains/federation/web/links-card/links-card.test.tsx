import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listMyCircles } from '#domains/circles/contract.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { type HouseholdLink, listLinks } from '../../contract/index.ts'
import { LinksCard } from './links-card.tsx'

const at = '2026-11-28T17:00:00.000Z'
const link = (change: Partial<HouseholdLink> = {}): HouseholdLink => ({
  id: '00000000-0000-4000-8000-000000000001',
  circle: { id: '00000000-0000-4000-8000-000000000002', name: 'Elm Street' },
  state: 'active',
  name: 'The mill',
  ownName: 'Number 7',
  host: 'mill.example',
  fingerprint: '5925 C10F 8E6C 04A8 8904',
  ownFingerprint: '1A94 8C4A 61E4 FCB7 FC37',
  createdAt: at,
  expiresAt: null,
  syncedAt: at,
  isUnreachable: false,
  endedAt: null,
  endedBy: null,
  ...change,
})
const show = (isOn: boolean, ...links: HouseholdLink[]) => {
  fakeApi(listLinks, () => ({ isOn, links }))
  return showPage(LinksCard, '/circles')
}
beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listMyCircles, () => [])
})

test('shows what is to be confirmed, with both fingerprints', async () => {
  await show(true, link({ state: 'waiting' }))
  await screen.findByRole('button', { name: 'Confirm: The mill' })
  screen.getByText('5925 C10F 8E6C 04A8 8904')
  screen.getByText('1A94 8C4A 61E4 FCB7 FC37')
  screen.getByRole('button', { name: 'Withdraw: The mill' })
})

test('says when the other server can’t be reached, and when a link ended', async () => {
  const ended = { state: 'ended', endedBy: 'them', endedAt: new Date().toISOString() } as const
  await show(true, link({ isUnreachable: true }), link({ id: '00000000-0000-4000-8000-000000000003', name: 'The barn', ...ended }))
  await screen.findByText('Their server can’t be reached. Larder keeps trying.')
  screen.getByText('They ended the link.')
  screen.getByRole('button', { name: 'End link: The mill' })
  expect(screen.queryByRole('button', { name: /The barn/ })).toBeNull()
})

test('says that links are turned off, and can still be ended', async () => {
  await show(false, link())
  await screen.findByText(/^This server doesn’t link with others at the moment/)
  screen.getByRole('button', { name: 'End link: The mill' })
  expect(screen.queryByRole('button', { name: 'Invite a household' })).toBeNull()
})

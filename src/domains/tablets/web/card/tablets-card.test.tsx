import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getMe } from '#domains/account/contract/index.ts'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { listTablets } from '#domains/households/contract/tablets.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { guestUser, sampleHousehold } from '#tests/support/data/api-samples.ts'
import TabletsCard from './tablets-card.tsx'

const household = sampleHousehold({ id: testHousehold })

beforeEach(() => {
  signIn()
  fakeApi(getMe, guestUser)
})
afterEach(() => history.replaceState(null, '', '/'))

test.each(['MEMBER', 'VIEWER'] as const)('tells a %s with a code who may pair a tablet', async (role) => {
  fakeApi(listHouseholds, () => [{ ...household, role }])
  showPage(() => <TabletsCard />, '/settings?tab=data#tablet=ACDE-FGHJ')
  await screen.findByText('Only an owner or admin of Elm Street can pair a tablet.')
})

test('tells a tablet that never connected from one that was not used for long', async () => {
  fakeApi(listHouseholds, () => [household])
  const tablet = { pairedBy: { firstName: 'Ada', lastName: 'Cook' }, pairedAt: '2026-01-01T10:00:00.000Z', lastUsedAt: null }
  fakeApi(listTablets, () => [
    { ...tablet, id: 'a', name: 'Fridge', expiresAt: '2026-01-01T10:09:00.000Z' },
    { ...tablet, id: 'b', name: 'Hall', expiresAt: '2026-04-01T10:00:00.000Z' },
  ])
  showPage(() => <TabletsCard />, '/settings?tab=data')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => /Never connected|Ended, because/.exec(textContent)?.[0])).toEqual([
    'Never connected',
    'Ended, because',
  ])
})

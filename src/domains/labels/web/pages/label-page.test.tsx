import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { getLot } from '#domains/inventory/contract.ts'
import { call } from '#platform/web/api/call.ts'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { getLabel, type Label, listLabels, setLabel } from '../../contract.ts'
import { LabelPage } from './label-page.tsx'

let current: Label
beforeEach(() => {
  signIn()
  current = { id: 'ACDEFGHJ', sheetId: 'first', lotId: null, location: null, createdAt: '2026-11-20T10:00:00.000Z', version: 1 }
  fakeApi(listLabels, () => [current])
})

test.each([
  ['VIEWER', '?location=Drawer+2'],
  ['MEMBER', '?check=Drawer+2'],
] as const)('opens the place of a label for a %s, also if the device first knew it as free', async (role, search) => {
  fakeHome({ role })
  await showPage(LabelPage, '/l?code=ACDEFGHJ')
  await householdKnown()
  await screen.findByText('This label is free.')
  current = { ...current, location: 'Drawer 2', version: 2 }
  await act(() => invalidate(listLabels))
  await waitFor(() => expect(location.pathname).toBe('/inventory'))
  expect(location.search).toBe(search)
})

test('stays with those who mark a place, so that they can undo that', async () => {
  fakeHome({ role: 'MEMBER' })
  fakeApi(setLabel, () => {
    current = { ...current, location: 'Drawer 2', version: 2 }
    return reply(current, { 'X-Change-Seq': '7' })
  })
  await showPage(LabelPage, '/l?code=ACDEFGHJ')
  await householdKnown()
  await screen.findByText('This label is free.')
  await userEvent.type(screen.getByLabelText('Another place'), 'Drawer 2')
  await userEvent.click(screen.getByRole('button', { name: 'Mark' }))
  await screen.findByText('Scan it to check this shelf')
  expect(screen.getByRole('link', { name: 'Shelf check' }).getAttribute('href')).toBe('/inventory?check=Drawer+2')
  screen.getByRole('button', { name: 'Take label off' })
})

test('says that the labels couldn’t be loaded, and tries again', async () => {
  let isBroken = true
  fakeHome()
  fakeApi(listLabels, () => (isBroken ? problem(409, 'broken', 'The labels are out.') : [current]))
  await showPage(LabelPage, '/l?code=ACDEFGHJ')
  await screen.findByText('The labels are out.')
  expect(screen.queryByText('Not a label of your kitchen')).toBeNull()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('This label is free.')
})

test.each(['ACDEFGHK', 'not a code'])('says that %s is no label of the kitchen', async (code) => {
  fakeHome()
  await showPage(LabelPage, `/l?code=${encodeURIComponent(code)}`)
  await screen.findByText('Not a label of your kitchen')
  screen.getByText('It was revoked, or printed by another household.')
})

test('offers to switch to the household of the label', async () => {
  fakeHome()
  const [home] = await call(listHouseholds)
  if (!home) throw new Error('no household')
  const cabin = { ...home, id: '22222222-2222-4222-8222-222222222222', name: 'Cabin' }
  fakeApi(listHouseholds, () => [home, cabin])
  fakeApi(getLabel, ({ headers }) =>
    headers.get('X-Household-Id') === cabin.id ? { ...current, id: 'ACDEFGHK' } : problem(404, 'not_found', 'Not found.'),
  )
  await showPage(LabelPage, '/l?code=ACDEFGHK')
  await screen.findByText('This label belongs to Cabin')
  await userEvent.click(screen.getByRole('button', { name: 'Switch to Cabin' }))
  expect(currentSession().household).toBe(cabin.id)
})

test('lets a viewer see what a label is on, but not mark a free one', async () => {
  fakeHome({ role: 'VIEWER' })
  await showPage(LabelPage, '/l?code=ACDEFGHJ')
  await householdKnown()
  await screen.findByText('You have view-only access')
  expect(screen.queryByRole('button', { name: 'Mark' })).toBeNull()
})

test('says that the item of a label couldn’t be loaded', async () => {
  fakeHome()
  current = { ...current, lotId: '33333333-3333-4333-8333-333333333333' }
  fakeApi(getLot, () => problem(404, 'not_found', 'Not found.'))
  await showPage(LabelPage, '/l?code=ACDEFGHJ')
  await householdKnown()
  await screen.findByText('Couldn’t load this item')
  screen.getByRole('heading', { name: 'Label ACDE-FGHJ' })
})

import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { fakeApi, reply } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { type Label, listLabels, setLabel } from '../../contract.ts'
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

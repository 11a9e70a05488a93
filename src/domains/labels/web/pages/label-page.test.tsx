import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { type Label, listLabels } from '../../contract.ts'
import { LabelPage } from './label-page.tsx'

let current: Label
beforeEach(() => {
  signIn()
  current = { id: 'ACDEFGHJ', sheetId: 'first', lotId: null, location: null, createdAt: '2026-11-20T10:00:00.000Z', version: 1 }
  fakeApi(listLabels, () => [current])
})

test.each([
  ['VIEWER', 'View Inventory', 0],
  ['MEMBER', 'Shelf check', 1],
] as const)('offers a %s what they may do with a label that marks a place', async (role, link, count) => {
  fakeHome({ role })
  await showPage(LabelPage, '/l?code=ACDEFGHJ')
  await householdKnown()
  await screen.findByText('This label is free.')
  current = { ...current, location: 'Drawer 2', version: 2 }
  await act(() => invalidate(listLabels))
  await screen.findByText('Scan it to check this shelf')
  screen.getByRole('link', { name: link })
  expect(screen.queryAllByRole('button', { name: 'Take label off' })).toHaveLength(count)
})

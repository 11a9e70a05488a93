import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getLot } from '#domains/inventory/contract.ts'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot } from '#tests/support/data/api-samples.ts'
import { getLabelAddress, type Label, type LabelSheet, listLabelSheets, listLabels } from '../../contract.ts'
import { LabelsPage } from './labels-page.tsx'

const sheet = (id: string, createdAt: string): LabelSheet => ({ id, size: 'a4-24', codes: ['ACDEFGHJ'], origin: null, createdAt })
const used: Label = {
  id: 'ACDEFGHJ',
  sheetId: 'first',
  lotId: lot({ name: 'Soup' }).id,
  location: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 1,
}

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(listLabels, () => [])
  fakeApi(listLabelSheets, () => [sheet('first', '2026-11-20T10:00:00.000Z'), sheet('second', '2026-11-21T10:00:00.000Z')])
  fakeApi(getLabelAddress, () => ({ origin: 'https://larder.example' }))
})

test.each(['Print again', 'Revoke labels'])('%s names the sheet', async (action) => {
  await showPage(LabelsPage)
  const buttons = await screen.findAllByRole('button', { name: new RegExp(`^${action}: A4, 24 labels`) })
  expect(new Set(buttons.map((one) => one.getAttribute('aria-label'))).size).toBe(2)
})

test('tells two sheets of one minute apart by their first code', async () => {
  const at = '2026-11-20T10:00:00.000Z'
  fakeApi(listLabelSheets, () => [
    { ...sheet('first', at), codes: ['AAAABBBBCCCC'] },
    { ...sheet('second', at), codes: ['DDDDEEEEFFFF'] },
  ])
  await showPage(LabelsPage)
  for (const action of ['Print again', 'Revoke labels']) {
    const buttons = await screen.findAllByRole('button', { name: new RegExp(`^${action}: A4, 24 labels`) })
    expect(new Set(buttons.map((one) => one.getAttribute('aria-label'))).size).toBe(2)
  }
})

test('says that the sheets couldn’t be loaded', async () => {
  fakeApi(listLabelSheets, () => problem(409, 'broken', 'The sheets are out.'))
  await showPage(LabelsPage)
  await screen.findByText('The sheets are out.')
})

test('says that an item couldn’t be loaded', async () => {
  fakeApi(listLabels, () => [used])
  fakeApi(getLot, () => problem(404, 'not_found', 'Not found.'))
  await showPage(LabelsPage)
  await screen.findByText('Couldn’t load this item')
})

test.each([
  ['https://larder.example', null],
  ['http://localhost:3000', /Phones can’t open that address/],
  ['http://192.168.1.20:3000', /It may change/],
])('shows that labels will lead to %s, and warns if that may not work', async (origin, warning) => {
  fakeApi(getLabelAddress, () => ({ origin }))
  await showPage(LabelsPage)
  await screen.findByText(origin)
  expect(screen.queryByText(/LARDER_PUBLIC_URL/) !== null).toBe(warning !== null)
  if (warning) screen.getByText(warning)
})

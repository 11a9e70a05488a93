import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getLot } from '#domains/inventory/contract.ts'
import { fakeApi } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot } from '#tests/support/data/api-samples.ts'
import { type Label, listLabels, setLabel } from '../../contract.ts'
import LotLabel from './lot-label.tsx'

const lasagne = lot({ name: 'Lasagne' })
const soup = lot({ name: 'Soup' })
const onSoup: Label = {
  id: 'ACDEFGHJ',
  sheetId: '0198ab00-0000-7000-8000-00000000aaaa',
  lotId: soup.id,
  location: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  version: 4,
}

test('asks before it takes a label off another item', async () => {
  signIn()
  fakeHome()
  const sent: unknown[] = []
  fakeApi(listLabels, () => [onSoup])
  fakeApi(getLot, () => soup)
  fakeApi(setLabel, ({ body }) => {
    sent.push(body)
    return { ...onSoup, ...body, version: 5 }
  })
  await showPage(() => <LotLabel lot={lasagne} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Put a label on it' }))
  await userEvent.type(screen.getByLabelText('Code of the label'), 'acde-fghj')
  await userEvent.click(screen.getByRole('button', { name: 'Put on' }))
  await screen.findByText('It’s on Soup now.')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Move label' }))
  await waitFor(() => expect(sent).toEqual([{ lotId: lasagne.id, location: null }]))
})

import { render, screen, waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentSyncSession, startOutbox } from '#platform/web/sync/sync-session.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { lot } from '#tests/support/data/api-samples.ts'
import { getLabel, type Label, listLabels, setLabel } from '../../contract.ts'
import { putLabelOn, putLabelOnAdded } from './labels.ts'

const lasagne = lot({ name: 'Lasagne' })
const free: Label = {
  id: 'ACDEFGHJ',
  sheetId: '0198ab00-0000-7000-8000-00000000aaaa',
  lotId: null,
  location: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  version: 3,
}
const taken: Label = { ...free, lotId: lot({ name: 'Soup' }).id, version: 4 }

/** What the server has. */
let current: Label
let conditions: (string | null)[]

beforeEach(() => {
  signIn()
  current = free
  conditions = []
  fakeApi(listLabels, () => [current])
  fakeApi(getLabel, () => current)
  fakeApi(setLabel, ({ body, headers }) => {
    const condition = headers.get('If-Match')
    conditions.push(condition)
    if (condition !== null && condition !== `"${current.version}"`)
      return problem(412, 'changed_meanwhile', 'Someone else changed this.', { current })
    current = { ...current, ...body, version: current.version + 1 }
    return reply(current, { 'X-Change-Seq': '41' })
  })
  render(<Toasts />)
})
afterEach(() => void toast.dismiss())

test('leaves a label where someone else put it since it was shown', async () => {
  current = taken
  await expect(putLabelOn(free, lasagne)).rejects.toMatchObject({ status: 412 })
  expect(current).toEqual(taken)
})

test('puts on a label that was moved and put back since it was shown', async () => {
  current = { ...free, version: 5 }
  await putLabelOn(free, lasagne)
  expect(current).toMatchObject({ lotId: lasagne.id })
  expect(conditions).toEqual(['"3"', '"5"'])
})

test('reports a change made offline that someone else was ahead of', async () => {
  startOutbox('ada')
  const { outbox, connectivity, wake } = currentSyncSession() ?? {}
  await outbox?.ready
  connectivity?.markOffline()
  const putting = putLabelOn(free, lasagne)
  current = taken
  await putting
  wake?.()
  await waitFor(() => expect(outbox?.pending()).toMatchObject([{ state: 'refused', refusal: { status: 412, code: 'changed_meanwhile' } }]))
  expect(current).toEqual(taken)
})

test('puts a label on a new item only while it is free', async () => {
  current = taken
  await putLabelOnAdded(free.id, lasagne)
  await screen.findByText('Lasagne has no label yet: ACDE-FGHJ isn’t free any more.')
  expect(conditions).toEqual([])
})

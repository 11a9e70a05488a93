import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { inventoryStats } from '#domains/inventory/contract.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { householdKnown, showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { addSampleKitchen, clearSampleKitchen } from '../../contract.ts'
import { SampleBanner } from './sample-banner.tsx'
import { SampleKitchenOffer } from './sample-kitchen-offer.tsx'

beforeEach(() => {
  signIn()
  fakeHome()
  fakeApi(inventoryStats, () => statsOf([]))
})
const Banner = () => (
  <>
    <SampleBanner />
    <Toasts />
  </>
)

test('clears the sample kitchen in one tap', async () => {
  let cleared = 0
  fakeApi(clearSampleKitchen, () => {
    cleared += 1
    return reply(null, {}, 204)
  })
  await showPage(Banner)
  screen.getByText('This is a sample kitchen.')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear it' }))
  await screen.findByText('Cleared the sample kitchen')
  expect(cleared).toBe(1)
})

test('lets only admins clear it', async () => {
  fakeHome({ role: 'MEMBER' })
  await showPage(Banner)
  await householdKnown()
  screen.getByText('This is a sample kitchen.')
  expect(screen.queryByRole('button', { name: 'Clear it' })).toBeNull()
})

test('fills a new household in the reader’s units', async () => {
  const sent: unknown[] = []
  fakeApi(addSampleKitchen, ({ body }) => {
    sent.push(body)
    return reply(null, {}, 204)
  })
  const done = vi.fn()
  await showPage(() => <SampleKitchenOffer onDone={done} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Try a sample kitchen' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ units: 'US' }])
})

test('stays with its error, and can be left empty', async () => {
  fakeApi(addSampleKitchen, () => problem(500, 'internal', ''))
  const done = vi.fn()
  await showPage(() => <SampleKitchenOffer onDone={done} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Try a sample kitchen' }))
  await screen.findByText('Couldn’t add the sample kitchen.')
  expect(done).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Start empty' }))
  expect(done).toHaveBeenCalledOnce()
})

test('offers nothing once the household has items', async () => {
  fakeApi(inventoryStats, () => statsOf([lot()]))
  await showPage(() => <SampleKitchenOffer onDone={() => {}} />)
  await householdKnown()
  expect(screen.queryByRole('button', { name: 'Try a sample kitchen' })).toBeNull()
})

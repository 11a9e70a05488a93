import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { claimPairing, getTablet, pollPairing, startPairing } from '#domains/households/contract/tablets.ts'
import { fakeApi, problem, requests } from '#tests/support/browser/fake-api.ts'
import '#tests/support/browser/render.tsx'
import TabletPage from './tablet-page.tsx'

test('says that the browser did not keep the pairing, and pairs again only when told to', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  fakeApi(getTablet, () => problem(401, 'unauthorized', 'Sign in.'))
  fakeApi(startPairing, () => ({ code: 'ACDE-FGHJ', secret: 'x'.repeat(43), expiresAt: '2031-01-01T00:00:00.000Z' }))
  fakeApi(pollPairing, () => ({ state: 'confirmed' as const }))
  fakeApi(claimPairing, () => new Response(null, { status: 204 }))
  render(<TabletPage />)
  await screen.findByText('ACDE-FGHJ')
  await screen.findByText(/The browser didn’t keep the pairing/, {}, { timeout: 5_000 })
  const started = () => requests.filter((request) => request === 'POST /api/tablet/pairings').length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(started()).toBe(1)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Get a new code' }))
  await waitFor(() => expect(started()).toBe(2))
  vi.useRealTimers()
})

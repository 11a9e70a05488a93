import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { listHouseholds } from '../../contract/index.ts'
import { useToday } from './index.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-11-22T22:59:58Z') })
  signIn()
  const at = '2026-01-01T10:00:00.000Z'
  cache.setQueryData(queryKeyOf(listHouseholds, {}), [
    {
      id: testHousehold,
      name: 'Elm Street',
      role: 'OWNER',
      inviteCode: null,
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      createdAt: at,
      version: 1,
    },
  ])
})
afterEach(() => void vi.useRealTimers())

let drawn: number
function Today() {
  drawn += 1
  return <p>{useToday()}</p>
}
const show = () => {
  drawn = 0
  render(
    <QueryClientProvider client={cache}>
      <Today />
    </QueryClientProvider>,
  )
}

test('switches an open screen to the new day at the household’s midnight, without other renders', () => {
  show()
  screen.getByText('2026-11-22')
  const before = drawn
  act(() => vi.advanceTimersByTime(1000))
  expect(drawn).toBe(before)
  act(() => vi.advanceTimersByTime(2000))
  screen.getByText('2026-11-23')
  act(() => vi.advanceTimersByTime(12 * 3_600_000))
  expect(drawn).toBe(before + 1)
  act(() => vi.advanceTimersByTime(12 * 3_600_000))
  screen.getByText('2026-11-24')
})

test('switches to the new day when a device wakes up after midnight', () => {
  show()
  // No timer ran during sleep.
  vi.setSystemTime(new Date('2026-11-24T08:00:00Z'))
  screen.getByText('2026-11-22')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  screen.getByText('2026-11-24')
})

import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onResync } from '#platform/web/sync/live-events.ts'
import PullToRefresh from './pull-to-refresh.tsx'
import '#tests/support/browser/longer-waits.ts'

const refreshes = vi.fn()
let stop = () => {}
beforeEach(() => {
  refreshes.mockClear()
  stop = onResync(refreshes)
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
})
afterEach(() => stop())

function touch(type: string, at: readonly (readonly [x: number, y: number])[], target: EventTarget = document.body): void {
  const touches = at.map(([clientX, clientY]) => ({ clientX, clientY }))
  act(() => void target.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches })))
}
function pull(to: readonly [x: number, y: number], target?: EventTarget): void {
  touch('touchstart', [[100, 100]], target)
  touch('touchmove', [[100 + (to[0] - 100) / 2, 100 + (to[1] - 100) / 2]], target)
  touch('touchmove', [to], target)
  touch('touchend', [], target)
}

test('refreshes once after a pull down from the top of the page', async () => {
  render(<PullToRefresh />)
  pull([105, 220])
  expect(refreshes).toHaveBeenCalledOnce()
  await screen.findByText('Refreshing…')
  // Ignored while it refreshes.
  pull([105, 220])
  await waitFor(() => expect(screen.queryByText('Refreshing…')).toBeNull())
  expect(refreshes).toHaveBeenCalledOnce()
})

test.each([
  ['too short', [100, 150]],
  ['sideways', [220, 130]],
  ['up', [100, -60]],
] as const)('ignores a pull that is %s', (_, to) => {
  render(<PullToRefresh />)
  pull(to)
  expect(refreshes).not.toHaveBeenCalled()
})

test('ignores a pull on a scrolled page, in a dialog or in a scrolled box, and a second finger', () => {
  const { container } = render(
    <>
      <PullToRefresh />
      <div role="dialog" />
      <ul />
    </>,
  )
  const [dialog, list] = [container.querySelector('div[role]'), container.querySelector('ul')]
  if (!dialog || !list) throw new Error('not shown')
  list.scrollTop = 20
  pull([100, 300], dialog)
  pull([100, 300], list)
  touch('touchstart', [[100, 100]])
  touch('touchmove', [
    [100, 300],
    [200, 300],
  ])
  touch('touchend', [])
  Object.defineProperty(window, 'scrollY', { value: 10, configurable: true })
  pull([100, 300])
  expect(refreshes).not.toHaveBeenCalled()
})

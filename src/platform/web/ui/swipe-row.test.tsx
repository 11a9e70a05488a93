import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SwipeRow } from './swipe-row.tsx'
import '#tests/support/browser/longer-waits.ts'

const acted: string[] = []
const pressed = vi.fn()
afterEach(cleanup)
beforeEach(() => {
  acted.length = 0
  pressed.mockClear()
  render(
    <SwipeRow
      forward={{ label: 'Use one', icon: null, className: '', onSwipe: () => acted.push('use') }}
      back={{ label: 'Discard it', icon: null, className: '', onSwipe: () => acted.push('discard') }}
    >
      <button type="button" onClick={pressed}>
        Milk
      </button>
    </SwipeRow>,
  )
})

type Point = readonly [x: number, y: number]
function drag(points: readonly Point[], { pointerType = 'touch', ending = 'pointerUp' as 'pointerUp' | 'pointerCancel' } = {}) {
  const milk = screen.getByText('Milk')
  const at = ([clientX, clientY]: Point) => ({ pointerId: 7, pointerType, isPrimary: true, clientX, clientY, bubbles: true })
  const [first = [0, 0], ...others] = points
  fireEvent.pointerDown(milk, at(first))
  for (const point of others) fireEvent.pointerMove(milk, at(point))
  fireEvent[ending](milk, at(points.at(-1) ?? first))
}

test('acts by the side of a long swipe and swallows the click that follows', () => {
  drag([
    [100, 100],
    [130, 102],
    [200, 104],
  ])
  fireEvent.click(screen.getByText('Milk'))
  drag([
    [200, 100],
    [150, 100],
    [90, 100],
  ])
  expect([acted, pressed.mock.calls.length]).toEqual([['use', 'discard'], 0])
})

test('names the action while the finger is down', () => {
  const milk = screen.getByText('Milk')
  const at = (clientX: number) => ({ pointerId: 7, pointerType: 'touch', isPrimary: true, clientX, clientY: 50 })
  fireEvent.pointerDown(milk, at(100))
  fireEvent.pointerMove(milk, at(140))
  expect(screen.getByText('Use one')).toBeTruthy()
  fireEvent.pointerMove(milk, at(60))
  expect(screen.getByText('Discard it')).toBeTruthy()
  fireEvent.pointerUp(milk, at(100))
  expect(screen.queryByText('Discard it')).toBeNull()
})

test.each<[string, readonly Point[], Parameters<typeof drag>[1]]>([
  [
    'a short swipe',
    [
      [100, 100],
      [160, 100],
    ],
    {},
  ],
  [
    'scrolling',
    [
      [100, 100],
      [115, 140],
      [240, 300],
    ],
    {},
  ],
  [
    'a swipe that the browser takes over',
    [
      [100, 100],
      [250, 100],
    ],
    { ending: 'pointerCancel' },
  ],
  [
    'a mouse',
    [
      [100, 100],
      [250, 100],
    ],
    { pointerType: 'mouse' },
  ],
  [
    'a swipe from the edge of the screen',
    [
      [5, 100],
      [250, 100],
    ],
    {},
  ],
])('does nothing on %s', (_what, points, how) => {
  drag(points, how)
  expect(acted).toEqual([])
})

test('lets a tap through', () => {
  drag([
    [100, 100],
    [103, 101],
  ])
  fireEvent.click(screen.getByText('Milk'))
  expect(pressed).toHaveBeenCalledOnce()
})

import { afterEach, expect, test, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

afterEach(() => vi.unstubAllGlobals())

const frames = () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => waiting.push(frame))
  return waiting
}

test('runs once, after a frame', async () => {
  const waiting = frames()
  let runs = 0
  afterPaint(() => (runs += 1))
  expect(runs).toBe(0)
  for (const frame of waiting) frame()
  // The frame is still being painted.
  expect(runs).toBe(0)
  await expect.poll(() => runs).toBe(1)
  window.dispatchEvent(new Event('keydown'))
  expect(runs).toBe(1)
})

test.each(['pointerdown', 'touchstart', 'keydown', 'click'])('runs before anything hears of the next %s', (name) => {
  frames()
  const order: string[] = []
  const box = document.body.appendChild(document.createElement('input'))
  box.addEventListener(name, () => order.push('handler'))
  afterPaint(() => order.push('work'))
  box.dispatchEvent(new Event(name, { bubbles: true }))
  box.dispatchEvent(new Event(name, { bubbles: true }))
  expect(order).toEqual(['work', 'handler', 'handler'])
})

test('runs in a page that paints nothing, and at once when asked', async () => {
  frames()
  let runs = 0
  afterPaint(() => (runs += 1))
  await expect.poll(() => runs).toBe(1)
  const run = afterPaint(() => (runs += 1))
  run()
  run()
  expect(runs).toBe(2)
})

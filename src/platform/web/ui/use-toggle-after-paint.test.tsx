import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useToggleAfterPaint } from './use-toggle-after-paint.ts'
import '#tests/support/browser/longer-waits.ts'

function Box({ toggle }: { toggle: (isChecked: boolean) => boolean }) {
  const [isOn, setOn] = useState(false)
  const [shown, press] = useToggleAfterPaint(isOn, (to) => setOn(toggle(to)))
  return <input type="checkbox" checked={shown} onChange={(event) => press(event.target.checked)} />
}

afterEach(cleanup)

const box = () => screen.getByRole<HTMLInputElement>('checkbox')
/** Clicks without waiting for what follows. */
const click = () => act(() => box().click())

test('shows the mark before the work is done, and keeps what came of it', async () => {
  const calls: boolean[] = []
  render(<Box toggle={(to) => calls.push(to) > 0} />)
  click()
  expect([box().checked, calls]).toEqual([true, []])
  await expect.poll(() => calls).toEqual([true])
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(box().checked).toBe(true)
})

test('takes the mark back if the work changed nothing', async () => {
  render(<Box toggle={() => false} />)
  click()
  expect(box().checked).toBe(true)
  await expect.poll(() => box().checked).toBe(false)
})

test('does the work of both presses, in order', async () => {
  const calls: boolean[] = []
  render(<Box toggle={(to) => calls.push(to) > 0 && to} />)
  click()
  click()
  expect([box().checked, calls]).toEqual([false, []])
  await expect.poll(() => calls).toEqual([true, false])
})

test('does the work at once when the page is left', async () => {
  const calls: boolean[] = []
  render(<Box toggle={(to) => calls.push(to) > 0} />)
  click()
  await act(async () => window.dispatchEvent(new Event('pagehide')))
  expect(calls).toEqual([true])
})

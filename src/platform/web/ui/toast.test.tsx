import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts, toast } from './toast.tsx'
import '#tests/support/browser/longer-waits.ts'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })
afterEach(cleanup)
// jsdom has no pointer capture, which a swipe on a toast uses.
Element.prototype.setPointerCapture = () => {}

test('loads the toaster with the first toast and undoes once', async () => {
  const undo = vi.fn()
  render(<Toasts />)
  expect(document.querySelector('[data-sonner-toaster]')).toBeNull()
  toast.undo('Used 200 g of flour.', undo)
  await screen.findByText('Used 200 g of flour.')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Used 200 g of flour.')).toBeNull())
})

test('closes the other messages in time after one was pressed, though the pointer stays there', async () => {
  render(<Toasts />)
  toast.done('Added milk.')
  toast.done('Added eggs.')
  toast.undo('Used 200 g of flour.', () => {})
  await screen.findByText('Used 200 g of flour.')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByText(/Added/)).toBeNull())
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateInput } from './date-input.tsx'
import '#tests/support/browser/longer-waits.ts'

afterEach(cleanup)

const saturday = '2026-11-21'

interface FormProps {
  min?: string
  onSubmit?: (event: FormEvent) => void
}

function Form({ onSubmit = () => {}, ...props }: FormProps) {
  const [date, setDate] = useState('')
  return (
    <form onSubmit={onSubmit}>
      <DateInput label="Expires" today={saturday} value={date} onChange={({ target }) => setDate(target.value)} {...props} />
      <output>{date}</output>
      <button type="submit">Save</button>
    </form>
  )
}

function setUp(props: Pick<FormProps, 'min'> = {}) {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  render(<Form {...props} onSubmit={onSubmit} />)
  return { user: userEvent.setup(), onSubmit, date: () => screen.getByRole('status').textContent }
}

test('a plus typed in the field starts a written date, shown in full before Enter takes it', async () => {
  const { user, date, onSubmit } = setUp()
  screen.getByLabelText('Expires').focus()
  await user.keyboard('+')
  const text = await screen.findByRole('textbox', { name: 'Expires' })
  await user.type(text, '10d')
  expect(screen.getByText('Tuesday, December 1, 2026').id).toBe(text.getAttribute('aria-describedby'))
  expect(date()).toBe('')
  await user.keyboard('{Enter}')
  expect(date()).toBe('2026-12-01')
  expect(onSubmit).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Expires').value).toBe('2026-12-01')
})

test('the button in the field opens it, and leaving it takes the date', async () => {
  const { user, date } = setUp()
  await user.click(screen.getByRole('button', { name: 'Write the date' }))
  await user.type(await screen.findByRole('textbox', { name: 'Expires' }), 'end of month')
  await user.tab()
  await user.tab()
  expect(date()).toBe('2026-11-30')
})

test('Escape leaves the date as it was', async () => {
  const { user, date } = setUp()
  await user.click(screen.getByRole('button', { name: 'Write the date' }))
  await user.type(await screen.findByRole('textbox', { name: 'Expires' }), 'fri{Escape}')
  expect(date()).toBe('')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('takes nothing that is no date', async () => {
  const { user, date } = setUp()
  await user.click(screen.getByRole('button', { name: 'Write the date' }))
  const text = await screen.findByRole('textbox', { name: 'Expires' })
  await user.type(text, 'soon{Enter}')
  expect(date()).toBe('')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use this date' }).disabled).toBe(true)
  expect(screen.getByText('For example +10d, fri or end of month').id).toBe(text.getAttribute('aria-describedby'))
})

test.each(['soon', 'yesterday'])('keeps the form from being sent with "%s", until it is an allowed date', async (written) => {
  const { user, date, onSubmit } = setUp({ min: saturday })
  await user.click(screen.getByRole('button', { name: 'Write the date' }))
  const text = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Expires' })
  await user.type(text, written)
  expect(text.validationMessage).toBe(document.querySelector(`#${CSS.escape(text.getAttribute('aria-describedby') ?? '')}`)?.textContent)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await user.clear(text)
  expect(text.validationMessage).toBe('')
  await user.type(text, 'tomorrow')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(date()).toBe('2026-11-22')
})

test('takes no date before the first allowed one', async () => {
  const { user, date } = setUp({ min: saturday })
  await user.click(screen.getByRole('button', { name: 'Write the date' }))
  const text = await screen.findByRole('textbox', { name: 'Expires' })
  await user.type(text, 'yesterday{Enter}')
  expect(screen.getByText('Friday, November 20, 2026: choose another day').id).toBe(text.getAttribute('aria-describedby'))
  expect(date()).toBe('')
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NumberInput, readNumber } from './number-input.tsx'

afterEach(cleanup)

test('numbers are read as people type them', () => {
  const read = Object.fromEntries(
    ['', ' ', '2', '1.5', '1,5', '.5', ' 1 000 ', '1,000.5', '1.', '-2', 'two', '1.2.3', '1,2,3', '1e3', '0x10'].map((text) => [
      text,
      readNumber(text),
    ]),
  )
  expect(read).toEqual({
    '': null,
    ' ': null,
    '2': 2,
    '1.5': 1.5,
    '1,5': 1.5,
    '.5': 0.5,
    ' 1 000 ': 1000,
    '1,000.5': 1000.5,
    '1.': 1,
    '-2': -2,
    two: Number.NaN,
    '1.2.3': Number.NaN,
    '1,2,3': Number.NaN,
    '1e3': Number.NaN,
    '0x10': Number.NaN,
  })
})

function Amount({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  return <NumberInput label="Amount" value={value} onValue={setValue} step={0.1} min={0} />
}

test('plus and minus move by the step, without the dust of binary fractions and never below the least', async () => {
  render(<Amount start="0,2" />)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '0.3')
  const less = screen.getByRole('button', { name: 'Less' })
  for (let i = 0; i < 5; i += 1) await userEvent.click(less)
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '0')
})

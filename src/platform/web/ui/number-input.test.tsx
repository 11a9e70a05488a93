import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { formatNumberInput, NumberInput, parseNumber } from './number-input.tsx'
import '#tests/support/browser/longer-waits.ts'

afterEach(async () => {
  cleanup()
  await setLanguage('en')
})

test('parses numbers as typed', () => {
  const read = Object.fromEntries(
    ['', ' ', '2', '1.5', '1,5', '.5', ' 1 000 ', '1,000.5', '1.', '-2', 'two', '1.2.3', '1,2,3', '1e3', '0x10'].map((text) => [
      text,
      parseNumber(text),
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

const both = ['1,500', '1.500', '12,345', '1,234.5', '1.234,5', '1.234.567', '0,500', '0.125', '1,5', '1.5', '-2,250', '1.2,5', '1’500']

test.each([
  ['en', [1500, 1.5, 12_345, 1234.5, 1234.5, 1_234_567, 0.5, 0.125, 1.5, 1.5, -2250, Number.NaN, 1500]],
  ['de', [1.5, 1500, 12.345, 1234.5, 1234.5, 1_234_567, 0.5, 0.125, 1.5, 1.5, -2.25, Number.NaN, 1500]],
  ['fr', [1.5, 1500, 12.345, 1234.5, 1234.5, 1_234_567, 0.5, 0.125, 1.5, 1.5, -2.25, Number.NaN, 1500]],
] as const)('what could be thousands or decimals is read as the language writes it: %s', async (language, wanted) => {
  await setLanguage(language)
  expect(both.map(parseNumber)).toEqual(wanted)
})

test.each(['en', 'de', 'fr'] as const)('reads back what it writes: %s', async (language) => {
  await setLanguage(language)
  for (const value of [0, 0.125, 1.125, 12.345, 1500, 999_999.999, 0.0042]) expect(parseNumber(formatNumberInput(value))).toBe(value)
})

function Amount({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  return <NumberInput label="Amount" value={value} onValue={setValue} step={0.1} min={0} />
}

test('steps with plus and minus without rounding errors and not below the minimum', async () => {
  render(<Amount start="0,2" />)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '0.3')
  const less = screen.getByRole('button', { name: 'Less' })
  for (let i = 0; i < 5; i += 1) await userEvent.click(less)
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '0')
})

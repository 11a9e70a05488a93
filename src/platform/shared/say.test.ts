import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber, many, say } from './say.ts'

const days = (count: number) => many(count, { one: '# day', other: '# days' })

test('fills placeholders in English', () => {
  expect(say`Nothing here.`).toBe('Nothing here.')
  expect(say`${'Milk'} expires in ${days(1)}`).toBe('Milk expires in 1 day')
  expect(say`${'Milk'} expires in ${days(3)}`).toBe('Milk expires in 3 days')
  expect(say`${0.25} kg, ${1234} g`).toBe('0.25 kg, 1234 g')
})

test('inserts any text unchanged', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (name, place) => say`${name} in ${place}` === `${name} in ${place}`))
})

test('a stored quantity keeps its value when formatted', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999 }), (milli) => Number(formatNumber(milli / 1000)) === milli / 1000))
})

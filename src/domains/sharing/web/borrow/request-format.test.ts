import { expect, test } from 'vitest'
import { formatOfferEnd } from './request-format.ts'

test('an offer that ends at midnight is said to end with its last day, any other at its time', () => {
  expect(formatOfferEnd(new Date(2031, 4, 4, 0, 0).toISOString())).toBe('through May 3')
  expect(formatOfferEnd(new Date(2031, 4, 4, 0, 30).toISOString())).toMatch(/^until May 4, 12:30\sAM$/)
})

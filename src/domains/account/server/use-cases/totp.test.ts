import { expect, test } from 'vitest'
import { matchTotpPeriod, totpCodeAt } from './two-factor.ts'

// The last six digits of RFC 6238's SHA-1 vectors (appendix B).
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('returns the RFC’s code at %d s: %s', (seconds, code) => {
  expect(totpCodeAt('12345678901234567890', seconds)).toBe(code)
})

test('accepts a code one period early or late, but not two', () => {
  const now = new Date(1_234_567_890_000)
  const at = (drift: number) => matchTotpPeriod('a secret', totpCodeAt('a secret', 1_234_567_890 + drift), now)
  expect([-60, -30, 0, 30, 60].map(at)).toEqual([null, 41_152_262, 41_152_263, 41_152_264, null])
  expect(matchTotpPeriod('a secret', '', now)).toBeNull()
})

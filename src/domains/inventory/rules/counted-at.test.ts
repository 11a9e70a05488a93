import { expect, it } from 'vitest'
import { countedAt } from './counted-at.ts'

it('is now, but after the last count', () => {
  const now = new Date('2026-11-28T18:00:00.005Z')
  expect(countedAt(null, now)).toBe('2026-11-28T18:00:00.005Z')
  expect(countedAt('2026-11-28T18:00:00.004Z', now)).toBe('2026-11-28T18:00:00.005Z')
  expect(countedAt('2026-11-28T18:00:00.005Z', now)).toBe('2026-11-28T18:00:00.006Z')
})

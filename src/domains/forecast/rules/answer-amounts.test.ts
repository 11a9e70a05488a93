import { expect, test } from 'vitest'
import type { Unit } from '#platform/shared/units.ts'
import { answerAmounts, guessPieces, nearestQuarter } from './answer-amounts.ts'

test.each([
  [0.2, 2, 'each', 1],
  [2.6, 4, 'each', 3],
  [0.7, 1.5, 'each', null],
  [347, 500, 'g', null],
] as const)('guesses for %s of %s %s: %s pieces', (left, quantity, unit, pieces) => {
  expect(guessPieces(left, quantity, unit)).toBe(pieces)
})

test('says a share in quarters, never none or all', () => {
  expect([0, 0.3, 0.38, 0.5, 0.7, 0.95].map(nearestQuarter)).toEqual([0.25, 0.25, 0.5, 0.5, 0.75, 0.75])
})

test.each<[number, Unit, number[]]>([
  [1, 'each', [0, 1]],
  [4, 'each', [0, 1, 2, 3, 4]],
  [6, 'each', [0, 2, 3, 5, 6]],
  [1.5, 'each', [0, 0.38, 0.75, 1.1, 1.5]],
  [1, 'l', [0, 0.25, 0.5, 0.75, 1]],
  [500, 'g', [0, 130, 250, 380, 500]],
  [333.333, 'ml', [0, 83, 170, 250, 333.333]],
  [0.001, 'kg', [0, 0.00025, 0.0005, 0.00075, 0.001]],
])('offers for %s %s: %j', (quantity, unit, amounts) => {
  const answers = answerAmounts(quantity, unit)
  expect(answers.map((answer) => answer.quantity)).toEqual(amounts)
  const isCounted = unit === 'each' && Number.isInteger(quantity)
  expect(answers.map(({ share }) => share)).toEqual(
    isCounted ? amounts.map((_, i) => [0, 1][i === 0 ? 0 : i === amounts.length - 1 ? 1 : 2] ?? null) : [0, 0.25, 0.5, 0.75, 1],
  )
})

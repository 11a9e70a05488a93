import { expect, test } from 'vitest'
import type { Unit } from '#platform/shared/units.ts'
import { answerAmounts, roughAmount } from './answer-amounts.ts'

test.each<[number, Unit, number]>([
  [0.2, 'each', 1],
  [2.6, 'each', 3],
  [347, 'g', 300],
  [0.046, 'l', 0.05],
])('says for %s %s about %s', (quantity, unit, rough) => {
  expect(roughAmount(quantity, unit)).toBe(rough)
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
  expect(answerAmounts(quantity, unit)).toEqual(amounts)
})

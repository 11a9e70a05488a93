import { expect, test } from 'vitest'
import type { Unit } from '#platform/shared/units.ts'
import { answerAmounts, guessLeft } from './answer-amounts.ts'

test.each<[number, number, Unit, unknown]>([
  [0.2, 2, 'each', { pieces: 1 }],
  [2.6, 4, 'each', { pieces: 3 }],
  [3.7, 4, 'each', null],
  [0.7, 1.5, 'each', { share: 0.5 }],
  [10, 500, 'g', { share: 0.25 }],
  [347, 500, 'g', { share: 0.75 }],
  [450, 500, 'g', null],
])('guesses for %s of %s %s: %j', (left, quantity, unit, guess) => {
  expect(guessLeft(left, quantity, unit)).toEqual(guess)
})

test.each<[number, Unit, number[]]>([
  [1, 'each', [0, 1]],
  [4, 'each', [0, 1, 2, 3, 4]],
  [6, 'each', [0, 2, 3, 5, 6]],
  [1.5, 'each', [0, 0.38, 0.75, 1.1, 1.5]],
  [1, 'l', [0, 0.25, 0.5, 0.75, 1]],
  [500, 'g', [0, 130, 250, 380, 500]],
  [333.333, 'ml', [0, 83, 170, 250, 333.333]],
  [0.005, 'kg', [0, 0.001, 0.003, 0.004, 0.005]],
])('offers for %s %s: %j', (quantity, unit, amounts) => {
  const answers = answerAmounts(quantity, unit)
  expect(answers.map((answer) => answer.quantity)).toEqual(amounts)
  const isCounted = unit === 'each' && Number.isInteger(quantity)
  expect(answers.map(({ share }) => share)).toEqual(
    isCounted ? amounts.map((_, i) => [0, 1][i === 0 ? 0 : i === amounts.length - 1 ? 1 : 2] ?? null) : [0, 0.25, 0.5, 0.75, 1],
  )
})

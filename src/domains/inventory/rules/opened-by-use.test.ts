import { expect, it } from 'vitest'
import type { Unit } from '#platform/shared/units.ts'
import { isOpenedByUse } from './opened-by-use.ts'

const isOpened = (quantity: number, unit: Unit, used: number, wasOpened = false) =>
  isOpenedByUse({ isOpened: wasOpened, milli: quantity * 1000, unit }, used * 1000)

it('opens a measured lot that is used in part, but not one that is used up or already open', () => {
  expect(isOpened(2, 'l', 0.25)).toBe(true)
  expect(isOpened(500, 'g', 499)).toBe(true)
  expect(isOpened(2, 'l', 2)).toBe(false)
  expect(isOpened(2, 'l', 1, true)).toBe(false)
})

it('opens the last piece of a counted lot, and leaves whole pieces sealed', () => {
  expect(isOpened(1, 'each', 0.75)).toBe(true)
  expect(isOpened(2, 'piece', 1.5)).toBe(true)
  expect(isOpened(6, 'each', 1)).toBe(false)
  expect(isOpened(2, 'each', 1)).toBe(false)
  expect(isOpened(1, 'each', 1)).toBe(false)
})

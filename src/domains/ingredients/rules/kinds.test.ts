import { expect, test } from 'vitest'
import { amountOfKind, convertOfKind, kindsByParent } from './kinds.ts'

const each = (factor: number) => [{ from: 'each', to: 'g', factor }] as const

test('finds the kinds of each ingredient, in their order', () => {
  const all = [{ id: 'brie', parentId: 'cheese' }, { id: 'cheese', parentId: null }, { id: 'old' }, { id: 'gouda', parentId: 'cheese' }]
  expect([...kindsByParent(all)].map(([id, kinds]) => [id, kinds.map((kind) => kind.id)])).toEqual([['cheese', ['brie', 'gouda']]])
})

test('converts an amount of a kind by its own weight, or else by that of what it is a kind of', () => {
  expect(convertOfKind(3, 'each', 'g', each(30), each(150))).toBe(90)
  expect(convertOfKind(3, 'each', 'g', [], each(150))).toBe(450)
  expect(convertOfKind(3, 'each', 'g', undefined, each(150))).toBe(450)
  expect(convertOfKind(3, 'each', 'g', [], [])).toBeNull()
  expect(convertOfKind(3, 'each', 'item', each(30), each(150))).toBe(3)
})

test('leaves an amount as it is that can’t be converted', () => {
  const parent = { unit: 'g', conversions: [] } as const
  expect(amountOfKind({ milli: 2000, unit: 'each' }, { conversions: each(200) }, parent)).toEqual({ milli: 400_000, unit: 'g' })
  expect(amountOfKind({ milli: 2000, unit: 'each' }, { conversions: [] }, parent)).toEqual({ milli: 2000, unit: 'each' })
})

import { expect, test } from 'vitest'
import type { SeenFood } from '../contract.ts'
import { matchShelf } from './match-shelf.ts'

const food = (ingredientId: string | null, evidence: SeenFood['evidence'], confidence: number): SeenFood => ({
  ingredientId,
  name: ingredientId ?? 'Quince jelly',
  barcode: null,
  evidence,
  confidence,
})
const item = (id: string, ingredientId: string) => ({ id, ingredient: { id: ingredientId } })
const shelf = [item('1', 'milk'), item('2', 'rice'), item('3', 'eggs'), item('4', 'jam'), item('5', 'jam'), item('6', 'kiwi')]

test('tells what is seen, unseen and new apart, and ticks only what is plain', () => {
  const { seen, unseen, others } = matchShelf(shelf, [
    food('milk', 'barcode', 0.88),
    food('rice', 'print', 0.7),
    food('kiwi', 'looks', 0.95),
    food('jam', 'barcode', 0.99),
    food('oats', 'print', 0.7),
    food(null, 'print', 0.7),
  ])
  expect(seen.map((one) => [one.item.id, one.isLikely, one.isOneOfSeveral])).toEqual([
    ['1', true, false],
    ['2', true, false],
    ['6', false, false],
    ['4', false, true],
    ['5', false, true],
  ])
  expect(unseen.map(({ id }) => id)).toEqual(['3'])
  expect(others.map(({ ingredientId }) => ingredientId)).toEqual(['oats', null])
})

test('asks about weak print', () =>
  expect(matchShelf(shelf, [food('rice', 'print', 0.5)]).seen.map(({ isLikely }) => isLikely)).toEqual([false]))

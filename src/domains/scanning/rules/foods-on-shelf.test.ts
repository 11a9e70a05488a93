import { expect, test } from 'vitest'
import { foodsOnShelf, type Sign } from './foods-on-shelf.ts'

const sign = (name: string, evidence: Sign['evidence'], confidence: number, ingredientId: string | null = name): Sign => ({
  ingredientId,
  name,
  barcode: evidence === 'barcode' ? '4006381333931' : null,
  evidence,
  confidence,
})
const summarize = (signs: Sign[]) => foodsOnShelf(signs).map(({ name, evidence, confidence }) => [name, evidence, confidence])

test('names each food once, with its strongest evidence, most likely first', () => {
  expect(
    summarize([sign('Rice', 'print', 0.7), sign('Milk', 'barcode', 0.88), sign('Milk', 'print', 0.75), sign('Oats', 'print', 0.5)]),
  ).toEqual([
    ['Milk', 'barcode', 0.97],
    ['Rice', 'print', 0.7],
    ['Oats', 'print', 0.5],
  ])
})

test('counts the same print in two parts of the photo once', () =>
  expect(summarize([sign('Rice', 'print', 0.6), sign('Rice', 'print', 0.7)])).toEqual([['Rice', 'print', 0.7]]))

test('needs plainer signs for what the household doesn’t have, and for looks', () => {
  expect(summarize([sign('Tomato', 'print', 0.6, null), sign('Kiwi', 'looks', 0.8, null), sign('Pear', 'looks', 0.4)])).toEqual([])
  expect(summarize([sign('Tomato', 'print', 0.6), sign('Kiwi', 'looks', 0.8)])).toEqual([
    ['Kiwi', 'looks', 0.8],
    ['Tomato', 'print', 0.6],
  ])
})

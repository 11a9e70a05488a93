import { expect, test } from 'vitest'
import { z } from 'zod'
import { Id } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type FindSold, type MissingLines, type MissingListRow, rowIdOf, toMissingListRows } from './missing-list-rows.ts'

test('the ids of the rows that an addition makes differ by recipe, line and addition', () => {
  const [one, other] = ['0199c2b4-7f10-7a52-9a3c-0f4b7de1a2c3', '5f0c2f6e-1d8b-4c39-8f11-fffffffffffa']
  const ids = [one, other].flatMap((addition) =>
    [one, other].flatMap((recipe) => Array.from({ length: 100 }, (_, place) => rowIdOf(addition, recipe, place))),
  )
  expect(new Set(ids).size).toBe(400)
  expect(z.array(Id).parse(ids)).toEqual(ids)
  expect(rowIdOf(one, other, 7)).toBe(ids[107])
})

const butter = (recipeId: string, lacking: number, stockUnit: Unit | null = 'g'): MissingLines => ({
  recipeId,
  recipeName: recipeId,
  lines: [{ id: `row of ${recipeId}`, ingredientId: 'butter', ingredientName: 'Butter', food: 'butter', lacking, stockUnit }],
})
const inPacks: FindSold = () => ({ packs: [{ quantity: 250, unit: 'g' }], conversions: [] })
const shown = (rows: readonly MissingListRow[]) =>
  rows.map(({ recipeId, item: { suggestedQuantity = '?', unit = '?' } }) => `${recipeId} ${suggestedQuantity} ${unit}`)
const nothingListed = () => []

test('rounds once what recipes lack together', () => {
  const missing = ['pie', 'cake', 'tart', 'bread', 'buns'].map((recipe) => butter(recipe, 20))
  const rows = toMissingListRows(missing, inPacks, nothingListed)
  expect(shown(rows)).toEqual(['pie 20 g', 'cake 20 g', 'tart 20 g', 'bread 20 g', 'buns 170 g'])
})

test('counts what the recipes have on the list, for each other too', () => {
  const listed = (milli: number) => (recipeId: string) =>
    recipeId === 'pie' ? [{ ingredientKey: 'butter', milli, unit: 'g' as const }] : []
  const missing = [butter('pie', 20), butter('cake', 100)]
  expect(toMissingListRows(missing, inPacks, listed(250_000))).toEqual([])
  expect(shown(toMissingListRows(missing, inPacks, listed(10_000)))).toEqual(['pie 10 g', 'cake 240 g'])
  expect(shown(toMissingListRows([butter('pie', 300)], inPacks, listed(250_000)))).toEqual(['pie 250 g'])
})

test('lists units that can be converted together, and others apart', () => {
  const missing = [{ ...butter('pie', 100), lines: [...butter('pie', 100).lines, ...butter('pie', 1, 'cup').lines] }]
  const conversions = [{ from: 'cup' as const, to: 'g' as const, factor: 227 }]
  expect(shown(toMissingListRows(missing, () => ({ packs: [], conversions }), nothingListed))).toEqual(['pie 330 g'])
  expect(shown(toMissingListRows(missing, () => undefined, nothingListed))).toEqual(['pie 100 g', 'pie 1 cup'])
  const listed = () => [{ ingredientKey: 'butter', milli: 1000, unit: 'cup' as const }]
  expect(shown(toMissingListRows(missing, () => undefined, listed))).toEqual(['pie 100 g'])
})

test('adds a row without an amount only for a recipe that has none on the list', () => {
  const missing = [butter('pie', 0, null), butter('cake', 20)]
  expect(shown(toMissingListRows(missing, inPacks, nothingListed))).toEqual(['pie ? ?', 'cake 250 g'])
  const listed = () => [{ ingredientKey: 'butter', milli: 1000, unit: 'each' as const }]
  expect(shown(toMissingListRows(missing, inPacks, listed))).toEqual(['cake 250 g'])
})

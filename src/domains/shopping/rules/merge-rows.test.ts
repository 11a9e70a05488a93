import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxNote } from '#domains/ingredients/contract/index.ts'
import { convert, type Unit } from '#platform/shared/units.ts'
import { findRowToMerge, isSameItem, type OpenRow, quantityAfter, replaceMergedPart } from './merge-rows.ts'

const open = (part: Partial<OpenRow> = {}): OpenRow => ({
  id: 'a',
  ingredientId: null,
  ingredientKey: 'flour',
  milli: 1000,
  unit: 'kg',
  note: '',
  createdAt: '1',
  ...part,
})

describe('merging items', () => {
  it('compares by ingredient, or by name if either has none', () => {
    const [ingredient, other, name] = [
      { ingredientId: 'f', ingredientKey: 'flour' },
      { ingredientId: 'g', ingredientKey: 'flour' },
      { ingredientId: null, ingredientKey: 'flour' },
    ]
    expect([
      isSameItem(ingredient, other),
      isSameItem(ingredient, name),
      isSameItem(name, other),
      isSameItem(name, { ingredientId: null, ingredientKey: 'rice' }),
    ]).toEqual([false, true, true, false])
    expect(isSameItem(ingredient, { ingredientId: 'f', ingredientKey: 'plain flour' })).toBe(true)
  })

  it('prefers a row in the same unit, then the oldest', () => {
    const rows = [
      open({ id: 'young', createdAt: '3' }),
      open({ id: 'old', createdAt: '2' }),
      open({ id: 'grams', unit: 'g', createdAt: '9' }),
    ]
    const added = { ingredientId: null, ingredientKey: 'flour', milli: 5000, note: '' }
    expect(findRowToMerge(rows, { ...added, unit: 'kg' })).toMatchObject({ row: { id: 'old' }, milli: 5000 })
    expect(findRowToMerge(rows, { ...added, unit: 'g' })).toMatchObject({ row: { id: 'grams' } })
    expect(findRowToMerge(rows, { ...added, unit: 'cup' })).toBeNull()
    expect(findRowToMerge([open()], { ...added, unit: 'oz' })).toBeNull()
  })

  it('keeps both notes, in rows of their own if they are too long together', () => {
    const added = { ingredientId: null, ingredientKey: 'flour', milli: 1000, unit: 'kg' as const, note: 'type 405' }
    expect(findRowToMerge([open({ note: 'organic' })], added)).toMatchObject({ note: 'organic; type 405' })
    expect(findRowToMerge([open({ note: 'a'.repeat(maxNote) })], added)).toBeNull()
  })

  it.each([
    ['bottles', 'bottle; green', 'bottles; green'],
    ['bottles', 'Flaschen', 'bottles'],
    ['', '', ''],
    ['bottles', 'cans', null],
    ['bottles', '', null],
    ['', 'bottles', null],
  ])('adds up only what is in the same pack: %j and %j', (first, second, note) => {
    const [row, added] = [open({ unit: 'each', note: first }), { ingredientId: null, ingredientKey: 'flour', milli: 2000 }]
    expect(findRowToMerge([row], { ...added, unit: 'each', note: second })?.note ?? null).toBe(note)
  })

  it('preserves the quantity in any units', () => {
    const anyUnit = fc.constantFrom<Unit>('g', 'kg', 'oz', 'lb', 'ml', 'l', 'cup', 'tsp', 'each', 'piece')
    fc.assert(
      fc.property(anyUnit, anyUnit, fc.integer({ min: 1, max: 5_000_000 }), (of, unit, milli) => {
        const fit = findRowToMerge([open({ unit: of })], { ingredientId: null, ingredientKey: 'flour', milli, unit, note: '' })
        if (fit) expect(convert(fit.milli, of, unit)).toBeCloseTo(milli, 6)
      }),
    )
  })
})

describe('a changed quantity', () => {
  it('changes by the difference to what was seen, but never to zero', () => {
    expect(quantityAfter(2000, 3000, 2000)).toBe(3000)
    expect(quantityAfter(3000, 3000, 2000)).toBe(4000)
    expect(quantityAfter(1000, 1000, 2000)).toBe(1000)
    expect(quantityAfter(9000, 3000, null)).toBe(3000)
  })

  it('is independent of the order of changes while it stays above zero', () => {
    const anySteps = fc.array(fc.integer({ min: -3, max: 5 }), { maxLength: 8 })
    fc.assert(
      fc.property(anySteps, (steps) => {
        const start = 100
        const run = (order: readonly number[]) => order.reduce((now, step) => quantityAfter(now, start + step, start), start)
        expect(run(steps)).toBe(run(steps.toReversed()))
        expect(run(steps)).toBe(start + steps.reduce((sum, step) => sum + step, 0))
      }),
    )
  })
})

describe('a merged part of a row', () => {
  it('is changed and removed in its own unit without affecting the remainder', () => {
    const row = { milli: 1250, unit: 'kg' } as const
    const part = { milli: 250_000, unit: 'g' } as const
    expect(replaceMergedPart(row, part, { milli: 500_000, unit: 'g' })).toBe(1500)
    expect(replaceMergedPart(row, part, { milli: 2000, unit: 'kg' })).toBe(3000)
    expect(replaceMergedPart(row, part, null)).toBe(1000)
    expect(replaceMergedPart({ milli: 200, unit: 'kg' }, part, null)).toBe(0)
    expect(replaceMergedPart({ milli: 100, unit: 'kg' }, part, { milli: 100_000, unit: 'g' })).toBe(1)
    expect(replaceMergedPart(row, part, { milli: 1000, unit: 'cup' })).toBeNull()
  })
})

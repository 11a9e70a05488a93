import { describe, expect, it } from 'vitest'
import { compareLinesWithStock, type StockLookup } from './compare-lines-with-stock.ts'
import { needInOwnUnits, needOf, scaleNeed } from './needs.ts'
import { parseLine } from './parse-line.ts'
import { stockedIngredient } from './stock-for-recipes.ts'

const ownUnits = [
  { name: 'can', quantity: 400, unit: 'g' },
  { name: 'clove', quantity: 5, unit: 'g' },
  { name: 'pack', quantity: 250, unit: 'g' },
] as const
const needIn = (line: string, servings = 4) => {
  const need = needOf(parseLine(line))
  if (!need) throw new Error(`no need in ${line}`)
  const { milli, unit, family } = needInOwnUnits(scaleNeed(need, servings, 4), { ownUnits })
  return [milli, unit, family]
}

describe('a line that counts cans', () => {
  it.each([
    ['2 cans tomatoes', [800_000, 'g', 'mass']],
    ['2 Dosen Tomaten', [800_000, 'g', 'mass']],
    ['1 boîte de tomates', [400_000, 'g', 'mass']],
    ['3 cloves garlic', [15_000, 'g', 'mass']],
    ['1 Packung Mozzarella', [250_000, 'g', 'mass']],
    ['300 g tomatoes', [300_000, 'g', 'mass']],
    ['2 tomatoes', [2000, 'each', 'count']],
    ['1 jar tomatoes', [1000, 'each', 'count']],
  ])('is what the ingredient says one is: %s', (line, expected) => {
    expect(needIn(line)).toEqual(expected)
  })

  it('follows the servings, also for portions that stock can’t count', () => {
    expect(needIn('2 cans tomatoes', 2)).toEqual([400_000, 'g', 'mass'])
    expect(needIn('3 cloves garlic', 8)).toEqual([30_000, 'g', 'mass'])
  })
})

function compared(line: string, stock: { unit: 'g' | 'each'; milli: number }[]) {
  const tomatoes = stockedIngredient({ id: 'id', name: 'Tomatoes', conversions: [], ownUnits }, stock, [], '2026-11-21')
  const lookup: StockLookup = { match: () => ({ id: 'id', isConfirmed: false }), ingredient: () => tomatoes, reservedFor: () => null }
  const recipe = { ingredients: [line], lines: [parseLine(line)], servings: 4 }
  const [found] = compareLinesWithStock(recipe, lookup, 4).lines
  return [found?.state, found?.take, found?.lacking, found?.stockUnit]
}

describe('cooking', () => {
  it('takes the weight of the cans', () => {
    expect(compared('2 cans tomatoes', [{ unit: 'g', milli: 1_000_000 }])).toEqual(['have', 800, 0, 'g'])
    expect(compared('2 cans tomatoes', [{ unit: 'g', milli: 500_000 }])).toEqual(['short', 500, 300, 'g'])
  })

  it('still counts cans that are in stock as pieces', () => {
    expect(compared('2 cans tomatoes', [{ unit: 'each', milli: 3000 }])).toEqual(['have', 2, 0, 'each'])
  })
})

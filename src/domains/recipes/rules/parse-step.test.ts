import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLine } from './parse-line.ts'
import { linesOfStep, timersOf } from './parse-step.ts'
import { formatCookQuantity, scaleLine } from './servings.ts'

describe('a step', () => {
  it('has a timer for every time it names, for a range the longer one', () => {
    expect(timersOf('Fry for 6 to 8 minutes, then bake for 1.5 hours. Rest 30 sec.')).toEqual([
      { words: '6 to 8 minutes', seconds: 480 },
      { words: '1.5 hours', seconds: 5400 },
      { words: '30 sec', seconds: 30 },
    ])
    expect(timersOf('Heat to 200 °C and add 3 eggs.')).toEqual([])
  })
  it('shows the ingredients it mentions', () => {
    const lines = ['400 g spaghetti', '3 eggs', '2 cloves garlic', '1 bunch fresh basil', '60 ml soy sauce'].map(parseLine)
    expect(linesOfStep('Boil the spaghetti. Beat an egg with the garlic sauce.', lines)).toEqual([0, 1, 2])
    expect(linesOfStep('Serve.', lines)).toEqual([])
  })
})

describe('a scaled line', () => {
  it.each([
    ['2 cups flour, sifted', 2, '4 cups flour, sifted'],
    ['1½ tsp salt', 2, '3 tsp salt'],
    ['1 1/2 cups milk', 0.5, '¾ cups milk'],
    ['400 g spaghetti', 0.5, '200 g spaghetti'],
    ['3 eggs', 0.5, '1½ eggs'],
    ['2 x 400 g cans tomatoes', 2, '1600 g tomatoes'],
    ['1 lb 4 oz beef', 2, '2½ lb beef'],
    ['salt to taste', 3, 'salt to taste'],
    ['0.25 kg rice', 3, '0.75 kg rice'],
    ['2-3 carrots', 2, '4 carrots'],
  ])('%s times %s is %s', (text, factor, shown) => expect(scaleLine(parseLine(text), factor)).toBe(shown))
  it('is unchanged for the recipe’s own servings, and never empty', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.double({ min: 0.1, max: 20, noNaN: true }), (text, factor) => {
        const line = parseLine(text)
        expect(scaleLine(line, 1)).toBe(text)
        if (text.trim() !== '') expect(scaleLine(line, factor).trim()).not.toBe('')
      }),
    )
  })
  it('is within a thirtieth of a unit of the exact amount', () => {
    expect([0.25, 1 / 3, 1.5, 2.99, 0.02, 7].map((quantity) => formatCookQuantity(quantity, 'cup'))).toEqual([
      '¼',
      '⅓',
      '1½',
      '3',
      '0',
      '7',
    ])
  })
})

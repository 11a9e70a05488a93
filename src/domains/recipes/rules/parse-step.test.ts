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
  it.each([
    ['Rest for 1/2 hour.', '1/2 hour', 1800],
    ['Bake for 1 1/2 hours.', '1 1/2 hours', 5400],
    ['Bake 1-1/2 hours.', '1-1/2 hours', 5400],
    ['Simmer 1½ hours.', '1½ hours', 5400],
    ['After a 20-minute rest, knead.', '20-minute', 1200],
    ['Bake for 45 min to 1 hour.', '45 min to 1 hour', 3600],
    ['1 hour and 15 minutes later, serve.', '1 hour and 15 minutes', 4500],
    ['1 Std. 20 Min. backen.', '1 Std. 20 Min', 4800],
    ['½ Stunde ruhen lassen.', '½ Stunde', 1800],
    ['Cuire 1h30 au four.', '1h30', 5400],
    ['Laisser mijoter 1 h 30 à feu doux.', '1 h 30', 5400],
    ['Cuire 10 mn.', '10 mn', 600],
    ['Dissolve for 2 h 30 g of salt.', '2 h', 7200],
  ])('reads the one time of %j', (step, words, seconds) => expect(timersOf(step)).toEqual([{ words, seconds }]))
  it('has two timers if a sentence ends between two times', () => {
    expect(timersOf('Simmer 1 hour. 20 minutes later, stir.').map(({ seconds }) => seconds)).toEqual([3600, 1200])
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
    ['1 Pfund Mehl', 2, '1000 g Mehl'],
    ['1 livre de fraises', 2, '1000 g fraises'],
    ['1 Dutzend Eier', 2, '24 Eier'],
    ['1 halbe Zitrone', 2, '1 Zitrone'],
    ['1 demi-citron', 2, '1 citron'],
    ['1 and a half cups milk', 2, '3 cup milk'],
    ['1 jigger rum', 2, '3 fl oz rum'],
    ['2⅕ cups oats', 2, '4⅖ cups oats'],
    ['1,500 g flour', 2, '3000 g flour'],
    ['1.500 g Mehl', 2, '3000 g Mehl'],
    ['1/3 cup oil', 3, '1 cup oil'],
    ['eine Prise Salz', 2, '2 Prise Salz'],
    ['⅛ tsp salt', 1 / 6, '0.02 tsp salt'],
    ['1 g saffron', 1 / 500, '0.002 g saffron'],
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
      '0.02',
      '7',
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { matchPrintedText, type NamedIngredient } from './match-printed-text.ts'

const ingredient = (name: string, ...aliases: string[]): NamedIngredient => ({ id: name, name, aliases })
const ingredients = [
  ingredient('Butter'),
  ingredient('Buttermilk'),
  ingredient('Milk', 'whole milk'),
  ingredient('Oat milk', 'oat drink', 'Haferdrink'),
  ingredient('Apple'),
  ingredient('Pineapple'),
  ingredient('Grape'),
  ingredient('Crème fraîche'),
  ingredient('Raspberry'),
  ingredient('Date'),
  ingredient('Sugar'),
]
const print = (...texts: string[]) => texts.map((text) => ({ text, height: 20 }))
const names = (lines: { text: string; height: number }[]) => matchPrintedText(lines, ingredients).map((match) => match.ingredient.name)

describe('matching ingredients in the print of a package', () => {
  it.each([
    ['OAT DRINK', 'Oat milk'],
    ['THEOATDRINK', 'Oat milk'],
    ['Creme fraiche', 'Crème fraîche'],
    ['CREMEFRAICHE', 'Crème fraîche'],
    ['Rasberry', 'Raspberry'],
    ['fresh apples', 'Apple'],
    ['haferdrink', 'Oat milk'],
  ])('reads %s as %s', (text, name) => {
    expect(names(print(text))[0]).toBe(name)
  })

  it('matches a name that continues on the next line', () => {
    expect(names(print('OAT', 'DRINK'))).toEqual(['Oat milk'])
  })

  it('ignores a name inside another one', () => {
    expect(names(print('Buttermilk'))).toEqual(['Buttermilk'])
    expect(names(print('PINEAPPLE'))).toEqual(['Pineapple'])
    expect(names(print('grapefruit'))).not.toContain('Apple')
    expect(names(print('oat milk'))).toEqual(['Oat milk'])
  })

  it('ignores words about dates', () => {
    expect(names(print('Best before date: see lid'))).toEqual([])
  })

  it('trusts large print more, and a list of ingredients hardly at all', () => {
    const [first, second] = matchPrintedText(
      [
        { text: 'Apple', height: 60 },
        { text: 'Ingredients: water, sugar', height: 8 },
        { text: 'milk', height: 8 },
      ],
      ingredients,
    )
    expect(first?.ingredient.name).toBe('Apple')
    expect(first?.p).toBe(0.75)
    expect(second?.p).toBeLessThan(0.2)
  })
})

test('returns only given ingredients, with a probability up to the limit, for any print', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.string({ maxLength: 300 }), height: fc.integer({ min: 1, max: 500 }) }), { maxLength: 80 }),
      (lines) => {
        for (const match of matchPrintedText(lines, ingredients)) {
          expect(ingredients).toContain(match.ingredient)
          expect(match.p > 0 && match.p <= 0.75).toBe(true)
        }
      },
    ),
  )
})

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { matchPrint, type NamedFood } from './match-print.ts'

const food = (name: string, ...aliases: string[]): NamedFood => ({ id: name, name, aliases })
const foods = [
  food('Butter'),
  food('Buttermilk'),
  food('Milk', 'whole milk'),
  food('Oat milk', 'oat drink', 'Haferdrink'),
  food('Apple'),
  food('Pineapple'),
  food('Grape'),
  food('Crème fraîche'),
  food('Raspberry'),
  food('Date'),
  food('Sugar'),
]
const print = (...texts: string[]) => texts.map((text) => ({ text, height: 20 }))
const names = (lines: { text: string; height: number }[]) => matchPrint(lines, foods).map((match) => match.food.name)

describe('a food is found in the print of a pack', () => {
  it.each([
    ['OAT DRINK', 'Oat milk'],
    ['THEOATDRINK', 'Oat milk'],
    ['Creme fraiche', 'Crème fraîche'],
    ['CREMEFRAICHE', 'Crème fraîche'],
    ['Rasberry', 'Raspberry'],
    ['fresh apples', 'Apple'],
    ['haferdrink', 'Oat milk'],
  ])('%s is %s', (text, name) => {
    expect(names(print(text))[0]).toBe(name)
  })

  it('over the end of a line', () => {
    expect(names(print('OAT', 'DRINK'))).toEqual(['Oat milk'])
  })

  it('but not in another one’s name', () => {
    expect(names(print('Buttermilk'))).toEqual(['Buttermilk'])
    expect(names(print('PINEAPPLE'))).toEqual(['Pineapple'])
    expect(names(print('grapefruit'))).not.toContain('Apple')
    expect(names(print('oat milk'))).toEqual(['Oat milk'])
  })

  it('nor in what is printed about dates', () => {
    expect(names(print('Best before date: see lid'))).toEqual([])
  })

  it('the larger its print the plainer, and hardly among the ingredients', () => {
    const [first, second] = matchPrint(
      [
        { text: 'Apple', height: 60 },
        { text: 'Ingredients: water, sugar', height: 8 },
        { text: 'milk', height: 8 },
      ],
      foods,
    )
    expect(first?.food.name).toBe('Apple')
    expect(first?.p).toBe(0.75)
    expect(second?.p).toBeLessThan(0.2)
  })
})

test('whatever is printed, every match is a food of the list with a share between 0 and what print is trusted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.string({ maxLength: 300 }), height: fc.integer({ min: 1, max: 500 }) }), { maxLength: 80 }),
      (lines) => {
        for (const match of matchPrint(lines, foods)) {
          expect(foods).toContain(match.food)
          expect(match.p > 0 && match.p <= 0.75).toBe(true)
        }
      },
    ),
  )
})

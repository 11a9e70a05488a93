import { describe, expect, it } from 'vitest'
import { fuse, type Guesses } from './fuse.ts'

const apple = { id: '1', name: 'Äpfel', aliases: ['Apple'] }
const gala = { id: '2', name: 'Royal Gala', aliases: [] }
const juice = { id: null, name: 'Apple juice', aliases: [] }
const kinds: Record<string, string> = { 'Royal-Gala': 'Apple', 'Pink-Lady': 'Apple', Anjou: 'Pear' }
const seen = (...fine: [string, number][]): Guesses => {
  const coarse = new Map<string, number>()
  for (const [label, p] of fine) coarse.set(kinds[label] ?? label, (coarse.get(kinds[label] ?? label) ?? 0) + p)
  return {
    fine: fine.map(([label, p]) => ({ label, p })),
    coarse: [...coarse].map(([label, p]) => ({ label, p })),
    coarseOf: (label) => kinds[label] ?? label,
  }
}
const nothing = { guesses: null, nearest: null, lines: [], ingredients: [apple, juice] }
const print = (...texts: string[]) => texts.map((text) => ({ text, height: 20 }))

describe('what a photo shows', () => {
  it('is nothing when nothing speaks for anything', () => {
    expect(fuse(nothing)).toEqual({ candidates: [], isAnswer: false, fine: null, coarse: null })
    expect(fuse({ ...nothing, guesses: seen(['Royal-Gala', 0.05], ['Anjou', 0.04]) })).toEqual({
      candidates: [],
      isAnswer: false,
      fine: null,
      coarse: null,
    })
  })

  it('is not even offered where the picture looks more like nothing than like any food, whatever is left looks like most', () => {
    const offered = (...fine: [string, number][]) => fuse({ ...nothing, guesses: seen(...fine) }).candidates.length
    expect(offered(['Royal-Gala', 0.49])).toBe(0)
    expect(offered(['Royal-Gala', 0.3], ['Anjou', 0.21])).toBe(2)
    expect(fuse({ ...nothing, guesses: seen(['Royal-Gala', 0.4]), lines: print('Apple juice') }).candidates).toMatchObject([
      { name: 'Apple juice' },
    ])
  })

  it('is the kind when the sort is unsure, and the household’s own food of it', () => {
    const { candidates, isAnswer, coarse } = fuse({ ...nothing, guesses: seen(['Royal-Gala', 0.45], ['Pink-Lady', 0.4], ['Anjou', 0.1]) })
    expect(candidates[0]).toEqual({ id: '1', name: 'Äpfel', confidence: expect.closeTo(0.85) })
    expect([isAnswer, coarse]).toEqual([true, 'Apple'])
  })

  it('is the sort when the household keeps it by that name', () => {
    const { candidates, fine } = fuse({ ...nothing, ingredients: [apple, gala], guesses: seen(['Royal-Gala', 0.9], ['Pink-Lady', 0.05]) })
    expect(candidates[0]).toMatchObject({ id: '2', name: 'Royal Gala' })
    expect(fine).toBe('Royal-Gala')
  })

  it('is the kind, as likely as its sorts together, when the household does not tell them apart, however sure the sort is', () => {
    const guesses = seen(['Royal-Gala', 0.7], ['Pink-Lady', 0.2])
    expect(fuse({ ...nothing, guesses }).candidates[0]).toEqual({ id: '1', name: 'Äpfel', confidence: expect.closeTo(0.9) })
    expect(fuse({ ...nothing, ingredients: [apple, gala], guesses }).candidates[0]).toMatchObject({ id: '2', confidence: 0.7 })
  })

  it('is likelier when picture and print say the same, and led by the print where two sorts look alike', () => {
    const alone = fuse({ ...nothing, guesses: seen(['Royal-Gala', 0.7], ['Anjou', 0.2]) })
    const both = fuse({ ...nothing, guesses: seen(['Royal-Gala', 0.7], ['Anjou', 0.2]), lines: print('APPLE') })
    expect(both.candidates[0]?.confidence).toBeGreaterThan(alone.candidates[0]?.confidence ?? 1)
    const led = fuse({ ...nothing, guesses: seen(['Royal-Gala', 0.5], ['Pink-Lady', 0.45]), lines: print('PINK LADY') })
    expect(led.fine).toBe('Pink-Lady')
  })

  it('is what the household confirmed before when that looks the same', () => {
    const { candidates } = fuse({ ...nothing, guesses: seen(['Anjou', 0.8]), nearest: { ingredientId: '1', p: 0.95 } })
    expect(candidates[0]).toMatchObject({ id: '1', confidence: 0.95 })
  })

  it('is never a food the household has removed', () => {
    expect(fuse({ ...nothing, nearest: { ingredientId: 'gone', p: 0.99 } }).candidates).toEqual([])
  })

  it('is a name without an id when the household has no such food', () => {
    expect(fuse({ ...nothing, lines: print('Apple juice') }).candidates[0]).toMatchObject({ id: null, name: 'Apple juice' })
  })
})

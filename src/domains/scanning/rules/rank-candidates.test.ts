import { describe, expect, it } from 'vitest'
import { type PictureLabels, rankCandidates } from './rank-candidates.ts'

const apple = { id: '1', name: 'Äpfel', aliases: ['Apple'] }
const gala = { id: '2', name: 'Royal Gala', aliases: [] }
const juice = { id: null, name: 'Apple juice', aliases: [] }
const kinds: Record<string, string> = { 'Royal-Gala': 'Apple', 'Pink-Lady': 'Apple', Anjou: 'Pear' }
const seen = (...fine: [string, number][]): PictureLabels => {
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

describe('recognizing a photo from all evidence', () => {
  it('returns no candidates without evidence', () => {
    expect(rankCandidates(nothing)).toEqual({ candidates: [], isAnswer: false, fine: null, coarse: null })
    expect(rankCandidates({ ...nothing, guesses: seen(['Royal-Gala', 0.05], ['Anjou', 0.04]) })).toEqual({
      candidates: [],
      isAnswer: false,
      fine: null,
      coarse: null,
    })
  })

  it('offers nothing when the picture looks more like nothing than like food', () => {
    const offered = (...fine: [string, number][]) => rankCandidates({ ...nothing, guesses: seen(...fine) }).candidates.length
    expect(offered(['Royal-Gala', 0.49])).toBe(0)
    expect(offered(['Royal-Gala', 0.3], ['Anjou', 0.21])).toBe(2)
    expect(rankCandidates({ ...nothing, guesses: seen(['Royal-Gala', 0.4]), lines: print('Apple juice') }).candidates).toMatchObject([
      { name: 'Apple juice' },
    ])
  })

  it('answers with the household’s ingredient of the kind when the variety is uncertain', () => {
    const { candidates, isAnswer, coarse } = rankCandidates({
      ...nothing,
      guesses: seen(['Royal-Gala', 0.45], ['Pink-Lady', 0.4], ['Anjou', 0.1]),
    })
    expect(candidates[0]).toEqual({ id: '1', name: 'Äpfel', confidence: expect.closeTo(0.85) })
    expect([isAnswer, coarse]).toEqual([true, 'Apple'])
  })

  it('answers with the variety if the household has an ingredient of that name', () => {
    const { candidates, fine } = rankCandidates({
      ...nothing,
      ingredients: [apple, gala],
      guesses: seen(['Royal-Gala', 0.9], ['Pink-Lady', 0.05]),
    })
    expect(candidates[0]).toMatchObject({ id: '2', name: 'Royal Gala' })
    expect(fine).toBe('Royal-Gala')
  })

  it('adds up the varieties of a kind if the household doesn’t tell them apart', () => {
    const guesses = seen(['Royal-Gala', 0.7], ['Pink-Lady', 0.2])
    expect(rankCandidates({ ...nothing, guesses }).candidates[0]).toEqual({ id: '1', name: 'Äpfel', confidence: expect.closeTo(0.9) })
    expect(rankCandidates({ ...nothing, ingredients: [apple, gala], guesses }).candidates[0]).toMatchObject({ id: '2', confidence: 0.7 })
  })

  it('raises the confidence when picture and print agree, and prefers the printed variety', () => {
    const alone = rankCandidates({ ...nothing, guesses: seen(['Royal-Gala', 0.7], ['Anjou', 0.2]) })
    const both = rankCandidates({ ...nothing, guesses: seen(['Royal-Gala', 0.7], ['Anjou', 0.2]), lines: print('APPLE') })
    expect(both.candidates[0]?.confidence).toBeGreaterThan(alone.candidates[0]?.confidence ?? 1)
    const led = rankCandidates({ ...nothing, guesses: seen(['Royal-Gala', 0.5], ['Pink-Lady', 0.45]), lines: print('PINK LADY') })
    expect(led.fine).toBe('Pink-Lady')
  })

  it('prefers what the household confirmed for a similar photo', () => {
    const { candidates } = rankCandidates({ ...nothing, guesses: seen(['Anjou', 0.8]), nearest: { ingredientId: '1', p: 0.95 } })
    expect(candidates[0]).toMatchObject({ id: '1', confidence: 0.95 })
  })

  it('never returns an ingredient the household has removed', () => {
    expect(rankCandidates({ ...nothing, nearest: { ingredientId: 'gone', p: 0.99 } }).candidates).toEqual([])
  })

  it('returns a name without an id if the household has no such ingredient', () => {
    expect(rankCandidates({ ...nothing, lines: print('Apple juice') }).candidates[0]).toMatchObject({ id: null, name: 'Apple juice' })
  })
})

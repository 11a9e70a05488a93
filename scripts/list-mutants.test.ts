import { describe, expect, it } from 'vitest'
import { randomFrom } from '#tests/support/data/random.ts'
import { applyMutant, drawMutants, listMutants } from './list-mutants.ts'

const mutated = (text: string) => listMutants('a.ts', text).map((mutant) => applyMutant(text, mutant))

describe('mutants of a source', () => {
  it.each([
    ['if (a) return\n', [';\n', 'if (!(a)) return\n']],
    ['if (a) b = c\n', ['if (!(a)) b = c\n']],
    ['x = a < b', ['x = a <= b']],
    ['x = a === b', ['x = a !== b']],
    ['x = a && b', ['x = a || b']],
    ['x = a ? b : c', ['x = !(a) ? b : c']],
    ['x = a * b', ['x = a / b']],
    ['x = `${a}` + b', []],
    ['x = a ?? b', ['x = a']],
    ['x = 1_000', ['x = 1001']],
    ['x = true', ['x = false']],
    ['x = a.some(b)', ['x = a.every(b)']],
    ['x = a.toSorted(b)', ['x = a']],
    ["x = q.where('a', '=', b).execute()", ['x = q.execute()']],
    ['await send(a)', [';']],
    ['x = <b disabled={a} />', ['x = <b  />']],
    ['type A = 1 | 2', []],
  ])('are what can go wrong in %j', (text, expected) => {
    const file = text.includes('<b') ? 'a.tsx' : 'a.ts'
    expect(listMutants(file, text).map((mutant) => applyMutant(text, mutant))).toEqual(expected)
  })

  it('name their line', () => {
    expect(listMutants('a.ts', 'x = b\n\ny = a < b').map(({ line }) => line)).toEqual([3])
    expect(mutated('x = b')).toEqual([])
  })
})

describe('drawing mutants', () => {
  const all = ['a.ts', 'b.ts', 'c.ts'].flatMap((file) => listMutants(file, 'x = a < b\ny = c > d\nz = e === f\nw = g && h'))

  it('is the same for the same seed', () => {
    expect(drawMutants(all, 4, randomFrom(7))).toEqual(drawMutants(all, 4, randomFrom(7)))
    expect(drawMutants(all, 6, randomFrom(7))).not.toEqual(drawMutants(all, 6, randomFrom(8)))
  })

  it('takes at most two of a file, and no more than there are', () => {
    const drawn = drawMutants(all, 99, randomFrom(1))
    expect(drawn).toHaveLength(6)
    for (const file of ['a.ts', 'b.ts', 'c.ts']) expect(drawn.filter((mutant) => mutant.file === file)).toHaveLength(2)
    expect(new Set(drawn).size).toBe(6)
  })
})

import { expect, it } from 'vitest'
import { changedRecipeIds } from './local-cookbooks.ts'

it.each([
  ['after the nearest before it', ['a', 'c'], ['b'], ['a', 'b', 'c'], ['a', 'b', 'c']],
  ['before the nearest after it', ['c'], ['a'], ['a', 'b', 'c'], ['a', 'c']],
  ['next to what was put in since', ['a', 'new'], ['b'], ['a', 'b'], ['a', 'b', 'new']],
  ['in order, several', [], ['c', 'a'], ['a', 'b', 'c'], ['a', 'c']],
  ['last, unless it was in', ['a'], ['x', 'b'], ['b', 'a'], ['b', 'a', 'x']],
])('puts a recipe back %s', (_where, before, recipeIds, order, after) => {
  expect(changedRecipeIds(before, recipeIds, true, order)).toEqual(after)
})

it('puts recipes in last, each once, and takes them out', () => {
  expect(changedRecipeIds(['a'], ['b', 'b', 'a'], true)).toEqual(['a', 'b'])
  expect(changedRecipeIds(['a', 'b', 'c'], ['a', 'c'], false)).toEqual(['b'])
})

import { expect, test } from 'vitest'
import { readPackNote } from './pack-in-note.ts'

test.each([
  ['bottles', 'each', 'bottle', ''],
  ['Flaschen', 'each', 'bottle', ''],
  ['bottle; the green one', 'each', 'bottle', 'the green one'],
  ['the green one; bottles', 'each', 'bottle', 'the green one'],
  ['in bottles', 'each', null, 'in bottles'],
  ['bottle', 'ml', null, 'bottle'],
  ['', 'each', null, ''],
  [undefined, 'each', null, ''],
] as const)('%s (%s) is %s', (note, unit, pack, rest) => {
  expect(readPackNote({ note, unit })).toEqual({ pack, note: rest })
})

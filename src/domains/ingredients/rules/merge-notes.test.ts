import { expect, test } from 'vitest'
import { maxNote } from '#domains/ingredients/contract/index.ts'
import { mergeNotes } from './merge-notes.ts'

test.each([
  ['', '', ''],
  ['the red one', '', 'the red one'],
  ['', '3.5 %', '3.5 %'],
  ['the red one', '3.5 %', 'the red one; 3.5 %'],
  ['the red one; 3.5 %', '3.5 %', 'the red one; 3.5 %'],
  ['a'.repeat(maxNote), 'b', null],
])('joins %j and %j', (first, second, both) => expect(mergeNotes(first, second)).toBe(both))

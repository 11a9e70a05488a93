import { expect, test } from 'vitest'
import { splitLineEnd } from './line-end.ts'

test.each([
  ['bro', '', 'bro'],
  ['2 bro', '2 ', 'bro'],
  ['2 l mil', '2 l ', 'mil'],
  ['500g flo', '500g ', 'flo'],
  ['1,5 l mil', '1,5 l ', 'mil'],
  ['2 l milk, 6 eg', '2 l milk, 6 ', 'eg'],
  ['2 l milk, olive oi', '2 l milk, ', 'olive oi'],
  ['2 l milk, ', '2 l milk, ', ''],
  ['lemons', '', 'lemons'],
  ['', '', ''],
])('splits %j', (line, before, name) => {
  expect(splitLineEnd(line)).toEqual({ before, name })
})

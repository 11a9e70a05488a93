import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licencesBeside } from './licences.ts'
import { notices, noticesFile, tableIn } from './notices.ts'

const text = readFileSync(noticesFile, 'utf8')

test('the notices name every package that is shipped, as the lock file has it (npm run notices)', () => {
  // Whose a package is stands in what is installed; what must not be forgotten stands in the lock file.
  const named = (table: string) => table.split('\n').map((row) => row.split(' | ').slice(0, 3).join(' | '))
  expect(named(tableIn(text))).toEqual(named(notices()))
})

test('a licence that asks for more than its text is explained', () => {
  const explained = text.slice(0, text.indexOf('## Packages'))
  const usual = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|\(MIT OR CC0-1\.0\))$/
  const others = tableIn(text)
    .split('\n')
    .map((row) => row.slice(2).split(' | '))
    .filter(([, , licence = '']) => !usual.test(licence))
    .map(([name]) => name)
  expect(others).not.toEqual([])
  expect(others.filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
})

test('the screens serve the licences also of what they hold without importing it', () => {
  const beside = licencesBeside(join(import.meta.dirname, '..'))
  for (const words of ['SIL OPEN FONT LICENSE', '## tailwindcss', '## workbox-core', 'Permission is hereby granted'])
    expect(beside).toContain(words)
})

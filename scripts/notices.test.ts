import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licensesWithoutImport } from './licenses.ts'
import { notices, noticesFile, tableIn } from './notices.ts'

const text = readFileSync(noticesFile, 'utf8')

test('the notices name every shipped package of the lock file (npm run notices)', () => {
  // Copyright holders come from the installed packages; the lock file has the complete list.
  const named = (table: string) => table.split('\n').map((row) => row.split(' | ').slice(0, 3).join(' | '))
  expect(named(tableIn(text))).toEqual(named(notices()))
})

test('explains a license that requires more than its text', () => {
  const explained = text.slice(0, text.indexOf('## Packages'))
  const usual = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|\(MIT OR CC0-1\.0\))$/
  const others = tableIn(text)
    .split('\n')
    .map((row) => row.slice(2).split(' | '))
    .filter(([, , license = '']) => !usual.test(license))
    .map(([name]) => name)
  expect(others).not.toEqual([])
  expect(others.filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
})

test('the screens also serve licenses of parts they include without an import', () => {
  const licenses = licensesWithoutImport(join(import.meta.dirname, '..'))
  for (const words of ['SIL OPEN FONT LICENSE', '## tailwindcss', '## workbox-core', 'Permission is hereby granted'])
    expect(licenses).toContain(words)
})

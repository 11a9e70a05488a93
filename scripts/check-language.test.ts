import { expect, test } from 'vitest'
import { applyExceptions, checkText } from './check-language.ts'

const words = (path: string, text: string) => checkText(path, text).map(({ line, word }) => `${line} ${word}`)

test.each([
  ['const openBrake = 1', '1 brake'],
  ['const mostRows = 100', '1 mostrows'],
  ['type Kept = string', '1 kept'],
  ['// the next one, whoever it is\nconst a = 1', '1 whoever'],
  ['const a = 1 // for nobody', '1 nobody'],
  ['/**\n * Reads it.\n *\n * Answers the row.\n */\nexport const a = 1', '4 answers the'],
  ["test('milk that goes off', () => {})", '1 goes off'],
  ['const a = `${1} for somebody`', '1 somebody'],
])('finds the banned word of %j', (text, finding) => {
  const path = 'src/domains/inventory/rules/stock.ts'
  expect(words(path, text)).toContain(finding)
})

test('finds text between tags', () => {
  expect(words('src/app/screens/page.tsx', 'const page = <p>\n  For nobody\n</p>')).toEqual(['2 nobody'])
})

test('accepts standard terms, single words in strings and names in backticks', () => {
  expect(
    words('src/domains/inventory/rules/stock.ts', "// Returns the rate limiter.\nconst door = 'door'\nopenRateLimiter(maxRows)"),
  ).toEqual(['2 door'])
  expect(words('src/domains/inventory/rules/stock.ts', "const scope = 'door'")).toEqual([])
  expect(words('docs/guide.md', 'Use `somebody` here.\n\n```\nnobody\n```\n')).toEqual([])
  expect(words('docs/guide.md', 'For somebody.')).toEqual(['1 somebody'])
})

test('finds words of the product in the platform only', () => {
  expect(words('src/platform/server/changes/change-log.ts', 'const lotId = 1 // a recipe')).toEqual(['1 recipe', '1 lot'])
  expect(words('src/domains/inventory/rules/stock.ts', 'const lotId = 1 // a recipe')).toEqual([])
})

test('an exception holds for one word of one file, and is reported once nothing needs it', () => {
  const findings = checkText('docs/guide.md', 'somebody and nobody')
  const exceptions = { 'docs/guide.md': { somebody: 'a quotation' }, 'docs/api.md': { anew: 'a quotation' } }
  const { problems, unused } = applyExceptions(findings, exceptions)
  expect(problems.map(({ word }) => word)).toEqual(['nobody'])
  expect(unused).toEqual(['docs/api.md: anew'])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkVocabulary } from './check-vocabulary.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'larder-vocabulary-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text = 'export {}') => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test('every name of the vocabulary is in order, as a file, as a folder of use cases and with its test', () => {
  for (const file of [
    'src/domains/inventory/contract.ts',
    'src/domains/inventory/rules/expiration.ts',
    'src/domains/inventory/rules/expiration.property.test.ts',
    'src/domains/inventory/server/tables.ts',
    'src/domains/inventory/server/service/add-item.ts',
    'src/domains/inventory/server/service/add-item.test.ts',
    'src/domains/inventory/server/races.test.ts',
    'src/domains/inventory/web/api.ts',
    'src/domains/inventory/web/pages/inventory.tsx',
    'src/domains/inventory/web/components/lot-card.test.tsx',
    'src/domains/inventory/web/index.ts',
    'src/domains/scanning/model/groceries.onnx',
    'src/domains/scanning/model/CARD.md',
    'training/train.py',
    'training/README.md',
    'src/platform/server/sqlite/writer.ts',
    'src/app/web.tsx',
    'tests/support/postgres.ts',
  ])
    write(file)
  write('src/domains/products/server/catalogue/foods.ts', 'a\n'.repeat(2000))
  write('src/domains/inventory/rules/long.test.ts', 'a\n'.repeat(2000))
  expect(checkVocabulary(root)).toEqual([])
})

test.each([
  ['src/domains/inventory/server/controller.ts', 'not in the vocabulary'],
  ['src/domains/inventory/model.ts', 'not in the vocabulary'],
  ['src/domains/inventory/model/weights.bin', 'not in the vocabulary'],
  ['training/weights.onnx', 'training holds scripts'],
  ['src/domains/inventory/server/catalogue/deep/foods.ts', 'not in the vocabulary'],
  ['src/domains/inventory/web/hooks/lots.ts', 'not in the vocabulary'],
  ['src/domains/fridge/contract.ts', 'is not a domain'],
  ['src/platform/shared-things/a.ts', 'platform holds'],
  ['src/features/a.ts', 'src holds'],
  ['src/platform/server/utils.ts', 'says nothing'],
  ['tests/helpers/kitchen.ts', 'says nothing'],
  ['src/platform/contract/types.ts', 'says nothing'],
  ['src/domains/inventory/server/service/AddItem.ts', 'kebab-case'],
])('%s is refused: %s', (file, why) => {
  write(file)
  expect(checkVocabulary(root)).toEqual([expect.stringMatching(new RegExp(`^${file}: .*${why}`))])
})

test('a file of 300 lines passes and one of 301 is refused', () => {
  write('src/domains/inventory/rules.ts', 'a\n'.repeat(300))
  expect(checkVocabulary(root)).toEqual([])
  write('src/domains/inventory/rules.ts', 'a\n'.repeat(301))
  expect(checkVocabulary(root)).toEqual(['src/domains/inventory/rules.ts: 301 lines; over 300 it becomes a folder of use cases'])
})

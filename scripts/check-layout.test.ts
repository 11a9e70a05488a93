import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLayout } from './check-layout.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'larder-layout-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text = 'export {}') => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test('accepts every kind of file, alone, in a folder and with its test', () => {
  for (const file of [
    'src/domains/inventory/contract.ts',
    'src/domains/inventory/rules/effective-expiration.ts',
    'src/domains/inventory/rules/effective-expiration.property.test.ts',
    'src/domains/inventory/server/tables.ts',
    'src/domains/inventory/server/index.ts',
    'src/domains/inventory/server/use-cases/add-lot.ts',
    'src/domains/inventory/server/use-cases/add-lot.test.ts',
    'src/domains/inventory/server/races.test.ts',
    'src/domains/inventory/web/api.ts',
    'src/domains/inventory/web/pages/inventory-page.tsx',
    'src/domains/inventory/web/lot-sheet/lot-sheet.test.tsx',
    'src/domains/inventory/web/index.ts',
    'src/domains/scanning/model/groceries.onnx',
    'src/domains/scanning/model/CARD.md',
    'training/train.py',
    'training/README.md',
    'src/platform/shared/quantity-and-money.ts',
    'src/platform/server/database/sqlite/writer.ts',
    'src/platform/web/ui/button.tsx',
    'src/app/web.tsx',
    'tests/support/database/postgres.ts',
  ])
    write(file)
  expect(checkLayout(root)).toEqual([])
})

test.each([
  ['src/domains/inventory/server/controller.ts', 'not one of the files'],
  ['src/domains/inventory/server/service.ts', 'not one of the files'],
  ['src/domains/inventory/model.ts', 'not one of the files'],
  ['src/domains/inventory/model/weights.bin', 'not one of the files'],
  ['training/weights.onnx', 'training has scripts'],
  ['src/domains/inventory/server/built-in/deep/foods.ts', 'not one of the files'],
  ['src/domains/inventory/web/hooks/lots.ts', 'says nothing'],
  ['src/domains/inventory/web/lot-sheet/parts/amount.tsx', 'not one of the files'],
  ['src/domains/fridge/contract.ts', 'is not a domain'],
  ['src/platform/machinery/a.ts', 'platform has'],
  ['src/platform/server/limits.ts', 'platform/server has the folders'],
  ['src/platform/web/offline/outbox.ts', 'platform/web has the folders'],
  ['src/platform/shared/food/picture.ts', 'has no folders'],
  ['src/features/a.ts', 'src has'],
  ['src/platform/server/http/utils.ts', 'says nothing'],
  ['tests/helpers/kitchen.ts', 'says nothing'],
  ['src/platform/shared/types.ts', 'says nothing'],
  ['src/domains/inventory/server/use-cases/AddLot.ts', 'kebab-case'],
])('rejects %s: %s', (file, why) => {
  write(file)
  expect(checkLayout(root)).toEqual([expect.stringMatching(new RegExp(`^${file}: .*${why}`))])
})

test('rejects a module next to a folder of the same name', () => {
  write('src/domains/inventory/contract.ts')
  write('src/domains/inventory/contract/lot.ts')
  expect(checkLayout(root)).toEqual(['src/domains/inventory/contract.ts: a folder of the same name exists; move it there as index.ts'])
})

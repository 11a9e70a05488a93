import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'

const project = join(import.meta.dirname, '..')
let root: string

/** A small product where everything is in order: each import below is one the rules allow. */
const orderly: Record<string, string> = {
  'src/platform/contract/ids.ts': `import type { Unit } from './units.ts'; export type Id = string; export type Of = Unit`,
  'src/platform/server/database.ts': `import type { Id } from '#platform/contract/ids.ts'; export const open = (id: Id) => id`,
  'src/platform/web/call.ts': `import type { Id } from '#platform/contract/ids.ts'; export const call = (id: Id) => id`,
  'src/domains/products/contract.ts': `export const product = 1`,
  'src/domains/products/rules.ts': `import { product } from './contract.ts'; export const next = product + 1`,
  'src/domains/products/server/tables.ts': `export type ProductTables = { id: string }`,
  'src/domains/products/server/store.ts': `import type { ProductTables } from './tables.ts'; export type Row = ProductTables`,
  'src/platform/contract/units.ts': `import type { Id } from './ids.ts'; export type Unit = Id`,
  'src/domains/products/server/service.ts': `export type { Row } from './store.ts'; export { open } from '#platform/server/database.ts'`,
  'src/domains/products/server/service/names.ts': `export type { ProductTables } from '../tables.ts'`,
  'src/domains/products/server/routes.ts': `export type { Row } from './service.ts'`,
  'src/domains/products/web/index.ts': `export { next } from '../rules.ts'`,
  'src/domains/inventory/contract.ts': `export { product } from '#domains/products/contract.ts'`,
  'src/domains/inventory/server/service/add-item.ts': `export type { Row } from '#domains/products/server/service.ts'`,
  'src/domains/inventory/web/pages/inventory.tsx': `export { next } from '#domains/products/web/index.ts'`,
  'src/app/server.ts': `export type { Row } from '#domains/products/server/routes.ts'`,
  'src/app/web.tsx': `export const page = () => import('#domains/inventory/web/pages/inventory.tsx')`,
}

/** What somebody might write in a hurry, and the rule that must say no. */
const planted: [rule: string, file: string, source: string][] = [
  ['platform-knows-no-domain', 'src/platform/server/database.ts', `import '#domains/products/contract.ts'`],
  ['nothing-imports-app', 'src/domains/products/server/service.ts', `import '#app/server.ts'`],
  [
    'platform-contract-alone',
    'src/platform/contract/ids.ts',
    `import type { open } from '#platform/server/database.ts'; export type Open = typeof open`,
  ],
  ['platform-web-without-server', 'src/platform/web/call.ts', `import '#platform/server/database.ts'`],
  ['platform-server-without-web', 'src/platform/server/database.ts', `import '#platform/web/call.ts'`],
  ['web-without-server', 'src/domains/products/web/index.ts', `export type { Row } from '../server/service.ts'`],
  ['server-without-web', 'src/domains/products/server/service.ts', `import '../web/index.ts'`],
  ['contract-and-rules-alone', 'src/domains/products/rules.ts', `import '#platform/server/database.ts'`],
  ['shared-code-without-node', 'src/domains/products/rules.ts', `import 'node:fs'`],
  ['contract-without-rules', 'src/domains/products/contract.ts', `import './rules.ts'`],
  ['routes-in-its-layer', 'src/domains/products/server/routes.ts', `export type { Row } from './store.ts'`],
  ['service-in-its-layer', 'src/domains/products/server/service.ts', `export type { Row as Again } from './routes.ts'`],
  ['service-without-tables', 'src/domains/products/server/service.ts', `import './tables.ts'`],
  ['store-in-its-layer', 'src/domains/products/server/store.ts', `import './service.ts'`],
  [
    'doors-between-domains',
    'src/domains/inventory/server/service/add-item.ts',
    `export type { Row } from '#domains/products/server/store.ts'`,
  ],
  ['doors-between-domains', 'src/domains/inventory/web/pages/inventory.tsx', `import '#domains/products/web/components/card.tsx'`],
  ['products-imports-earlier-ones', 'src/domains/products/server/service.ts', `import '#domains/inventory/contract.ts'`],
  ['product-without-tests', 'src/platform/server/database.ts', `import '../../../tests/support/people.ts'`],
  ['no-cycles', 'src/platform/contract/ids.ts', `import { unit } from './units.ts'; export const id = unit`],
  ['unresolvable', 'src/domains/products/server/service.ts', `import './nowhere.ts'`],
]

const write = (file: string, source: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), source)
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'larder-architecture-'))
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(join(project, file), join(root, file))
  for (const [file, source] of Object.entries(orderly)) write(file, source)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('an orderly product passes', () => {
  expect(checkArchitecture(root)).toEqual([])
})

test('every planted violation is named by its rule', () => {
  write('src/platform/contract/units.ts', `import { id } from './ids.ts'; export const unit = id`)
  write('src/domains/products/web/components/card.tsx', `export const card = 1`)
  write('tests/support/people.ts', `export const people = 1`)
  for (const [file, additions] of Map.groupBy(planted, ([, file]) => file)) {
    write(file, [orderly[file], ...additions.map(([, , source]) => source)].join('\n'))
  }
  const sentences = checkArchitecture(root)
  const missed = planted.filter(([rule, file]) => !sentences.some((sentence) => sentence.startsWith(`${rule}: ${file} `)))
  expect(missed).toEqual([])
})

test('a file the tool cannot see is a violation', () => {
  write('src/node_modules/hidden.ts', `export const b = 1`)
  expect(checkArchitecture(root).join('\n')).toContain('not-seen: src/node_modules/hidden.ts')
})

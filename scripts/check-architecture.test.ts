import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'

const project = join(import.meta.dirname, '..')
let root: string

/** A small product without violations: the rules allow each import below. */
const orderly: Record<string, string> = {
  'src/platform/shared/ids.ts': `import type { Unit } from './units.ts'; export type Id = string; export type Of = Unit`,
  'src/platform/server/database/index.ts': `import type { Id } from '#platform/shared/ids.ts'; export const open = (id: Id) => id`,
  'src/platform/web/api/call.ts': `import type { Id } from '#platform/shared/ids.ts'; export const call = (id: Id) => id`,
  'src/domains/ingredients/contract/index.ts': `export const product = 1`,
  'src/domains/ingredients/rules.ts': `import { product } from './contract/index.ts'; export const next = product + 1`,
  'src/domains/ingredients/server/tables.ts': `export type IngredientTables = { id: string }`,
  'src/domains/ingredients/server/store.ts': `import type { IngredientTables } from './tables.ts'; export type Row = IngredientTables`,
  'src/platform/shared/units.ts': `import type { Id } from './ids.ts'; export type Unit = Id`,
  'src/domains/ingredients/server/index.ts': `export type { Row } from './store.ts'; export { open } from '#platform/server/database/index.ts'`,
  'src/domains/ingredients/server/use-cases/names.ts': `export type { IngredientTables } from '../tables.ts'`,
  'src/domains/ingredients/server/routes.ts': `export type { Row } from './index.ts'`,
  'src/domains/ingredients/web/index.ts': `export { next } from '../rules.ts'`,
  'src/domains/inventory/contract.ts': `export { product } from '#domains/ingredients/contract/index.ts'`,
  'src/domains/inventory/server/use-cases/add-item.ts': `export type { Row } from '#domains/ingredients/server/index.ts'`,
  'src/domains/inventory/web/pages/inventory.tsx': `export { next } from '#domains/ingredients/web/index.ts'`,
  'src/app/server.ts': `export type { Row } from '#domains/ingredients/server/routes.ts'`,
  'src/app/web.tsx': `export const page = () => import('#domains/inventory/web/pages/inventory.tsx')`,
}

/** Imports that break a rule, with the rule that must report each. */
const planted: [rule: string, file: string, source: string][] = [
  ['platform-knows-no-domain', 'src/platform/server/database/index.ts', `import '#domains/ingredients/contract/index.ts'`],
  ['nothing-imports-app', 'src/domains/ingredients/server/index.ts', `import '#app/server.ts'`],
  [
    'platform-shared-alone',
    'src/platform/shared/ids.ts',
    `import type { open } from '#platform/server/database/index.ts'; export type Open = typeof open`,
  ],
  ['platform-web-without-server', 'src/platform/web/api/call.ts', `import '#platform/server/database/index.ts'`],
  ['platform-server-without-web', 'src/platform/server/database/index.ts', `import '#platform/web/api/call.ts'`],
  ['web-without-server', 'src/domains/ingredients/web/index.ts', `export type { Row } from '../server/index.ts'`],
  ['server-without-web', 'src/domains/ingredients/server/index.ts', `import '../web/index.ts'`],
  ['contract-and-rules-alone', 'src/domains/ingredients/rules.ts', `import '#platform/server/database/index.ts'`],
  ['shared-code-without-node', 'src/domains/ingredients/rules.ts', `import 'node:fs'`],
  ['contract-without-rules', 'src/domains/ingredients/contract/index.ts', `import '../rules.ts'`],
  ['routes-in-its-layer', 'src/domains/ingredients/server/routes.ts', `export type { Row } from './store.ts'`],
  ['use-cases-in-its-layer', 'src/domains/ingredients/server/index.ts', `export type { Row as Again } from './routes.ts'`],
  ['use-cases-without-tables', 'src/domains/ingredients/server/index.ts', `import './tables.ts'`],
  ['store-in-its-layer', 'src/domains/ingredients/server/store.ts', `import './index.ts'`],
  [
    'doors-between-domains',
    'src/domains/inventory/server/use-cases/add-item.ts',
    `export type { Row } from '#domains/ingredients/server/store.ts'`,
  ],
  ['doors-between-domains', 'src/domains/inventory/web/pages/inventory.tsx', `import '#domains/ingredients/web/lot-card/card.tsx'`],
  ['ingredients-imports-earlier-ones', 'src/domains/ingredients/server/index.ts', `import '#domains/inventory/contract.ts'`],
  ['product-without-tests', 'src/platform/server/database/index.ts', `import '../../../../tests/support/data/people.ts'`],
  ['no-cycles', 'src/platform/shared/ids.ts', `import { unit } from './units.ts'; export const id = unit`],
  ['unresolvable', 'src/domains/ingredients/server/index.ts', `import './nowhere.ts'`],
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
  write('src/platform/shared/units.ts', `import { id } from './ids.ts'; export const unit = id`)
  write('src/domains/ingredients/web/lot-card/card.tsx', `export const card = 1`)
  write('tests/support/data/people.ts', `export const people = 1`)
  for (const [file, additions] of Map.groupBy(planted, ([, file]) => file)) {
    write(file, [orderly[file], ...additions.map(([, , source]) => source)].join('\n'))
  }
  const sentences = checkArchitecture(root)
  const missed = planted.filter(([rule, file]) => !sentences.some((sentence) => sentence.startsWith(`${rule}: ${file} `)))
  expect(missed).toEqual([])
})

test('names every circle of capability folders once', () => {
  write('src/platform/server/endpoints/route.ts', `import '../realtime/live-streams.ts'; export type Route = string`)
  write('src/platform/server/realtime/live-streams.ts', `import '../http/server.ts'`)
  write('src/platform/server/http/server.ts', `export type { Route } from '../endpoints/route.ts'`)
  const circles = checkArchitecture(root).filter((sentence) => sentence.startsWith('no-capability-circles'))
  expect(circles).toEqual(['no-capability-circles: endpoints ↔ http ↔ realtime'])
})

test('a file the tool cannot see is a violation', () => {
  write('src/node_modules/hidden.ts', `export const b = 1`)
  expect(checkArchitecture(root).join('\n')).toContain('not-seen: src/node_modules/hidden.ts')
})

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'larder-lint-'))
  for (const file of ['biome.jsonc', '.gitignore', 'scripts/lint']) cpSync(join(project, file), join(root, file), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Runs Biome with the project's settings on a source text at that path. */
function lint(path: string, source: string): { refused: boolean; said: string } {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), source)
  const biome = join(project, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const run = spawnSync(process.execPath, [biome, 'lint', path], { cwd: root, encoding: 'utf8' })
  return { refused: run.status !== 0, said: run.stdout + run.stderr }
}

const rules = 'src/domains/inventory/rules.ts'
const service = 'src/domains/inventory/server/index.ts'

test.each([
  [rules, 'export const now = () => Date.now()', 'Rules and contracts take the day'],
  [rules, 'export const now = () => new Date()', 'Rules and contracts take the day'],
  [
    'src/domains/inventory/rules/effective-expiration.ts',
    'export const now = () => Temporal.Now.instant()',
    'Rules and contracts take the day',
  ],
  ['src/domains/inventory/contract.ts', 'export const chance = () => Math.random()', 'Rules and contracts take the day'],
  [service, `export const ask = () => fetch('https://example.org')`, 'noRestrictedGlobals'],
  [service, `import { request } from 'node:https'\nexport const ask = request`, 'noRestrictedImports'],
  [service, `import { connect } from 'node:net'\nexport const ask = connect`, 'noRestrictedImports'],
  [service, `import sharp from 'sharp'\nexport const shrink = sharp`, 'noRestrictedImports'],
  [service, `import { DatabaseSync } from 'node:sqlite'\nexport const open = DatabaseSync`, 'noRestrictedImports'],
  [service, `import { Pool } from 'pg'\nexport const pool = Pool`, 'noRestrictedImports'],
  [service, 'export const loose = (value: any) => value', 'noExplicitAny'],
  ['src/domains/inventory/web/pages/inventory.tsx', `export const warn = () => window.alert('late')`, 'noAlert'],
  ['src/domains/inventory/web/api.ts', `export const ask = () => fetch('/api/health')`, 'noRestrictedGlobals'],
  ['src/domains/inventory/rules.test.ts', `test.skip('later', () => {})`, 'noSkippedTests'],
  ['src/domains/inventory/rules.test.ts', `test.only('mine', () => {})`, 'noFocusedTests'],
])('rejects in %s: %s', (path, source, why) => {
  const { refused, said } = lint(path, `${source}\n`)
  expect(said).toContain(why)
  expect(refused).toBe(true)
})

test.each([
  ['src/platform/server/security/safe-fetch.ts', `import { request } from 'node:https'\nexport const ask = request`],
  ['src/platform/server/security/safe-image.ts', `import sharp from 'sharp'\nexport const shrink = sharp`],
  ['src/platform/web/api/call.ts', `export const ask = () => fetch('/api/health')`],
  ['tests/access/matrix.test.ts', `export const ask = () => fetch('http://127.0.0.1:3000/api/health')`],
  [rules, 'export const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)'],
  [service, 'export const now = () => Date.now()'],
])('accepts in %s: %s', (path, source) => {
  expect(lint(path, `${source}\n`)).toEqual({ refused: false, said: expect.stringContaining('No fixes applied') })
})

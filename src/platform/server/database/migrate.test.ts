import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../../migrations')

it('every migration of one engine that changes tables has one of both, by whose name a backup knows it', () => {
  const names = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''))
  const ofBoth = new Set(names.filter((name) => !/\.(postgres|sqlite)$/.test(name)))
  const alone = names.map((name) => name.replace(/\.(postgres|sqlite)$/, '')).filter((name) => !ofBoth.has(name))
  expect(ofBoth.size).toBeGreaterThan(70)
  // This one has triggers only, which a restored database gets at its start.
  expect([...new Set(alone)]).toEqual(['0061_store_prices_sync'])
})

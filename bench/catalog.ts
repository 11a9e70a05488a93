/**
 * `npm run bench catalog DUMP`: imports a dump into an empty folder; measures the seconds, the file size, and look-up and search times.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { importDump } from '#domains/ingredients/server/gateway/import-dump.ts'
import { catalogPaths, openCatalog } from '#domains/ingredients/server/gateway/local-catalog.ts'

const [dump] = process.argv.slice(2)
if (dump === undefined) throw new Error('Usage: npm run bench catalog DUMP')
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-catalog-'))
const places = catalogPaths(folder)

function timed(count: number, ask: (at: number) => unknown): string {
  const times = Array.from({ length: count }, (_, at) => {
    const start = performance.now()
    ask(at)
    return performance.now() - start
  }).toSorted((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${times.at(-1)?.toFixed(3)} ms`
}

try {
  const start = performance.now()
  const { products, names, leftOut } = await importDump(dump, folder, new Date())
  console.log(
    `import: ${((performance.now() - start) / 1000).toFixed(1)} s, ${products} products, ${names} names, ${leftOut} lines left out`,
  )
  console.log(
    `file: ${(statSync(places.catalog).size / 1e6).toFixed(1)} MB; memory at the end: ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  )

  const db = new DatabaseSync(places.catalog, { readOnly: true })
  const codes = db.prepare('select code from products order by (code * 2654435761) % 4294967291 limit 20000').all()
  const some = db.prepare('select name from names order by (id * 2654435761) % 4294967291 limit 2000').all()
  db.close()
  const catalog = openCatalog(folder, console.error)
  console.log(`look-up, 20,000 known codes: ${timed(codes.length, (at) => catalog.find(String(codes[at]?.['code'])))}`)
  console.log(`look-up, 20,000 unknown codes: ${timed(20_000, (at) => catalog.find(String(9_900_000_000_000 + at * 77)))}`)
  const begin = (at: number) => String(some[at]?.['name']).slice(0, 3 + (at % 9))
  console.log(`search, beginnings of 2,000 names: ${timed(some.length, (at) => catalog.search(begin(at), 10))}`)
  const slip = (at: number) =>
    String(some[at]?.['name'])
      .split(' ')[0]
      ?.replace(/(?<=..)./, '') ?? ''
  console.log(`search, 500 words with a letter missing: ${timed(500, (at) => catalog.search(slip(at), 10))}`)
  for (const words of ['nutela', 'creme fraiche', 'haferfloken', 'lait demi', 'chocolat noir', 'milk'])
    console.log(`  ${words}: ${catalog.search(words, 5).join(' · ')}`)
  catalog.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

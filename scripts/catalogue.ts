import { existsSync, mkdirSync } from 'node:fs'
import { readConfig } from '#app/config.ts'
import { importDump } from '#domains/ingredients/server/gateway/import-dump.ts'
import { openCatalog } from '#domains/ingredients/server/gateway/local-catalog.ts'

const usage = `Usage: npm run catalogue -- import FILE    reads an Open Food Facts dump (TSV or JSONL, gzip) into the local catalog
       npm run catalogue -- search WORDS    names that fit
       npm run catalogue -- find CODE       what a code is called`

const [command, ...rest] = process.argv.slice(2)
const { dataDir } = readConfig(process.env)

async function importFile(file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`File not found: ${file}`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const start = performance.now()
  const isSeen = process.stderr.isTTY
  const outcome = await importDump(file, dataDir, new Date(), (share, products) => {
    if (isSeen) process.stderr.write(`\r${Math.round(share * 100)} %, ${products} products `)
  })
  if (isSeen) process.stderr.write('\r')
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${outcome.products} products with ${outcome.names} names in ${seconds} s; ${outcome.leftOut} lines without a product skipped.`,
  )
}

try {
  const catalog = openCatalog(dataDir, console.error)
  if (command === 'import' && rest.length === 1) await importFile(rest[0] ?? '')
  else if (command === 'search' && rest.length > 0) for (const name of catalog.search(rest.join(' '), 10)) console.log(name)
  else if (command === 'find' && rest.length === 1) console.log(catalog.find(rest[0] ?? '') ?? 'not known')
  else {
    console.error(usage)
    process.exitCode = 2
  }
  catalog.close()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { makeArchive } from '#platform/server/archive/archive.ts'
import { openSource, sentenceOf, version } from './data-places.ts'

const usage = 'Usage: npm run backup [-- --to FOLDER] [--keep N]   may run beside a server; LARDER_BACKUP_KEY locks the file'
const name = /^larder-\d{8}T\d{6}\d{3}Z\.backup$/

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } })
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && !(Number.isInteger(keep) && keep >= 1)) throw new Error(usage)
  const config = readConfig(process.env)
  const folder = resolve(values.to ?? join(config.dataDir, 'backups'))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const source = await openSource(config)
  try {
    const file = join(folder, `larder-${new Date().toISOString().replace(/[-:.]/g, '')}.backup`)
    const { counts } = await makeArchive(source, file, version, config.backupKey)
    const rows = counts.reduce((sum, count) => sum + count.rows, 0)
    console.log(`${file}: ${rows} rows in ${counts.length} tables, ${statSync(file).size} bytes, restored on trial and found equal.`)
    if (!config.backupKey) console.log('It is not locked: whoever reads it reads everything. LARDER_BACKUP_KEY locks it.')
  } finally {
    await source.close()
  }
  const older = readdirSync(folder)
    .filter((file) => name.test(file))
    .sort()
    .reverse()
  for (const file of keep === null ? [] : older.slice(keep)) rmSync(join(folder, file))
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

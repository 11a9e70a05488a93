import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { errorMessages, openDatabaseSnapshot } from '#platform/server/backup/back-up-database.ts'
import { copyDatabase } from '#platform/server/backup/copy-database.ts'
import { assertServerStopped } from '#platform/server/database/postgres/backup.ts'
import { holdFolder } from '#platform/server/database/sqlite/lock.ts'
import { withTarget } from './data-paths.ts'

const usage = `Usage: npm run move -- --to DATABASE_URL | FOLDER   with the server stopped
Carries everything the settings point at to PostgreSQL (postgres://…) or into a folder's SQLite, which must be empty.`

try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to) throw new Error(usage)
  const config = readConfig(process.env)
  const to = /^postgres(ql)?:/.test(values.to) ? { dataDir: '', databaseUrl: values.to } : { dataDir: values.to, databaseUrl: null }
  if (!to.databaseUrl) mkdirSync(to.dataDir, { recursive: true, mode: 0o700 })
  // Changes made on a running server after the copy began would be lost.
  const release = config.databaseUrl ? () => {} : holdFolder(config.dataDir)
  if (config.databaseUrl) await assertServerStopped(config.databaseUrl)
  const source = await openDatabaseSnapshot(config)
  try {
    const counts = await withTarget(to, 'never', async (open) => copyDatabase(source, await open(source.migrations)))
    const rows = counts.reduce((sum, count) => sum + count.rows, 0)
    console.log(`Copied ${rows} rows in ${counts.length} tables with matching counts and sums. The old database is unchanged.`)
  } finally {
    await source.close()
    release()
  }
} catch (error) {
  console.error(errorMessages(error))
  process.exitCode = 1
}

import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { errorMessages } from '#platform/server/backup/back-up-database.ts'
import { maxUnpackedBytes } from '#platform/server/backup/backup-file.ts'
import { restoreBackup } from '#platform/server/backup/create-and-restore.ts'
import { verificationFolder } from '#platform/server/backup/temporary-database.ts'
import { withTarget } from './data-paths.ts'

const usage = 'Usage: npm run restore -- FILE [--replace]   with the server stopped; LARDER_BACKUP_KEY unlocks a locked file'

try {
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean', default: false } }, allowPositionals: true })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(usage)
  const config = readConfig(process.env)
  if (!config.databaseUrl) mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const { at, counts } = await withTarget(
    config,
    values.replace,
    async (open) => restoreBackup(file, config.backupKey, open, await maxUnpackedBytes(file, verificationFolder(config.dataDir))),
    (before) => console.log(`Kept the previous data as ${before}.`),
  )
  const rows = counts.reduce((sum, count) => sum + count.rows, 0)
  console.log(`Restored ${rows} rows of ${at}, with matching counts and sums. Everyone has to sign in again.`)
} catch (error) {
  console.error(errorMessages(error))
  process.exitCode = 1
}

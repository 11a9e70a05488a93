import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { backUpDatabase, backupFolder, errorMessages } from '#platform/server/backup/back-up-database.ts'
import { version } from './data-paths.ts'

const usage = 'Usage: npm run backup [-- --to FOLDER] [--keep N]   may run beside a server; LARDER_BACKUP_KEY locks the file'

// A signal ends the process without running its exit handlers, which delete the trial restore.
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => process.exit(status))

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } })
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && !(Number.isInteger(keep) && keep >= 1)) throw new Error(usage)
  const config = readConfig(process.env)
  const folder = resolve(values.to ?? backupFolder(config))
  const { file, bytes, counts } = await backUpDatabase({ place: config, folder, keep, passphrase: config.backupKey, larder: version })
  const rows = counts.reduce((sum, count) => sum + count.rows, 0)
  console.log(`${file}: ${rows} rows in ${counts.length} tables, ${bytes} bytes. Verified with a test restore.`)
  if (!config.backupKey)
    console.log('Not encrypted: anyone who has the file can read everything in it. Set LARDER_BACKUP_KEY to encrypt backups.')
} catch (error) {
  console.error(errorMessages(error))
  process.exitCode = 1
}

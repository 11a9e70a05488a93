import { backUp, backupFolder } from '#platform/server/archive/back-up.ts'
import type { Database } from '#platform/server/database.ts'
import { migratePostgres, migrateSqlite } from '#platform/server/migrate.ts'
import { openPostgres } from '#platform/server/postgres/database.ts'
import { openSqlite } from '#platform/server/sqlite/database.ts'
import type { Config } from './config.ts'

/** The database that the settings point at, taken to the present schema. Throws sentences. */
export async function openDatabase(config: Config, version: string, log: (message: string) => void): Promise<Database> {
  if (config.databaseUrl) {
    await migratePostgres(config.databaseUrl, () => keepBefore(config, version))
    return openPostgres(config.databaseUrl, log)
  }
  const database = openSqlite(config.dataDir, log)
  try {
    await migrateSqlite(database, () => keepBefore(config, version))
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** A backup, proved, of data that are about to be taken to a newer schema; none where backups by themselves are switched off. */
async function keepBefore(config: Config, version: string): Promise<void> {
  if (config.backupHours === null) return
  try {
    await backUp({ place: config, folder: backupFolder(config), keep: config.backupKeep, passphrase: config.backupKey, larder: version })
  } catch (cause) {
    throw new Error(
      'Larder makes a backup before it takes the data to a new version, and could not. Nothing was changed, the version before still starts. Make room, or go without by LARDER_BACKUP_HOURS=0.',
      { cause },
    )
  }
}

import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backUp, backupFolder } from '#platform/server/backup/make-backup.ts'
import { dropNote, isHalfway, isNoteCurrent, readNote, writeNote } from '#platform/server/backup/upgrade-note.ts'
import type { Database } from '#platform/server/database/index.ts'
import { migratePostgres, migrateSqlite, StepFailed } from '#platform/server/database/migrate.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import type { Config } from './config.ts'

/** Opens the configured database and migrates it to the current schema. Throws an error with sentences for the admin. */
export async function openDatabase(config: Config, version: string, log: (message: string) => void): Promise<Database> {
  const backUpBefore = (applied: readonly string[]) => backUpBeforeMigration(config, version, applied)
  if (config.databaseUrl) {
    await migratePostgres(config.databaseUrl, backUpBefore).catch(explainFailure(config))
    dropNote(backupFolder(config))
    return openPostgres(config.databaseUrl, log, { appUrl: config.appDatabaseUrl })
  }
  const database = openSqlite(config.dataDir, log)
  try {
    await migrateSqlite(database, backUpBefore).catch(explainFailure(config))
    dropNote(backupFolder(config))
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** The number of pre-upgrade backups to keep. */
const maxUpgradeBackups = 3
const lastMigration = (applied: readonly string[]): string => applied.toSorted().at(-1) ?? 'nothing'

/**
 * Creates and verifies a backup before a migration, unless scheduled backups are off. A retried upgrade reuses the first attempt's
 * backup, because a new one couldn't be read by the previous version.
 */
async function backUpBeforeMigration(config: Config, version: string, applied: readonly string[]): Promise<void> {
  if (config.backupHours === null) return
  const folder = backupFolder(config)
  const note = readNote(folder)
  if (note && isNoteCurrent(note, applied, folder)) return
  try {
    const options = {
      place: config,
      folder,
      keep: maxUpgradeBackups,
      passphrase: config.backupKey,
      larder: version,
      schema: lastMigration(applied),
    }
    const { file } = await backUp(options)
    writeNote(folder, { applied, backup: basename(file) })
  } catch (cause) {
    throw new Error(
      'Larder makes a backup before it takes the data to a new version, and could not. Nothing was changed, the version before still starts. Make room, or go without by LARDER_BACKUP_HOURS=0.',
      { cause },
    )
  }
}

/** Adds to a failed step's error where the data is and how to return to the previous version. */
function explainFailure(config: Config): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StepFailed)) throw error
    const folder = backupFolder(config)
    const note = readNote(folder)
    const state = `The data stand at ${lastMigration(error.applied)}.`
    const recovery = !note
      ? 'No backup was made before.'
      : isHalfway(note, error.applied)
        ? `The version before does not start on them. ${existsSync(join(folder, note.backup)) ? `To go back to it, restore ${join(folder, note.backup)} with it, by --replace.` : 'The backup that was made before is gone.'}`
        : 'Nothing was changed, the version before still starts.'
    throw new Error(`${error.message}. ${state} ${recovery}`, { cause: error.cause })
  }
}

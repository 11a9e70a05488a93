import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backUpDatabase, backupFolder } from '#platform/server/backup/back-up-database.ts'
import type { Database } from '#platform/server/database/index.ts'
import { MigrationFailedError, migratePostgres, migrateSqlite } from '#platform/server/database/migrate.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import type { Config } from './config.ts'

/** Opens the configured database and migrates it to the current schema. Throws an error with sentences for the admin. */
export async function openDatabase(config: Config, version: string, log: (message: string) => void): Promise<Database> {
  const backUpBefore = (applied: readonly string[]) => backUpBeforeMigration(config, version, applied)
  if (config.databaseUrl) {
    await migratePostgres(config.databaseUrl, backUpBefore).catch(explainFailure(config))
    deleteUnfinishedUpgrade(backupFolder(config))
    return openPostgres(config.databaseUrl, log, { appUrl: config.appDatabaseUrl })
  }
  const database = openSqlite(config.dataDir, log)
  try {
    await migrateSqlite(database, backUpBefore).catch(explainFailure(config))
    deleteUnfinishedUpgrade(backupFolder(config))
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
  const upgrade = readUnfinishedUpgrade(folder)
  if (upgrade && isBackupCurrent(upgrade, applied, folder)) return
  try {
    const options = {
      place: config,
      folder,
      keep: maxUpgradeBackups,
      passphrase: config.backupKey,
      larder: version,
      schema: lastMigration(applied),
    }
    const { file } = await backUpDatabase(options)
    writeUnfinishedUpgrade(folder, { applied, backup: basename(file) })
  } catch (cause) {
    throw new Error(
      'Larder makes a backup before it takes the data to a new version, and couldn’t. Nothing was changed; the previous version still starts. Free some disk space, or set LARDER_BACKUP_HOURS=0 to skip backups.',
      { cause },
    )
  }
}

/** Adds to a failed step's error where the data is and how to return to the previous version. */
function explainFailure(config: Config): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof MigrationFailedError)) throw error
    const folder = backupFolder(config)
    const upgrade = readUnfinishedUpgrade(folder)
    const state = `The database is at migration ${lastMigration(error.applied)}.`
    const recovery = !upgrade
      ? 'No backup was made before the upgrade.'
      : isPartlyApplied(upgrade, error.applied)
        ? `The previous version can’t open it. ${existsSync(join(folder, upgrade.backup)) ? `To go back, restore ${join(folder, upgrade.backup)} with the previous version and --replace.` : 'The backup made before the upgrade is gone.'}`
        : 'Nothing was changed; the previous version still starts.'
    throw new Error(`${error.message}. ${state} ${recovery}`, { cause: error.cause })
  }
}

/** Records an unfinished upgrade: the migrations before it and the backup of that state. */
interface UnfinishedUpgrade {
  /** Migrations applied before the upgrade. */
  readonly applied: readonly string[]
  /** File name of the backup, in the folder of the record. */
  readonly backup: string
}

const recordPath = (folder: string): string => join(folder, 'upgrade.json')
const dayMs = 86_400_000

/** Returns the record of an upgrade that failed, or null. */
function readUnfinishedUpgrade(folder: string): UnfinishedUpgrade | null {
  if (!existsSync(recordPath(folder))) return null
  try {
    const { applied, backup }: Partial<UnfinishedUpgrade> = JSON.parse(readFileSync(recordPath(folder), 'utf8'))
    return Array.isArray(applied) && backup ? { applied, backup } : null
  } catch {
    return null
  }
}

/** Call it after verifying the backup and before the first migration. */
function writeUnfinishedUpgrade(folder: string, upgrade: UnfinishedUpgrade): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(`${recordPath(folder)}.unfinished`, JSON.stringify(upgrade), { mode: 0o600, flush: true })
  renameSync(`${recordPath(folder)}.unfinished`, recordPath(folder))
}

/** Deletes the record once the data could be opened, so that the next upgrade creates its own backup. */
function deleteUnfinishedUpgrade(folder: string): void {
  if (existsSync(recordPath(folder))) rmSync(recordPath(folder))
}

/** Returns whether some but not all migrations of the upgrade were applied. */
const isPartlyApplied = ({ applied: before }: UnfinishedUpgrade, applied: readonly string[]): boolean =>
  applied.length > before.length && before.every((name) => applied.includes(name))

/**
 * Returns whether the recorded backup is still the one to restore: the upgrade stopped halfway, or it applied no migration and the backup is
 * less than a day old. After that a new one is needed, because on PostgreSQL processes of the old version may still write.
 */
function isBackupCurrent(upgrade: UnfinishedUpgrade, applied: readonly string[], folder: string): boolean {
  if (isPartlyApplied(upgrade, applied)) return true
  const isSame = upgrade.applied.length === applied.length && upgrade.applied.every((name) => applied.includes(name))
  const modifiedMs = statSync(join(folder, upgrade.backup), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return isSame && Date.now() - modifiedMs < dayMs
}

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresSnapshot } from '../database/postgres/backup.ts'
import { openSqliteSnapshot } from '../database/sqlite/backup.ts'
import type { TableDigest } from '../database/table-checksum.ts'
import type { DatabaseSnapshot } from '../database/table-schema.ts'
import { createBackup } from './create-and-restore.ts'
import { deleteLeftoverDatabases, verificationFolder } from './temporary-database.ts'

/** Where an installation stores its data. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/** Opens a snapshot of the configured database. Throws a message for users if there is none. */
export async function openDatabaseSnapshot({ dataDir, databaseUrl }: DatabaseLocation): Promise<DatabaseSnapshot> {
  if (databaseUrl) return openPostgresSnapshot(databaseUrl)
  const file = join(dataDir, 'larder.db')
  if (!existsSync(file)) throw new Error(`There is no Larder in ${dataDir}. LARDER_DATA_DIR and DATABASE_URL say where to look.`)
  return openSqliteSnapshot(file)
}

export const backupFolder = ({ dataDir }: DatabaseLocation): string => join(dataDir, 'backups')

export interface BackupOptions {
  place: DatabaseLocation
  folder: string
  /** Number of backups to keep in the folder, including this one; null keeps all. */
  keep: number | null
  /** Encrypts the file; null writes it unencrypted. */
  passphrase: string | null
  /** Version of Larder. */
  larder: string
  /** Last migration of the data, for a backup before an upgrade. These are counted apart from others by `keep`. */
  schema?: string
}

export interface BackupResult {
  file: string
  bytes: number
  counts: readonly TableDigest[]
}

/** Creates and verifies a backup, then deletes the oldest ones. The server may be running. Throws messages for users. */
export async function backUpDatabase({ place, folder, keep, passphrase, larder, schema }: BackupOptions): Promise<BackupResult> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  deleteLeftovers(folder)
  const verifyIn = verificationFolder(place.dataDir)
  deleteLeftoverDatabases(verifyIn)
  const source = await openDatabaseSnapshot(place)
  const file = join(folder, backupName(new Date(), schema))
  try {
    const { counts } = await createBackup(source, file, larder, passphrase, verifyIn)
    const older = readdirSync(folder)
      .filter((name) => backupTime(name) !== null && isBeforeUpgrade(name) === (schema !== undefined))
      .sort()
      .reverse()
    for (const name of keep === null ? [] : older.slice(keep)) rmSync(join(folder, name), { force: true })
    return { file, bytes: statSync(file).size, counts }
  } finally {
    await source.close()
  }
}

const dayMs = 86_400_000
const leftover = /^larder-\d{8}T.*(\.unfinished|\.unproved)$/

/** Deletes files of interrupted backups. One that another process is still writing is less than a day old. */
function deleteLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => leftover.test(entry))) {
    const path = join(folder, name)
    const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - modifiedMs > dayMs) rmSync(path, { force: true })
  }
}

/** Returns the messages of an error and its causes, one per line. */
export function errorMessages(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}\n${errorMessages(error.cause)}` : error.message
}

/** Returns a file name that sorts by age. Before an upgrade, it contains the last migration. */
export const backupName = (at: Date, schema?: string): string =>
  `larder-${at.toISOString().replace(/[-:.]/g, '')}${schema === undefined ? '' : `-of-${schema}`}.backup`

const namePattern = /^larder-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(-of-[\w.]+)?\.backup$/

/** Returns the start time (ISO 8601) in a backup's file name; null for another file. */
export function backupTime(name: string): string | null {
  const [, year, month, day, hour, minute, second, ms] = namePattern.exec(name) ?? []
  return year === undefined ? null : `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
}

const isBeforeUpgrade = (name: string): boolean => namePattern.exec(name)?.[8] !== undefined

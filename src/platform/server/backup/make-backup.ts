import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readPostgres } from '../database/postgres/backup.ts'
import { readSqlite } from '../database/sqlite/backup.ts'
import type { Count, Source } from '../database/table-order.ts'
import { createBackup } from './backup.ts'
import { backupName, backupTime, isBeforeUpgrade } from './backup-name.ts'
import { deleteLeftoverTrials, verificationFolder } from './verify.ts'

/** Where a Larder keeps its data. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/** What the settings point at, as of now. Throws a sentence when there is nothing. */
export async function openSource({ dataDir, databaseUrl }: DatabaseLocation): Promise<Source> {
  if (databaseUrl) return readPostgres(databaseUrl)
  const file = join(dataDir, 'larder.db')
  if (!existsSync(file)) throw new Error(`There is no Larder in ${dataDir}. LARDER_DATA_DIR and DATABASE_URL say where to look.`)
  return readSqlite(file)
}

export const backupFolder = ({ dataDir }: DatabaseLocation): string => join(dataDir, 'backups')

export interface BackupOptions {
  place: DatabaseLocation
  folder: string
  /** How many of its kind stay there, this one included; null: all. */
  keep: number | null
  /** Locks the file; null leaves it readable. */
  passphrase: string | null
  /** Version that makes it. */
  larder: string
  /** Before an upgrade: the last step of the schema the data have. Such backups are a kind of their own, which no daily one pushes out. */
  schema?: string
}

export interface BackupResult {
  file: string
  bytes: number
  counts: readonly Count[]
}

/** Makes a backup beside a running server, proves it, and then only removes the oldest ones. Throws sentences. */
export async function backUp({ place, folder, keep, passphrase, larder, schema }: BackupOptions): Promise<BackupResult> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  deleteLeftovers(folder)
  const verifyIn = verificationFolder(place.dataDir)
  deleteLeftoverTrials(verifyIn)
  const source = await openSource(place)
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
const leftovers = /^larder-\d{8}T.*(\.unfinished|\.unproved)$/

/** What a backup that was broken off left behind; one that is being made by somebody else is younger than a day. */
function deleteLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => leftovers.test(entry))) {
    const path = join(folder, name)
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - made > dayMs) rmSync(path, { force: true })
  }
}

/** What went wrong, and why, in sentences. */
export function errorSentences(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}\n${errorSentences(error.cause)}` : error.message
}

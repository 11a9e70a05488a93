import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseLocation } from '#platform/server/backup/back-up-database.ts'
import { assertServerStopped, hasData, openPostgresTarget } from '#platform/server/database/postgres/backup.ts'
import { deleteIncoming, finishReplacement, incomingFolder, replaceDatabase } from '#platform/server/database/replace-database.ts'
import { createSqliteTarget } from '#platform/server/database/sqlite/backup.ts'
import { holdFolder } from '#platform/server/database/sqlite/lock.ts'
import type { DatabaseTarget } from '#platform/server/database/table-schema.ts'

export const version: string = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')).version

/** Opens a target that replaces the data the settings point at. */
export type Opening = (migrations: readonly string[]) => Promise<DatabaseTarget>

/**
 * Opens the data location of the settings for `work`. Rejects existing data unless `replace`, and a location in use. Calls `kept` with the
 * path
 * that replaced data was moved to (SQLite).
 */
export async function withTarget<T>(
  { dataDir, databaseUrl }: DatabaseLocation,
  replace: boolean | 'never',
  work: (open: Opening) => Promise<T>,
  kept: (file: string) => void = () => {},
): Promise<T> {
  const refuse = (where: string) => {
    if (replace === true) return
    const wayOut = replace === 'never' ? 'Move into an empty one.' : 'Say --replace to put the backup in its place.'
    throw new Error(`${where} already contains Larder data. ${wayOut}`)
  }
  if (databaseUrl) {
    if (await hasData(databaseUrl)) refuse('that database')
    await assertServerStopped(databaseUrl)
    return work((migrations) => openPostgresTarget(databaseUrl, migrations))
  }
  const release = holdFolder(dataDir)
  try {
    finishReplacement(dataDir)
    if (existsSync(join(dataDir, 'larder.db'))) refuse(dataDir)
    const answer = await work(async (migrations) => createSqliteTarget(incomingFolder(dataDir), migrations))
    const before = replaceDatabase(dataDir)
    if (before) kept(join(dataDir, before))
    return answer
  } catch (error) {
    deleteIncoming(dataDir)
    throw error
  } finally {
    release()
  }
}

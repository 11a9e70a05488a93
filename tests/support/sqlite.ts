import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateSqlite } from '#platform/server/migrate.ts'
import { openSqlite } from '#platform/server/sqlite/database.ts'

let migrated: Promise<string> | undefined

/** Puts a database with our tables and no row into a data folder: copying one takes a tenth of migrating it. */
export async function placeMigrated(dataFolder: string): Promise<void> {
  migrated ??= migrate()
  copyFileSync(await migrated, join(dataFolder, 'larder.db'))
}

async function migrate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-test-migrated-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = openSqlite(folder, () => {})
  await migrateSqlite(database)
  await database.close()
  return join(folder, 'larder.db')
}

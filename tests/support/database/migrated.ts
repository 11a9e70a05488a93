import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateSqlite } from '#platform/server/database/migrate.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'

let template: Promise<Buffer> | undefined

/** Puts a database of SQLite with our tables and no row into a folder, as `createMigrated` does on PostgreSQL: migrating one takes longer than the rest of opening a kitchen. */
export async function putMigrated(folder: string): Promise<void> {
  template ??= migrated()
  writeFileSync(join(folder, 'larder.db'), await template)
}

async function migrated(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-test-template-'))
  const database = openSqlite(folder, () => {})
  await migrateSqlite(database)
  await database.close()
  const bytes = readFileSync(join(folder, 'larder.db'))
  rmSync(folder, { recursive: true, force: true })
  return bytes
}

/**
 * Migrates the configured data to the current schema, and is killed right before statement number LARDER_TEST_KILL_BEFORE (0: never).
 * Prints the
 * number of statements.
 */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { migratePostgres, migrateSqlite } from '#platform/server/database/migrate.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'

const killBefore = Number(process.env['LARDER_TEST_KILL_BEFORE'] ?? 0)
const { DATABASE_URL: url, LARDER_DATA_DIR: folder = '' } = process.env
let count = 0
const step = () => {
  if (++count === killBefore) process.kill(process.pid, 'SIGKILL')
}

if (url) {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    step()
    return Reflect.apply(query, this, given)
  } as typeof query
  await migratePostgres(url)
} else {
  const database = openSqlite(folder, () => {})
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function counted(this: DatabaseSync, text: string) {
    step()
    exec.call(this, text)
  }
  await migrateSqlite(database)
  DatabaseSync.prototype.exec = exec
  await database.close()
}
console.log(count)

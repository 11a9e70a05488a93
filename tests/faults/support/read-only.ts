/** Preloaded into a server, toggles a read-only database on SIGUSR2: SQLite reports it like a file system that turned read-only. */
import { Connection } from '#platform/server/database/sqlite/connection.ts'

const { run } = Connection.prototype
const writers = new Set<Connection>()
let isReadOnly = 0

Connection.prototype.run = function watched(this: Connection, sql, parameters) {
  if (sql === 'BEGIN IMMEDIATE') writers.add(this)
  return run.call(this, sql, parameters)
}

process.on('SIGUSR2', () => {
  isReadOnly = 1 - isReadOnly
  for (const connection of writers) connection.db.exec(`PRAGMA query_only = ${isReadOnly}`)
})

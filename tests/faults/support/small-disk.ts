/**
 * Preloaded into a server, limits its database to LARDER_TEST_PAGES more pages until SIGUSR2. For machines that can't mount a small disk;
 * SQLite
 * reports both alike.
 */
import { Connection } from '#platform/server/database/sqlite/connection.ts'

const { run } = Connection.prototype
const limited = new Set<Connection>()
let more = Number(process.env.LARDER_TEST_PAGES)

Connection.prototype.run = function limitedRun(this: Connection, sql, parameters) {
  if (sql === 'BEGIN IMMEDIATE' && !limited.has(this)) {
    limited.add(this)
    const pages = Number(this.db.prepare('PRAGMA page_count').get()?.['page_count'])
    this.db.exec(`PRAGMA max_page_count = ${pages + more}`)
  }
  return run.call(this, sql, parameters)
}

process.on('SIGUSR2', () => {
  more = 0
  for (const connection of limited) connection.db.exec('PRAGMA max_page_count = 1073741823')
})

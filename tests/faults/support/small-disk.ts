/**
 * Preloaded into a server, lets its database grow by no more than LARDER_TEST_PAGES pages until SIGUSR2 gives the room back.
 * For machines on which a test cannot make a small disk; SQLite says the same of both.
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

import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'

/**
 * A database in whose prepared statements every `guard` is written as `instead`: for showing that a test fails without it. `met` counts the
 * statements it stood in; a guard that is written otherwise by now is met in none.
 */
export function rewritten(database: Database, guard: string, instead: string): { database: Database; met(): number } {
  let met = 0
  const careless = <Q extends Reader>(q: Q): Q => ({
    ...q,
    on: q.on.bind(q),
    rows: (sql: string, parameters: readonly unknown[]) => {
      if (sql.includes(guard)) met += 1
      return q.rows(sql.replaceAll(guard, instead), parameters)
    },
  })
  return {
    met: () => met,
    database: {
      ...database,
      read: (scope, work) => database.read(scope, (q) => work(careless(q))),
      snapshot: (scope, work) => database.snapshot(scope, (q) => work(careless(q))),
      write: (scope, name, work, user) =>
        database.write(scope, name, (tx) => work(Object.assign(careless<Transaction>(tx), { announce: tx.publish.bind(tx) })), user),
    },
  }
}

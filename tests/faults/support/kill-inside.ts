/** Preloaded into a server: after SIGUSR2 it prints `armed` and is killed at the point `LARDER_TEST_KILL_AT` of the next write. */
import pg from 'pg'
import { Connection } from '#platform/server/database/sqlite/connection.ts'

type Statement = { text: string; values: readonly unknown[] }
/** A change made by a person, not by the server afterwards. */
const isLogged = ({ text, values }: Statement) =>
  /insert into\s+"?changes"? \(household_id, seq, name, actor_id,/i.test(text) && values[3] !== null
const isCommit = ({ text }: Statement) => /^commit/i.test(text)
const points: Record<string, { at: (statement: Statement) => boolean; isAfter: boolean }> = {
  'before it is logged': { at: isLogged, isAfter: false },
  'once it is logged': { at: isLogged, isAfter: true },
  'before the commit': { at: isCommit, isAfter: false },
  'after the commit, before the answer': { at: isCommit, isAfter: true },
}
const point = points[process.env['LARDER_TEST_KILL_AT'] ?? '']
if (!point) throw new Error('no such point')
let isArmed = false
/** Transactions that have logged a change: other commits and reads don't count. */
const logging = new WeakSet<object>()
process.on('SIGUSR2', () => {
  isArmed = true
  console.log('armed')
})
const passes = (connection: object, statement: Statement, isAfter: boolean) => {
  if (!isArmed) return
  if (isAfter === point.isAfter && point.at(statement) && (logging.has(connection) || point.at === isLogged))
    process.kill(process.pid, 'SIGKILL')
  if (isAfter && isLogged(statement)) logging.add(connection)
}

const { run } = Connection.prototype
Connection.prototype.run = function watched(this: Connection, text, parameters) {
  const statement = { text, values: parameters }
  passes(this, statement, false)
  const answer = run.call(this, text, parameters)
  passes(this, statement, true)
  return answer
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
  const [first, second] = given
  const input = typeof first === 'string' ? { text: first, values: second } : (first as { text?: string; values?: unknown })
  const statement = { text: String(input.text), values: Array.isArray(input.values) ? input.values : [] }
  passes(this, statement, false)
  const answer: unknown = Reflect.apply(query, this, given)
  if (!(answer instanceof Promise)) return answer
  return answer.then((result: unknown) => {
    passes(this, statement, true)
    return result
  })
} as typeof query

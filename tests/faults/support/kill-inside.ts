/**
 * Preloaded into a server: once SIGUSR2 came, it is killed at a named point of the next write, `LARDER_TEST_KILL_AT`.
 */
import pg from 'pg'
import { Connection } from '#platform/server/sqlite/connection.ts'

const logged = /insert into\s+"?changes/i
const points: Record<string, { text: RegExp; isAfter: boolean }> = {
  'before it is logged': { text: logged, isAfter: false },
  'once it is logged': { text: logged, isAfter: true },
  'before the commit': { text: /^commit/i, isAfter: false },
  'after the commit, before the answer': { text: /^commit/i, isAfter: true },
}
const point = points[process.env['LARDER_TEST_KILL_AT'] ?? '']
if (!point) throw new Error('no such point')
let isArmed = false
/** Whose transaction has been logged: another one's commit, or a read's, does not count. */
const logging = new WeakSet<object>()
process.on('SIGUSR2', () => {
  isArmed = true
})
const passes = (connection: object, text: string, isAfter: boolean) => {
  if (!isArmed) return
  if (isAfter === point.isAfter && point.text.test(text) && (logging.has(connection) || point.text === logged))
    process.kill(process.pid, 'SIGKILL')
  if (isAfter && logged.test(text)) logging.add(connection)
}

const { run } = Connection.prototype
Connection.prototype.run = function watched(this: Connection, text, parameters) {
  passes(this, text, false)
  const answer = run.call(this, text, parameters)
  passes(this, text, true)
  return answer
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
  const [first] = given
  const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
  passes(this, text, false)
  const answer: unknown = Reflect.apply(query, this, given)
  if (!(answer instanceof Promise)) return answer
  return answer.then((result: unknown) => {
    passes(this, text, true)
    return result
  })
} as typeof query

import { Unavailable } from '../index.ts'
import { isStalePlan } from './prepared.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Nothing was kept, so the work may run again: serialization failure, deadlock, or a plan made before a migration. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error)

// The drivers have no codes of their own; these are their sentences for a connection that is gone, that the pool could not give in time, or
// that a server about to stop gives nobody any more.
const gone = /^connection terminated|^timeout exceeded when trying to connect|not queryable|^driver has already been destroyed/i

// Node's errors name the system call: no way to the host, no such host or socket, or the other end is gone. A file that is not there is none.
const calls: unknown[] = ['connect', 'getaddrinfo', 'read', 'write']

// Operator's doing, out of room, and limits that whoever runs the database set: on a statement, a lock, a transaction that idles or lasts.
const notNow = /^(08|53|57)|^55P03$|^25P0[34]$/

// A disk that cannot be read or written, and pages that are not what was written, beside a full one and a server that only reads.
const reasons: Record<string, Unavailable['reason']> = {
  53100: 'disk_full',
  25006: 'read_only',
  58030: 'disk_failed',
  XX001: 'disk_failed',
  XX002: 'disk_failed',
}

/** PostgreSQL's and the driver's ways of saying that the database cannot do this now; null for errors of the statement itself. */
export function unavailable(error: unknown): Unavailable | null {
  const code = codeOf(error)
  const reason = reasons[code]
  if (reason) return new Unavailable(reason, error)
  const isOfTheWay = error instanceof Error && (('syscall' in error && calls.includes(error.syscall)) || gone.test(error.message))
  const isConnection = isOfTheWay || notNow.test(code) || /^E(CONN|PIPE|TIMEDOUT)/.test(code)
  return isConnection ? new Unavailable('connection', error) : null
}

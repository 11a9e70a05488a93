import { DatabaseUnavailableError } from '../index.ts'
import { isStalePlan } from './prepared-statements.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Nothing was kept, so the work may run again: serialization failure, deadlock, or a stale plan. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error)

// The drivers have no codes for a lost connection, a pool timeout or a server shutting down; these are their messages.
const gone = /^connection terminated|^timeout exceeded when trying to connect|not queryable|^driver has already been destroyed/i

// Node's network errors name the system call. A missing file isn't one of them.
const calls: unknown[] = ['connect', 'getaddrinfo', 'read', 'write']

// Operator intervention, insufficient resources, and limits set by the operator on statements, locks and transactions.
const notNow = /^(08|53|57)|^55P03$|^25P0[34]$/

// Disk I/O errors, corrupted pages, a full disk and a read-only server.
const reasons: Record<string, DatabaseUnavailableError['reason']> = {
  53100: 'disk_full',
  25006: 'read_only',
  58030: 'disk_failed',
  XX001: 'disk_failed',
  XX002: 'disk_failed',
}

/** Returns `Unavailable` for errors that say the database can't work now; null for errors of the statement itself. */
export function toUnavailableError(error: unknown): DatabaseUnavailableError | null {
  const code = codeOf(error)
  const reason = reasons[code]
  if (reason) return new DatabaseUnavailableError(reason, error)
  const isOfTheWay = error instanceof Error && (('syscall' in error && calls.includes(error.syscall)) || gone.test(error.message))
  const isConnection = isOfTheWay || notNow.test(code) || /^E(CONN|PIPE|TIMEDOUT)/.test(code)
  return isConnection ? new DatabaseUnavailableError('connection', error) : null
}

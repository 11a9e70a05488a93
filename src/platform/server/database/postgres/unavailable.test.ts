import pg from 'pg'
import { expect, it } from 'vitest'
import { toUnavailableError } from './unavailable.ts'

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('that went well')),
    (error: Error) => error,
  )

it("reports a database that can't be reached as unavailable, for any cause", async () => {
  const connectTo = (where: object) => failure(new pg.Client({ user: 'larder', password: 'x', ...where }).connect())
  const closed = await connectTo({ host: '127.0.0.1', port: 1 })
  const noSocket = await connectTo({ host: '/nowhere' })
  const noName = Object.assign(new Error('getaddrinfo ENOTFOUND database'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
  const noWay = Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'connect' })
  for (const error of [closed, noSocket, noName, noWay])
    expect(toUnavailableError(error), String(error)).toMatchObject({ reason: 'connection' })
})

it('reports a full or failing disk and a read-only server, but not an error of the statement itself', () => {
  const reasonOf = (code: string) => toUnavailableError(Object.assign(new Error('x'), { code }))?.reason
  expect(['53100', '25006', '57P01', '08006', '53300'].map(reasonOf)).toEqual([
    'disk_full',
    'read_only',
    'connection',
    'connection',
    'connection',
  ])
  expect(['58030', 'XX001', 'XX002'].map(reasonOf)).toEqual(['disk_failed', 'disk_failed', 'disk_failed'])
  // Limits set by the operator: on a statement, a lock, and an idle or long transaction.
  expect(['57014', '55P03', '25P03', '25P04'].map(reasonOf)).toEqual(['connection', 'connection', 'connection', 'connection'])
  expect(['23505', '42601', '22P02', ''].map(reasonOf)).toEqual([undefined, undefined, undefined, undefined])
  expect(toUnavailableError(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBeNull()
})

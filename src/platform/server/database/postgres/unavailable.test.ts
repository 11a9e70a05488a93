import pg from 'pg'
import { expect, it } from 'vitest'
import { unavailable } from './unavailable.ts'

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('that went well')),
    (error: Error) => error,
  )

it('a database that cannot be reached is unavailable, whatever is in the way', async () => {
  const nobody = (where: object) => failure(new pg.Client({ user: 'larder', password: 'x', ...where }).connect())
  const closed = await nobody({ host: '127.0.0.1', port: 1 })
  const noSocket = await nobody({ host: '/nowhere' })
  const noName = Object.assign(new Error('getaddrinfo ENOTFOUND database'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
  const noWay = Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'connect' })
  for (const error of [closed, noSocket, noName, noWay]) expect(unavailable(error), String(error)).toMatchObject({ reason: 'connection' })
})

it('a full disk, a failing one and a read-only server are told as such, and what is wrong with a statement is not its server’s', () => {
  const said = (code: string) => unavailable(Object.assign(new Error('x'), { code }))?.reason
  expect(['53100', '25006', '57P01', '08006', '53300'].map(said)).toEqual([
    'disk_full',
    'read_only',
    'connection',
    'connection',
    'connection',
  ])
  expect(['58030', 'XX001', 'XX002'].map(said)).toEqual(['disk_failed', 'disk_failed', 'disk_failed'])
  // What whoever runs the database set a limit to: a statement, a lock, a transaction that idles or lasts.
  expect(['57014', '55P03', '25P03', '25P04'].map(said)).toEqual(['connection', 'connection', 'connection', 'connection'])
  expect(['23505', '42601', '22P02', ''].map(said)).toEqual([undefined, undefined, undefined, undefined])
  expect(unavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBeNull()
})

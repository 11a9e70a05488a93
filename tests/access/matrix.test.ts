import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { requestPasswordReset, resetPassword, signOut } from '#domains/account/contract.ts'
import { joinHousehold } from '#domains/households/contract.ts'
import { openSession } from '#tests/support/accounts.ts'
import { newcomer } from '#tests/support/people.ts'
import { overseerOf, useSeededKitchen, worldOf } from '#tests/support/seeded.ts'
import { codeOf, type World } from '#tests/support/world.ts'
import * as columns from './columns.ts'
import { inspect, readsFirst, type Site } from './inspector.ts'

// Thousands of requests on a busy machine take a while.
vi.setConfig({ testTimeout: 180_000 })

const kitchen = useSeededKitchen()
let world: World
let site: Site
const counted: [string, number][] = []
beforeAll(async () => {
  world = worldOf(kitchen())
  site = { app: kitchen().larder.app, kitchen: kitchen(), world }
})
afterAll(() => {
  const total = counted.reduce((sum, [, cells]) => sum + cells, 0)
  console.log(
    `access matrix: ${total} cells on ${kitchen().larder.routes.length} routes (${counted.map((pair) => pair.join(' ')).join(', ')})`,
  )
})

const rows = () => kitchen().larder.routes.map(({ endpoint }) => endpoint)

/** `METHOD /path` of everything the server answers to, read from its own router. */
function servedBy(app: FastifyInstance): string[] {
  const way: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (path === '') return []
      way.splice(indent.length / 4, way.length, path)
      return methods?.split(', ').map((method) => `${method} ${way.join('')}`) ?? []
    })
}

/** A session of a member of `a` whose password was set anew since. */
async function tokenFromBeforeReset(): Promise<string> {
  const person = await kitchen().person('Iris')
  await person.must(joinHousehold, { body: { inviteCode: await codeOf(world.a) } })
  await person.must(requestPasswordReset, { body: { email: person.email } })
  const outbox = join(kitchen().config.dataDir, 'outbox')
  const mail = await vi.waitUntil(
    () =>
      readdirOf(outbox)
        .map((name) => readFileSync(join(outbox, name), 'utf8'))
        .find((text) => text.includes('reset-password?token=')),
    30_000,
  )
  const token = /reset-password\?token=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
  await person.must(resetPassword, { body: { newPassword: 'marjoram and 44 figs', token } })
  return person.token
}

const readdirOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

async function go(name: string, column: columns.Column): Promise<string[]> {
  const inspector = inspect(site)
  await column(inspector, readsFirst(rows()))
  counted.push([name, inspector.cells()])
  expect(inspector.cells()).toBeGreaterThan(0)
  return inspector.findings
}

describe('the access matrix, every route by every actor', () => {
  it('has a row for every route that is served, but for the pages of the app and of the API’s description', () => {
    const named = new Set(rows().map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`))
    const served = servedBy(kitchen().larder.app).filter((row) => / \/(api|mcp)(\/|$)/.test(row) && !/^(GET|HEAD) \/api\/docs/.test(row))
    expect(served.toSorted()).toEqual([...named].toSorted())
    const others = servedBy(kitchen().larder.app).filter((row) => !/ \/(api|mcp)(\/|$)/.test(row))
    expect(others.filter((row) => !/^(GET|HEAD) /.test(row))).toEqual([])
  })
  it('0–3: who is not signed in hears one and the same 401', async () => {
    const { database } = kitchen().larder
    const { userId } = world.a.people.OWNER
    const signedOut = await openSession(database, userId)
    await kitchen().inject({ method: 'POST', url: signOut.path, headers: { authorization: `Bearer ${signedOut}` } })
    const deleted = await newcomer(kitchen())
    await database.identity.withTables<{ users: { id: string } }>().deleteFrom('users').where('id', '=', deleted.userId).execute()
    const tokens = {
      '2 expired': await openSession(database, userId, -1000),
      '3 signed out': signedOut,
      '3 account deleted': deleted.token,
      '3 password replaced': await tokenFromBeforeReset(),
    }
    expect(await go('0–3', columns.strangers(tokens))).toEqual([])
  })
  it('4: a household route without exactly one household is refused, never guessed', async () => {
    expect(await go('4', columns.withoutHousehold)).toEqual([])
  })
  it('5: ids of another household are ids that nobody has', async () => {
    expect(await go('5', columns.foreignIds)).toEqual([])
  })
  it('6 and 7: another household is one that nobody has, also for who was in it', async () => {
    expect(await go('6–7', columns.outsiders)).toEqual([])
  })
  it('9–12: each role may do what the row says and nothing more', async () => {
    expect(await go('9–12', columns.members)).toEqual([])
  })
  it('the server’s own rows are for whoever looks after it', async () => {
    expect(await go('server', columns.overseers(await overseerOf(kitchen())))).toEqual([])
  })
  it('public rows ask nobody who they are', async () => {
    expect(await go('public', columns.everybody)).toEqual([])
  })
})

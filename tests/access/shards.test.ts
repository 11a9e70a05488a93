import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveStreamAccess } from '#domains/households/server/index.ts'
import { lastSeqs } from '#platform/server/changes/change-log.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { migrations, recordStatements, schemaOf, tablesOfStatement } from '#tests/support/database/statements.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import { doEverydayWork } from './everyday-work.ts'

// Checks what docs/sharding.md says about everyday statements against those that run: which stay on their household's shard, and by which
// column. Exceptions are listed here with their reason and named on that page.

const page = readFileSync(join(import.meta.dirname, '../../docs/sharding.md'), 'utf8')

/** Tables of other shards used by a household's everyday work. */
const elsewhere: Record<string, string> = {
  users: 'names and locks of people, who may be of several households',
  sessions: 'an open stream ends with its session',
  answers: 'the claim of a repeated write leads with who makes it',
  notifications: 'what a person is told, by the readers of the log',
  notification_settings: 'how a person wants to be told, by the readers of the log',
}
/** Household tables joined to one of those in a statement, which would require the same shard. */
const joined = ['lots + users', 'shopping_items + users', 'access_keys + users', 'members + sessions']
/** Read by a subquery with the household of the outer row instead of a parameter. */
const byRow = ['lots', 'reservations']
/** Of several households in one statement, for open streams. */
const ofSeveral = ['access_keys', 'households', 'members']

const keys = new Map(schemaOf(migrations).map(({ name, primary }) => [name, name === 'households' ? 'id' : primary[0]]))
const isOfHousehold = (table: string) => table === 'households' || keys.get(table) === 'household_id'

const testApp = useSeededApp()
/** Statements of everyday work, and those about several households. */
const [daily, wide] = [new Set<string>(), new Set<string>()]

beforeAll(async () => {
  const { server } = testApp()
  const { a, b } = seededHouseholdsOf(testApp())
  let here = daily
  recordStatements(server.database, (text) => here.add(text.replace(/\s+/g, ' ')))
  await doEverydayWork(testApp(), a)

  here = wide
  const homes = [a.id, b.id] as HouseholdId[]
  const watching = homes.map((householdId) => ({ householdId, sessionId: 'nobody’s' }))
  await server.database.read(homes, (q) => lastSeqs(q, homes))
  await server.database.read(homes, (q) => liveStreamAccess(server.database).filterAllowed(q, watching))
})

const read = (texts: Iterable<string>) => [...texts].map((text) => ({ text, parts: tablesOfStatement(text, (table) => keys.get(table)) }))
const ofHouseholds = (texts: Iterable<string>) => read(texts).flatMap(({ parts }) => parts.filter(({ table }) => isOfHousehold(table)))
const names = (parts: Iterable<{ table: string }>) => [...new Set([...parts].map(({ table }) => table))].toSorted()

describe('the statements of everyday work', () => {
  it('name the household for every household table', () => {
    expect(daily.size).toBeGreaterThan(40)
    expect(names(ofHouseholds(daily))).toEqual(
      expect.arrayContaining(['changes', 'households', 'ledger', 'lots', 'members', 'shopping_items']),
    )
    const without = read(daily).filter(({ parts }) => parts.some(({ table, by }) => isOfHousehold(table) && by === null))
    expect(without.map(({ text }) => text)).toEqual([])
  })

  it('take it from a subquery’s outer row only where the page says so', () => {
    expect(names(ofHouseholds(daily).filter(({ by }) => by === 'row'))).toEqual(byRow)
  })

  it('use and join other tables only where the page says so', () => {
    const all = read([...daily, ...wide])
    expect(names(all.flatMap(({ parts }) => parts.filter(({ table }) => !isOfHousehold(table))))).toEqual(Object.keys(elsewhere).toSorted())
    const found = all.flatMap(({ parts }) => {
      const [inside, outside] = [parts.find(({ table }) => isOfHousehold(table)), parts.find(({ table }) => !isOfHousehold(table))]
      return inside && outside ? [[inside.table, outside.table].join(' + ')] : []
    })
    expect([...new Set(found)].toSorted()).toEqual(joined.toSorted())
  })

  it('name several households only for open streams', () => {
    expect(names(ofHouseholds([...daily, ...wide]).filter(({ by }) => by === 'several'))).toEqual(ofSeveral)
  })

  it('have every exception named on the page', () => {
    const named = [...Object.keys(elsewhere), ...joined.flatMap((pair) => pair.split(' + ')), ...byRow, ...ofSeveral]
    expect(named.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  it.each([
    ['select id from lots where id = ?', null],
    ['select id from lots where household_id = ? or id = ?', null],
    ['select id from lots where (household_id = ? or id = ?)', null],
    ['select lots.id from members join lots on lots.id = members.user_id where members.household_id = ?', null],
    ['select id from lots where id in (select lot_id from reservations where household_id = ?)', null],
    ['insert into lots (id, milli) values (?, ?)', null],
    ['update lots set milli = ? where household_id in (?, ?)', 'several'],
    ['select lots.id from members join lots on lots.household_id = members.household_id where members.household_id = ?', 'key'],
    ['insert into "lots" ("household_id", "id") values (?, ?)', 'key'],
    ['delete from "lots" where "household_id" = ? and ("id" = ? or "id" = ?)', 'key'],
  ])('%s: by %s (twin)', (text, by) => {
    expect(tablesOfStatement(text, (table) => keys.get(table)).find(({ table }) => table === 'lots')?.by).toBe(by)
  })
})

import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '#domains/households/contract/access-tokens.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { allTables } from '#platform/server/database/household-rows.ts'
import { roles } from '#platform/shared/roles.ts'
import { type Home, type SeededHouseholds, secretsOf, seedHouseholds } from '#tests/support/data/seeded-households.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { exportAccount, exportHousehold } from '../contract.ts'

const testApp = useTestApp()
let seeded: SeededHouseholds
beforeAll(async () => {
  seeded = await seedHouseholds(testApp())
})

async function unzip(person: Person, endpoint: typeof exportHousehold | typeof exportAccount): Promise<Record<string, Uint8Array>> {
  const answer = await testApp().server.app.inject({
    method: 'GET',
    url: endpoint.path,
    headers: { authorization: `Bearer ${person.token}`, ...(person.home ? { 'x-household-id': person.home } : {}) },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="larder-(household|account)-\d{4}-\d\d-\d\d\.zip"$/)
  return unzipSync(answer.rawPayload)
}
const textOf = (files: Record<string, Uint8Array>) =>
  Object.entries(files)
    .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
    .join('\n')
const json = (files: Record<string, Uint8Array>, name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
const others = (home: Home): Home[] => [seeded.a, seeded.b, seeded.c].filter(({ id }) => id !== home.id)

describe('the export of a household', () => {
  it('contains all of it and nothing of another, for every role of every household', async () => {
    for (const home of [seeded.a, seeded.b]) {
      for (const role of roles) {
        const text = textOf(await unzip(home.people[role], exportHousehold))
        for (const mine of [home.marker, home.id, home.targets.lot, home.targets.ingredient, home.targets.listItem])
          expect(text).toContain(mine)
        const leaked = others(home)
          .flatMap(secretsOf)
          .filter((secret) => text.includes(secret))
        expect(leaked, `${home.marker} ${role}`).toEqual([])
        // Members are named in it, without their email addresses.
        expect(text).not.toContain('@kitchen.example')
      }
    }
  })

  it('has guests’ diets, and of members only one’s own', async () => {
    const { people } = seeded.a
    const [own, other] = await Promise.all([people.OWNER, people.VIEWER].map((person) => unzip(person, exportHousehold)))
    const userIds = (files: Record<string, Uint8Array> = {}) =>
      json(files, 'household/eaters.json').map(({ user_id }: { user_id: string | null }) => user_id)
    expect(userIds(own)).toEqual(expect.arrayContaining([null, people.OWNER.userId]))
    expect([...new Set(userIds(other))]).toEqual([null])
  })

  it('has every table with a household, in JSON and CSV, and a manifest that lists them', async () => {
    const files = await unzip(seeded.a.people.OWNER, exportHousehold)
    const manifest = json(files, 'manifest.json')
    expect(manifest).toMatchObject({ format: 'larder-export-1', of: 'household', id: seeded.a.id })
    expect(manifest.files.map(({ file }: { file: string }) => file).toSorted()).toEqual(
      Object.keys(files)
        .filter((name) => name !== 'manifest.json')
        .toSorted(),
    )
    for (const { file, rows } of manifest.files) if (file.endsWith('.json')) expect(json(files, file), file).toHaveLength(rows)
    const left = ['answers', 'cursors', 'parked_changes']
    const tables = (await allTables(testApp().server.database)).filter(({ columns }) => columns.some(({ name }) => name === 'household_id'))
    const filled = ['lots', 'ledger', 'changes', 'ingredients', 'members', 'shopping_items']
    expect(filled.filter((name) => !files[`household/${name}.json`] || !files[`household/${name}.csv`])).toEqual([])
    const known = new Set([...tables.map(({ name }) => name), 'households', 'people'])
    expect(manifest.files.filter(({ table }: { table: string }) => !known.has(table) || left.includes(table))).toEqual([])
  })

  it('shows figures as people write them, and the same lots as the pages', async () => {
    const { OWNER: owner } = seeded.a.people
    await addSomeLot(owner, { ingredient: { name: '=cmd|x' }, quantity: 1.25, unit: 'l', purchasePrice: 3.49, location: 'A, "B"\nC' })
    const files = await unzip(owner, exportHousehold)
    const lots = json(files, 'household/lots.json')
    expect(lots.find(({ location }: { location: string }) => location === 'A, "B"\nC')).toMatchObject({
      quantity: 1.25,
      price: 3.49,
      is_opened: false,
      unit: 'l',
    })
    const active = lots.filter(({ state }: { state: string }) => state === 'active').map(({ id }: { id: string }) => id)
    const shown = await owner.must(listLots)
    expect(active.toSorted()).toEqual((Array.isArray(shown) ? shown : shown.items).map(({ id }) => id).toSorted())
    expect(strFromU8(files['household/ingredients.csv'] ?? new Uint8Array())).toContain("'=cmd|x")
    expect(strFromU8(files['household/lots.csv'] ?? new Uint8Array())).toContain('"A, ""B""\nC"')
    expect(json(files, 'household/changes.json')[0].payload).toBeTypeOf('object')
  })

  it('leaves out secrets and other members’ own data', async () => {
    const { OWNER: owner, ADMIN: admin } = seeded.a.people
    const { token } = await admin.must(createToken, { params: { id: seeded.a.id }, body: { name: 'Admin only', scope: 'read' } })
    const files = await unzip(owner, exportHousehold)
    const text = textOf(files)
    expect(text).not.toContain('Admin only')
    expect(text).not.toContain(token)
    expect(text).not.toContain(seeded.a.targets.inviteCode)
    expect(text).not.toMatch(/"(invite_)?(hash|box)"/)
    expect(text).not.toContain('@kitchen.example')
    expect(Object.keys(files)).toContain('household/webhooks.json')
    expect(Object.keys(await unzip(seeded.a.people.MEMBER, exportHousehold)).filter((name) => name.includes('webhook'))).toEqual([])
    expect(json(files, 'household/access_keys.json').every(({ user_id }: { user_id: string }) => user_id === owner.userId)).toBe(true)
  })

  it('contains all loans with households on other servers, also those of other members, but not what was signed', async () => {
    const { id, people } = seeded.a
    const at = '2026-11-21T10:00:00.000Z'
    await asOwner(
      testApp().server.database,
      `insert into linked_loans select household_id, 'loan-' || id, id, id, 'borrower', 'asked', 'open', 'item', null, 'Eggs', 'Other', 1000, 'each', '${at}', '${people.MEMBER.userId}', null, 'signed', null, '${at}', '${at}' from household_links where household_id = '${id}'`,
    )
    const [loan] = json(await unzip(people.OWNER, exportHousehold), 'household/linked_loans.json')
    expect(loan).toMatchObject({ food_name: 'Eggs', user_id: people.MEMBER.userId })
    expect(loan).not.toHaveProperty('peer_statement')
  })

  it('is complete for a large household', async () => {
    const owner = await testApp().person('Ana')
    const { id } = await testApp().household(owner)
    const { database } = testApp().server
    await addSomeLot(owner)
    // Two and a half pages of a thousand rows.
    await database.write(id as never, 'many', async (tx) => {
      const [lot] = await tx.rows<Record<string, unknown>>(`select * from lots where household_id = ? limit 1`, [id])
      const names = Object.keys(lot ?? {})
      for (let i = 0; i < 2500; i++) {
        const row = { ...lot, id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, state: 'removed', milli: 0 }
        await tx.rows(`insert into lots (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`, Object.values(row))
      }
    })
    const lots = json(await unzip(owner, exportHousehold), 'household/lots.json')
    expect(new Set(lots.map((lot: { id: string }) => lot.id)).size).toBe(2501)
  })
})

describe('the export of an account', () => {
  it('contains the user’s own profile, sessions and picture, no password and no one else’s data', async () => {
    const owner = seeded.a.people.OWNER
    const files = await unzip(owner, exportAccount)
    const text = textOf(files)
    expect(json(files, 'account/users.json')).toMatchObject([{ id: owner.userId, email: owner.email, first_name: 'Cook' }])
    expect(json(files, 'account/sessions.json').length).toBeGreaterThan(0)
    const picture = Object.keys(files).find((name) => name.startsWith('account/pictures/avatars-'))
    expect([...(files[picture ?? ''] ?? []).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    expect(text).not.toContain(owner.token.split('.')[0])
    expect(text).not.toMatch(/"(password|token|secret)"/)
    const people = [seeded.a, seeded.b, seeded.c]
      .flatMap((home) => Object.values(home.people))
      .filter(({ userId }) => userId !== owner.userId)
    expect(people.filter(({ email, userId }) => text.includes(email) || text.includes(userId)).map(({ email }) => email)).toEqual([])
  })
})

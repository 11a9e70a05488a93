import { describe, expect, it } from 'vitest'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { listNotifications } from '#domains/notifications/contract/index.ts'
import { allTables } from '#platform/server/database/household-rows.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'
import { createPeople, createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, type Person, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { updateRole } from './store/index.ts'

const testApp = useTestApp()
const { there } = useSecondServer(testApp)
const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)
const start = (person: Person, body: { name?: string; timeZone?: string; currency?: string; locations?: string[] } = {}) =>
  person.must(contract.createHousehold, { body })
const homesOf = (person: Person) => person.must(contract.listHouseholds)

describe('a household', () => {
  it('starts with its creator as OWNER, under the given or the default name', async () => {
    const ana = await createPerson(testApp())
    expect(await homesOf(ana)).toEqual([])
    const plain = await start(ana)
    expect(plain).toMatchObject({ name: 'My Household', role: 'OWNER', timeZone: 'UTC', currency: 'USD', locations: [], version: 1 })
    expect((await start(ana, { name: '   ' })).name).toBe('My Household')
    expect(await start(ana, { name: ' Küche ', timeZone: 'Europe/Berlin', currency: 'EUR' })).toMatchObject({
      name: 'Küche',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
    })
    expect((await homesOf(ana)).map(({ name }) => name)).toEqual(['My Household', 'My Household', 'Küche'])
  })

  it('changes only the given fields', async () => {
    const ana = await createPerson(testApp())
    const home = await start(ana)
    const changed = await ana.must(contract.changeHousehold, { params: { id: home.id }, body: { timeZone: 'Asia/Kathmandu' } })
    expect(changed).toEqual({ ...home, timeZone: 'Asia/Kathmandu', version: 2 })
    for (const name of ['', '   ', '\u200b'])
      expect((await ana.call(contract.changeHousehold, { params: { id: home.id }, body: { name } })).status).toBe(422)
  })

  it('keeps the places it was given', async () => {
    const ana = await createPerson(testApp())
    const home = await start(ana, { locations: ['Fridge door', ' Keller '] })
    expect(home.locations).toEqual(['Fridge door', 'Keller'])
    const params = { id: home.id }
    expect(await ana.must(contract.changeHousehold, { params, body: { locations: ['Keller'] } })).toMatchObject({ locations: ['Keller'] })
    expect((await homesOf(ana))[0]?.locations).toEqual(['Keller'])
    const tooMany = Array.from({ length: 31 }, (_, i) => `Shelf ${i}`)
    for (const locations of [[''], ['x'.repeat(61)], tooMany])
      expect((await ana.call(contract.changeHousehold, { params, body: { locations } })).status).toBe(422)
  })

  it('C-08: rejects a role change based on an old role: 412 with the current member', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await testApp().household(ana, ben)
    const params = { id: home.id, userId: ben.userId }
    const change = (role: 'ADMIN' | 'VIEWER', version: number) =>
      ana.call(contract.changeMember, { params, body: { role }, headers: { 'if-match': `"${version}"` } })
    const benNow = async () =>
      (await ana.must(contract.listMembers, { params: { id: home.id } })).find(({ userId }) => userId === ben.userId)
    const seen = await benNow()
    expect((await change('ADMIN', seen?.version ?? 0)).body).toEqual({ ...seen, role: 'ADMIN', version: (seen?.version ?? 0) + 1 })
    const late = await change('VIEWER', seen?.version ?? 0)
    expect(late).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { role: 'ADMIN', userId: ben.userId } } })
    expect(await benNow()).toMatchObject({ role: 'ADMIN' })
    // Of two changes based on the same version, one succeeds.
    const { version = 0 } = (await benNow()) ?? {}
    const both = await Promise.all([change('VIEWER', version), change('VIEWER', version)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('keeps a role that another request has changed first', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await testApp().household(ana, ben)
    const { database } = testApp().server
    const update = (from: Role, to: Role) =>
      database.write(home.id as HouseholdId, 'change a role', (tx) => updateRole(tx, home.id as HouseholdId, ben.userId, from, to))
    expect(await update('ADMIN', 'VIEWER')).toBe(false)
    expect((await homesOf(ben)).map(({ role }) => role)).toEqual(['MEMBER'])
    expect(await update('MEMBER', 'VIEWER')).toBe(true)
    expect((await homesOf(ben)).map(({ role }) => role)).toEqual(['VIEWER'])
  })

  it('is gone for all members when deleted, and keeps its rows', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await testApp().household(ana, ben)
    await addSomeLot(ben)
    await ana.must(contract.deleteHousehold, { params: { id: home.id } })
    for (const person of [ana, ben]) {
      expect(await homesOf(person)).toEqual([])
      expect((await person.call(listLots)).status).toBe(404)
      expect((await person.call(contract.listMembers, { params: { id: home.id } })).status).toBe(404)
      expect((await person.call(contract.deleteHousehold, { params: { id: home.id } })).status).toBe(404)
    }
    const joins = await ben.call(contract.joinHousehold, { body: { inviteCode: home.inviteCode ?? '' } })
    expect(joins).toMatchObject({ status: 404, body: { code: 'invite_unknown' } })
    expect(await sql(`select 1 from lots where household_id = '${home.id}'`)).toHaveLength(1)
  })

  it('B-8: can be restored by its OWNER within 30 days, with its members and data', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await testApp().household(ana, ben)
    const ingredient = await addSomeLot(ben)
    const params = { id: home.id }
    const restore = (person: Person) => person.call(contract.restoreHousehold, { params })
    expect(await ana.must(contract.listDeletedHouseholds)).toEqual([])
    expect((await restore(ana)).status).toBe(404)
    await ana.must(contract.deleteHousehold, { params })
    const [gone] = await ana.must(contract.listDeletedHouseholds)
    expect(gone).toMatchObject({ id: home.id, name: home.name })
    expect(await ben.must(contract.listDeletedHouseholds)).toEqual([])
    expect((await restore(ben)).status).toBe(404)
    // One of two concurrent requests restores it.
    expect((await Promise.all([restore(ana), restore(ana)])).map(({ status }) => status).toSorted()).toEqual([200, 404])
    for (const person of [ana, ben])
      expect((await person.must(listLots, { query: { limit: 5 } })) as unknown[]).toMatchObject([{ id: ingredient.id }])
    expect((await homesOf(ben)).map(({ id, role }) => [id, role])).toEqual([[home.id, 'MEMBER']])
    expect((await ana.must(contract.listHistory)).slice(0, 2).map(({ name }) => name)).toEqual(['household.restored', 'household.deleted'])

    await ana.must(contract.deleteHousehold, { params })
    const late = new Date(Date.now() - contract.restoreDays * 86_400_000 - 1000).toISOString()
    await sql(`update households set deleted_at = '${late}' where id = '${home.id}'`)
    expect(await ana.must(contract.listDeletedHouseholds)).toEqual([])
    expect((await restore(ana)).status).toBe(404)
  })

  it('is listed with the last deleted household first', async () => {
    const ana = await createPerson(testApp())
    const [first, second, third] = [await start(ana), await start(ana), await start(ana)]
    for (const [home, day] of [
      [first, '02'],
      [second, '03'],
      [third, '01'],
    ] as const) {
      await ana.must(contract.deleteHousehold, { params: { id: home.id } })
      await sql(`update households set deleted_at = '${new Date().toISOString().slice(0, 10)}T00:00:${day}.000Z' where id = '${home.id}'`)
    }
    expect((await ana.must(contract.listDeletedHouseholds)).map(({ id }) => id)).toEqual([second.id, first.id, third.id])
  })

  it('is erased completely when it can no longer be restored, without affecting others', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const [old, fresh] = [await testApp().household(ben), await testApp().household(ana, ben)]
    const ours = `Marzipan ${old.id}`
    for (const household of [old.id, fresh.id]) {
      await ben.must(addLot, { household, body: { ingredient: { name: ours }, quantity: 1, unit: 'g', expirationDate: '2020-01-01' } })
      await (household === old.id ? ben : ana).must(contract.deleteHousehold, { params: { id: household } })
    }
    const { server } = testApp()
    await server.jobs.settle()
    const deleted = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await sql(`update households set deleted_at = '${deleted(contract.restoreDays + 1.1)}' where id = '${old.id}'`)
    await sql(`update households set deleted_at = '${deleted(contract.restoreDays - 0.1)}' where id = '${fresh.id}'`)
    await server.jobs.catchUp()
    const tables = (await allTables(server.database)).filter(({ columns }) => columns.some(({ name }) => name === 'household_id'))
    const left = async (id: string) => {
      const counts = await Promise.all(tables.map(({ name }) => sql(`select 1 from "${name}" where household_id = '${id}'`)))
      return tables.filter((_, i) => (counts[i]?.length ?? 0) > 0).map(({ name }) => name)
    }
    expect(await left(old.id)).toEqual([])
    expect(await left(fresh.id)).toContain('lots')
    expect((await ana.call(contract.restoreHousehold, { params: { id: fresh.id } })).status).toBe(200)
  })

  it('C-17: rejects writes after it was deleted', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await testApp().household(ana, ben)
    const ingredient = await addSomeLot(ana)
    const write = () => ben.call(addLot, { body: { ingredientId: ingredient.ingredient.id, quantity: 1, unit: 'l' } })
    const writes = Array.from({ length: 20 }, write)
    const removal = there(ana).call(contract.deleteHousehold, { params: { id: home.id } })
    writes.push(...Array.from({ length: 20 }, write))
    const answers = await Promise.all(writes)
    expect((await removal).status).toBe(204)
    expect(answers.every(({ status }) => status === 201 || status === 404)).toBe(true)
    const log = await sql<{ name: string }>(`select name from changes where household_id = '${home.id}' order by seq`)
    expect(log.at(-1)?.name).toBe('household.deleted')
    expect(log.filter(({ name }) => name === 'item.added')).toHaveLength(1 + answers.filter(({ status }) => status === 201).length)
  })

  it('is selected by its header, with the caller’s role in it', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const [hers, his] = [await start(ana, { name: 'Hers' }), await start(ben, { name: 'His' })]
    await ana.must(contract.joinHousehold, { body: { inviteCode: his.inviteCode ?? '' } })
    expect((await homesOf(ana)).map(({ name, role, inviteCode }) => [name, role, inviteCode === null])).toEqual([
      ['Hers', 'OWNER', false],
      ['His', 'MEMBER', true],
    ])
    await ana.must(addLot, { household: his.id, body: { ingredient: { name: 'Tea' }, quantity: 1, unit: 'g' } })
    expect(await ana.must(listLots, { household: hers.id })).toEqual([])
    expect(await ben.must(listLots, { household: his.id })).toHaveLength(1)
  })
})

describe('an invite code', () => {
  it('has 12 unambiguous characters in groups of four and is accepted in any case and spacing', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await start(ana)
    expect(home.inviteCode).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{4}(-[ACDEFGHJKMNPQRTUVWXY34679]{4}){2}$/)
    const join = (inviteCode: string) => ben.call(contract.joinHousehold, { body: { inviteCode } })
    expect((await join(`  ${home.inviteCode?.toLowerCase()} `)).body).toMatchObject({ id: home.id, role: 'MEMBER', inviteCode: null })
    const code = home.inviteCode ?? ''
    for (const typed of [code.replaceAll('-', ''), code.replaceAll('-', ' '), code.replaceAll('-', '\u2013'), code.split('').join(' ')])
      expect((await join(typed)).body, typed).toMatchObject({ id: home.id, role: 'MEMBER' })
    await ana.must(contract.changeMember, { params: { id: home.id, userId: ben.userId }, body: { role: 'VIEWER' } })
    const [now] = await homesOf(ana)
    expect((await join(now?.inviteCode ?? '')).body).toMatchObject({ role: 'VIEWER' })
    expect(await ana.must(contract.listMembers, { params: { id: home.id } })).toHaveLength(2)
    const log = await sql(`select 1 from changes where household_id = '${home.id}' and name = 'member.joined'`)
    expect(log).toHaveLength(1)
  })

  it('I-61: is not stored in plain text', async () => {
    const ana = await createPerson(testApp())
    const home = await start(ana)
    const [row] = await sql<Record<string, unknown>>(`select * from households where id = '${home.id}'`)
    expect(JSON.stringify(row)).not.toContain(home.inviteCode)
    const log = await sql(`select payload, undo from changes where household_id = '${home.id}'`)
    expect(JSON.stringify(log)).not.toContain(home.inviteCode)
  })

  it('C-15: adds one member for thirty concurrent joins', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await start(ana)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ben.call(contract.joinHousehold, { body: { inviteCode: home.inviteCode ?? '' } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(await ana.must(contract.listMembers, { params: { id: home.id } })).toHaveLength(2)
  })

  it.each(['', ' ', 'x'.repeat(33), 'ABC_1234', "' OR 1=1", '../../x', 'АВСDEFGH', '\u0000'])('rejects %j', async (inviteCode) => {
    const ana = await createPerson(testApp())
    expect((await ana.call(contract.joinHousehold, { body: { inviteCode } })).status).toBe(422)
  })
})

describe('an invite code that an upgrade ended', () => {
  const end = (id: string) => sql(`update households set invite_hash = 'ended ' || id where id = '${id}'`)

  it('is rejected and not shown', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
    const home = await start(ana)
    await end(home.id)
    const joins = await ben.call(contract.joinHousehold, { body: { inviteCode: home.inviteCode ?? '' } })
    expect(joins).toMatchObject({ status: 404, body: { code: 'invite_unknown' } })
    expect((await homesOf(ana))[0]).toMatchObject({ inviteCode: null })
  })

  it('is replaced by a job that notifies the owners and keeps new codes', async () => {
    const [ana, ben, cleo] = (await createPeople(testApp(), 3)) as [Person, Person, Person]
    const [home, other] = [await testApp().household(ana, ben), await testApp().household(cleo)]
    for (const { id } of [home, other]) await end(id)
    const { inviteCode } = await cleo.must(contract.refreshInvite, { params: { id: other.id } })
    const { server } = testApp()
    await server.jobs.catchUp()
    const [now] = await homesOf(ana)
    expect(now?.inviteCode).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(now?.inviteChangedAt).not.toBeNull()
    expect((await homesOf(cleo))[0]?.inviteCode).toBe(inviteCode)

    await server.jobs.settle()
    const toldOf = async (person: Person) =>
      (await person.must(listNotifications)).notifications.filter(({ type }) => type === 'invite_changed').map(({ message }) => message)
    expect(await toldOf(ana)).toEqual(['Invite codes are longer now. The old code of Test kitchen no longer works.'])
    expect([await toldOf(ben), await toldOf(cleo)]).toEqual([[], []])
    expect((await ana.must(contract.listHistory))[0]).toMatchObject({ summary: 'Replaced the invite code with a longer one', actor: null })

    await server.jobs.catchUp()
    expect((await homesOf(ana))[0]?.inviteCode).toBe(now?.inviteCode)
  })
})

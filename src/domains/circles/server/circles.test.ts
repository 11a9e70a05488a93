import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { listHouseholds, removeMember } from '#domains/households/contract/index.ts'
import { listNotifications } from '#domains/notifications/contract/index.ts'
import { listBorrow } from '#domains/sharing/contract/index.ts'
import { addSharedLot, createPeople, createPerson, requestToBorrow } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { openTestApp, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()
const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)

async function circleOf(admin: Person, ...others: Person[]): Promise<contract.Circle> {
  const { id } = await admin.must(contract.createCircle, { body: { name: 'Garden friends' } })
  const { code } = await admin.must(contract.inviteToCircle, { params: { id }, body: {} })
  for (const other of others) await other.must(contract.joinCircle, { body: { code } })
  return admin.must(contract.getCircle, { params: { id } })
}
const read = (person: Person, id: string) => person.call(contract.getCircle, { params: { id } })
const three = async () => (await createPeople(testApp(), 3)) as [Person, Person, Person]

describe('a circle', () => {
  it('can be created, edited and deleted; its creator is admin', async () => {
    const ana = await createPerson(testApp(), 'Ana')
    const created = await ana.must(contract.createCircle, { body: { name: 'Street', description: 'Number 1 to 9', isPublic: true } })
    expect(created).toMatchObject({
      name: 'Street',
      description: 'Number 1 to 9',
      isPublic: true,
      allowInvites: true,
      role: 'ADMIN',
      _count: { members: 1, householdLinks: 0 },
      members: [{ id: ana.userId, role: 'ADMIN', user: { firstName: 'Ana', lastName: 'Test' } }],
    })
    const { id } = created
    expect(await ana.must(contract.changeCircle, { params: { id }, body: { name: 'Our street', isPublic: false } })).toMatchObject({
      name: 'Our street',
      isPublic: false,
      description: 'Number 1 to 9',
    })
    expect(await ana.must(contract.listMyCircles)).toHaveLength(1)
    await ana.must(contract.deleteCircle, { params: { id } })
    expect(await ana.must(contract.listMyCircles)).toEqual([])
    expect((await read(ana, id)).status).toBe(404)
  })

  it('rejects a change to an older version with the current one', async () => {
    const ana = await createPerson(testApp())
    const { id, version } = await circleOf(ana)
    const change = (name: string) =>
      ana.call(contract.changeCircle, { params: { id }, body: { name }, headers: { 'if-match': `"${version}"` } })
    expect((await change('One')).status).toBe(200)
    expect(await change('Two')).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: { name: 'One' } } })
  })

  it('admits anyone with its current code, each user once', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana, ben)
    const { code } = await ben.must(contract.inviteToCircle, { params: { id }, body: {} })
    expect((await ben.must(contract.joinCircle, { body: { code: code.toLowerCase() } }))._count.members).toBe(2)
    const fresh = await ana.must(contract.refreshCircleCode, { params: { id } })
    expect(await cleo.call(contract.joinCircle, { body: { code } })).toMatchObject({ status: 404, body: { code: 'invite_unknown' } })
    expect((await cleo.must(contract.joinCircle, { body: { code: fresh.code } }))._count.members).toBe(3)
  })

  it('admits no one by code or invitation while invites are disabled', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana, ben)
    const own = await ana.must(contract.inviteToCircle, { params: { id }, body: {} })
    const single = await ana.must(contract.inviteToCircle, { params: { id }, body: { email: 'cleo@kitchen.example' } })
    await ana.must(contract.changeCircle, { params: { id }, body: { allowInvites: false } })
    for (const { code } of [own, single])
      expect(await cleo.call(contract.joinCircle, { body: { code } })).toMatchObject({ status: 404, body: { code: 'invite_unknown' } })
    expect(await ben.call(contract.inviteToCircle, { params: { id }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'invites_disabled' },
    })
  })

  it('shows only its name and the inviter’s to someone with a working code', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana, ben)
    const preview = (code: string) => cleo.call(contract.previewCircleInvite, { body: { code } })
    const { code } = await ana.must(contract.inviteToCircle, { params: { id }, body: {} })
    expect(await preview(code.toLowerCase())).toMatchObject({ status: 200, body: { circle: { name: 'Garden friends' }, inviter: null } })
    const { code: single } = await ben.must(contract.inviteToCircle, { params: { id }, body: { email: 'guest@example.org' } })
    const { members } = await ana.must(contract.getCircle, { params: { id } })
    const firstName = members.find((member) => member.id === ben.userId)?.user.firstName
    expect((await preview(single)).body).toEqual({ circle: { name: 'Garden friends' }, inviter: { firstName } })
    const wrong = await preview('ACDE-FGHJ-KMNP')
    expect(wrong).toMatchObject({ status: 404, body: { code: 'invite_unknown' } })
    // Reading it uses nothing up and adds no member.
    expect((await ana.must(contract.getCircle, { params: { id } }))._count.members).toBe(2)
    await ana.must(contract.changeCircle, { params: { id }, body: { allowInvites: false } })
    for (const ended of [code, single]) expect((await preview(ended)).body).toMatchObject({ code: 'invite_unknown' })
    await ana.must(contract.deleteCircle, { params: { id } })
    expect((await preview(code)).body).toMatchObject({ code: 'invite_unknown' })
  })

  it('limits how often a user previews codes', async () => {
    const limited = await openTestApp({ LARDER_RATE_LIMITS: 'on' })
    try {
      const ana = await createPerson(limited.testApp)
      const guess = () => ana.call(contract.previewCircleInvite, { body: { code: 'ACDE-FGHJ-KMNP' } })
      const statuses: number[] = []
      for (let i = 0; i < 11; i++) statuses.push((await guess()).status)
      expect(statuses).toEqual([...Array(10).fill(404), 429])
    } finally {
      await limited.close()
    }
  })

  it('mails a single-use invitation, which can be revoked', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana)
    const { code } = await ana.must(contract.inviteToCircle, { params: { id }, body: { email: 'ben@kitchen.example' } })
    const outbox = join(testApp().config.dataDir, 'outbox')
    const mail = await vi.waitUntil(
      () =>
        readdirSync(outbox)
          .map((name) => readFileSync(join(outbox, name), 'utf8'))
          .find((text) => text.includes(`/circles#code=${code}`)),
      20_000,
    )
    expect(mail).toContain('To: ben@kitchen.example')
    expect((await ana.must(contract.getCircle, { params: { id } })).invites).toHaveLength(1)
    await ben.must(contract.joinCircle, { body: { code } })
    expect((await cleo.call(contract.joinCircle, { body: { code } })).status).toBe(404)
    expect(JSON.stringify(await sql('select * from circle_invites'))).not.toContain('@kitchen.example')

    const second = await ana.must(contract.inviteToCircle, { params: { id }, body: { email: 'cleo@kitchen.example' } })
    const [invite] = (await ana.must(contract.getCircle, { params: { id } })).invites
    await ana.must(contract.revokeInvite, { params: { id, inviteId: invite?.id ?? '' } })
    expect((await cleo.call(contract.joinCircle, { body: { code: second.code } })).status).toBe(404)
  })

  it('notifies an address of at most three invitations a day', async () => {
    const limited = await openTestApp({ LARDER_RATE_LIMITS: 'on' })
    try {
      const [ana, ben, cleo] = (await createPeople(limited.testApp, 3)) as [Person, Person, Person]
      const codes = new Set<string>()
      for (const person of [ana, ana, cleo, cleo, cleo]) {
        const { id } = await person.must(contract.createCircle, { body: { name: 'Noise' } })
        codes.add((await person.must(contract.inviteToCircle, { params: { id }, body: { email: ben.email } })).code)
      }
      expect(codes.size).toBe(5)
      await limited.testApp.server.jobs.catchUp()
      expect((await ben.must(listNotifications, { query: {} })).notifications).toHaveLength(3)
      const outbox = join(limited.testApp.config.dataDir, 'outbox')
      const mails = () => readdirSync(outbox).filter((name) => readFileSync(join(outbox, name), 'utf8').includes(`To: ${ben.email}`))
      await expect.poll(() => mails().length).toBe(3)
    } finally {
      await limited.close()
    }
  })

  it('has at most a hundred open invitations', async () => {
    const ana = await createPerson(testApp())
    const { id } = await circleOf(ana)
    const invite = (email?: string) => ana.call(contract.inviteToCircle, { params: { id }, body: email === undefined ? {} : { email } })
    for (let i = 0; i < 100; i++) expect((await invite(`guest${i}@kitchen.example`)).status).toBe(200)
    expect(await invite('late@kitchen.example')).toMatchObject({ status: 409, body: { code: 'too_many_invites' } })
    expect((await invite()).status).toBe(200)
    const [first] = (await ana.must(contract.getCircle, { params: { id } })).invites
    await ana.must(contract.revokeInvite, { params: { id, inviteId: first?.id ?? '' } })
    expect((await invite('late@kitchen.example')).status).toBe(200)
  })

  it('C-10: admits exactly one of a hundred concurrent uses of an invitation, and no one by a revoked one', async () => {
    const ana = await createPerson(testApp())
    const { id } = await circleOf(ana)
    const people = await createPeople(testApp(), 100)
    const { code } = await ana.must(contract.inviteToCircle, { params: { id }, body: { email: 'one@kitchen.example' } })
    const answers = await Promise.all(people.map((person) => person.call(contract.joinCircle, { body: { code } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(99)
    expect((await ana.must(contract.getCircle, { params: { id } }))._count.members).toBe(2)

    const { code: second } = await ana.must(contract.inviteToCircle, { params: { id }, body: { email: 'none@kitchen.example' } })
    const [invite] = (await ana.must(contract.getCircle, { params: { id } })).invites
    await ana.must(contract.revokeInvite, { params: { id, inviteId: invite?.id ?? '' } })
    const late = await Promise.all(people.slice(0, 20).map((person) => person.call(contract.joinCircle, { body: { code: second } })))
    expect(late.every(({ status }) => status === 404)).toBe(true)
    expect((await ana.must(contract.getCircle, { params: { id } }))._count.members).toBe(2)
  })

  it('can be found by name if public; an admin approves or declines requests to join', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await ana.must(contract.createCircle, { body: { name: 'Cañon Café', isPublic: true } })
    await circleOf(ana)
    expect(await ben.must(contract.findPublicCircles, { query: { name: 'canon' } })).toEqual([
      { id, name: 'Cañon Café', description: '', memberCount: 1, isAsked: false },
    ])
    expect(await ben.must(contract.findPublicCircles, { query: { name: 'garden' } })).toEqual([])
    expect(await ben.must(contract.askToJoin, { params: { id } })).toMatchObject({ isAsked: true })
    await ben.must(contract.askToJoin, { params: { id } })
    await cleo.must(contract.askToJoin, { params: { id } })
    expect((await ana.must(contract.getCircle, { params: { id } })).asks.map((ask) => ask.id)).toEqual([ben.userId, cleo.userId])
    await ana.must(contract.declineJoinRequest, { params: { id, userId: cleo.userId } })
    const approved = await ana.must(contract.approveJoinRequest, { params: { id, userId: ben.userId } })
    expect(approved).toMatchObject({ asks: [], _count: { members: 2 } })
    expect((await read(cleo, id)).status).toBe(404)
    expect((await ben.must(contract.getCircle, { params: { id } })).asks).toEqual([])
  })

  it('rejects requests to join if private', async () => {
    const [ana, ben] = await three()
    const { id } = await circleOf(ana)
    expect((await ben.call(contract.askToJoin, { params: { id } })).status).toBe(404)
  })

  it('lets only admins change it', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana, ben, cleo)
    const denied = { status: 403, body: { code: 'role_denied' } }
    expect(await ben.call(contract.changeCircle, { params: { id }, body: { name: 'Mine' } })).toMatchObject(denied)
    expect(await ben.call(contract.deleteCircle, { params: { id } })).toMatchObject(denied)
    expect(await ben.call(contract.refreshCircleCode, { params: { id } })).toMatchObject(denied)
    expect(await ben.call(contract.removeCircleMember, { params: { id, userId: cleo.userId } })).toMatchObject(denied)
    expect(await ben.call(contract.changeCircleMember, { params: { id, userId: ben.userId }, body: { role: 'ADMIN' } })).toMatchObject(
      denied,
    )
    await ana.must(contract.changeCircleMember, { params: { id, userId: ben.userId }, body: { role: 'ADMIN' } })
    await ben.must(contract.removeCircleMember, { params: { id, userId: cleo.userId } })
    expect((await read(cleo, id)).status).toBe(404)
  })

  it('keeps an admin: rejects demoting the last one, and promotes the longest-standing member when they leave', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana, ben, cleo)
    const demoted = await ana.call(contract.changeCircleMember, { params: { id, userId: ana.userId }, body: { role: 'MEMBER' } })
    expect(demoted).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    await ana.must(contract.removeCircleMember, { params: { id, userId: 'me' } })
    expect((await ben.must(contract.getCircle, { params: { id } })).role).toBe('ADMIN')
    await ben.must(contract.removeCircleMember, { params: { id, userId: 'me' } })
    await cleo.must(contract.removeCircleMember, { params: { id, userId: 'me' } })
    expect(await sql(`select 1 from circles where id = '${id}' and deleted_at is null`)).toEqual([])
  })

  it('keeps an admin when two leave at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [ana, ben, cleo] = await three()
      const { id } = await circleOf(ana, ben, cleo)
      await ana.must(contract.changeCircleMember, { params: { id, userId: ben.userId }, body: { role: 'ADMIN' } })
      const answers = await Promise.all(
        [ana, ben].map((person) => person.call(contract.removeCircleMember, { params: { id, userId: 'me' } })),
      )
      expect(answers.map(({ status }) => status)).toEqual([204, 204])
      expect(await cleo.must(contract.getCircle, { params: { id } })).toMatchObject({ role: 'ADMIN', _count: { members: 1 } })
    }
  })
})

describe('a circle code', () => {
  const unknown = { status: 404, body: { code: 'invite_unknown' } }
  const codeOf = async (person: Person, id: string) => (await person.must(contract.inviteToCircle, { params: { id }, body: {} })).code
  const join = (person: Person, code: string) => person.call(contract.joinCircle, { body: { code } })

  it('does not readmit a former member, nor do their own invitations', async () => {
    for (const isLeaving of [false, true]) {
      const [ana, ben, cleo] = await three()
      const { id } = await circleOf(ana, ben)
      const known = await codeOf(ben, id)
      const { code: own } = await ben.must(contract.inviteToCircle, { params: { id }, body: { email: `own${isLeaving}@example.org` } })
      const { code: anas } = await ana.must(contract.inviteToCircle, { params: { id }, body: { email: `ana${isLeaving}@example.org` } })
      const userId = isLeaving ? 'me' : ben.userId
      await (isLeaving ? ben : ana).must(contract.removeCircleMember, { params: { id, userId } })
      expect(await join(ben, known)).toMatchObject(unknown)
      expect(await join(ben, own)).toMatchObject(unknown)
      // Invitations of other members stay valid.
      expect((await join(cleo, anas)).status).toBe(200)
      expect(await join(ben, await codeOf(ana, id))).toMatchObject({ status: 200, body: { role: 'MEMBER' } })
    }
  })

  it('changes when an admin is demoted, but not on a promotion', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana, ben)
    const known = await codeOf(ana, id)
    const setRole = (role: contract.CircleRole) =>
      ana.must(contract.changeCircleMember, { params: { id, userId: ben.userId }, body: { role } })
    await setRole('ADMIN')
    expect(await codeOf(ana, id)).toBe(known)
    await setRole('MEMBER')
    expect(await join(cleo, known)).toMatchObject(unknown)
    const second = await codeOf(ana, id)
    await setRole('MEMBER')
    expect(await codeOf(ana, id)).toBe(second)
  })

  it('is 12 letters and digits in groups of four, accepted in any case and spacing', async () => {
    const [ana, ben] = await three()
    const { id } = await circleOf(ana)
    const code = await codeOf(ana, id)
    expect(code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{4}(-[ACDEFGHJKMNPQRTUVWXY34679]{4}){2}$/)
    expect((await join(ben, ` ${code.replaceAll('-', ' ').toLowerCase()}`)).status).toBe(200)
  })

  it('is replaced on the next read if an upgrade invalidated it', async () => {
    const [ana, ben, cleo] = await three()
    const { id } = await circleOf(ana, ben)
    const old = await codeOf(ana, id)
    await sql(`update circles set code_hash = 'ended ' || id where id = '${id}'`)
    expect(await join(cleo, old)).toMatchObject(unknown)
    const fresh = await codeOf(ben, id)
    expect(await codeOf(ana, id)).toBe(fresh)
    expect((await join(cleo, fresh)).status).toBe(200)
  })
})

describe('a household’s link to a circle', () => {
  it('can be created by a household admin who is in the circle', async () => {
    const [ana, ben, cleo] = await three()
    const home = await testApp().household(ana, ben)
    const { id } = await circleOf(cleo, ben)
    const link = (person: Person) => person.call(contract.linkHousehold, { params: { id, householdId: home.id } })
    expect((await link(ana)).status).toBe(404)
    expect(await link(ben)).toMatchObject({ status: 403, body: { code: 'role_denied' } })
    expect((await link(cleo)).status).toBe(404)
    await testApp().role(ana, ben, 'ADMIN')
    const linked = await link(ben)
    expect(linked).toMatchObject({
      status: 200,
      body: { households: [{ id: home.id, name: 'Test kitchen' }], _count: { householdLinks: 1 } },
    })
    expect((await link(ben)).status).toBe(200)
    const log = await sql<{ name: string }>(`select name from changes where household_id = '${home.id}' and name like 'circle.%'`)
    expect(log).toEqual([{ name: 'circle.linked' }])
    expect((await cleo.must(contract.listMyCircles))[0]?.households).toEqual([{ id: home.id, name: 'Test kitchen' }])
  })

  it('can be removed only by the household’s or the circle’s admins', async () => {
    const [ana, ben, cleo] = await three()
    const home = await testApp().household(ana)
    const { id } = await circleOf(ben, ana, cleo)
    const link = () => ana.must(contract.linkHousehold, { params: { id, householdId: home.id } })
    const unlink = (person: Person) => person.call(contract.unlinkHousehold, { params: { id, householdId: home.id } })
    await link()
    expect((await unlink(cleo)).status).toBe(403)
    expect((await unlink(ben)).status).toBe(204)
    expect((await unlink(ben)).status).toBe(404)
    await link()
    expect((await unlink(ana)).status).toBe(204)
    const log = await sql<{ name: string }>(
      `select name from changes where household_id = '${home.id}' and name like 'circle.%' order by seq`,
    )
    expect(log.map(({ name }) => name)).toEqual(['circle.linked', 'circle.unlinked', 'circle.linked', 'circle.unlinked'])
  })

  it('is visible to all household admins, who can remove it, in the circle or not', async () => {
    const [ana, ben, cleo] = await three()
    const home = await testApp().household(ana, ben)
    await testApp().role(ana, ben, 'ADMIN')
    const { id } = await circleOf(cleo, ben)
    const linked = (person: Person) => person.call(contract.listLinkedCircles, { params: { id: home.id } })
    const unlink = (person: Person) => person.call(contract.unlinkHousehold, { params: { id, householdId: home.id } })
    await ben.must(contract.linkHousehold, { params: { id, householdId: home.id } })
    const name = (await cleo.must(contract.getCircle, { params: { id } })).name
    const seen = { id, name, linkedBy: { firstName: 'Cook', lastName: 'Test' }, linkedAt: expect.any(String) }
    expect((await linked(ana)).body).toEqual([{ ...seen, isMember: false }])
    expect((await linked(ben)).body).toEqual([{ ...seen, isMember: true }])
    expect((await linked(cleo)).status).toBe(404)

    // A former admin can't see or remove it.
    await testApp().role(ana, ben, 'MEMBER')
    expect((await linked(ben)).status).toBe(403)
    expect((await unlink(ben)).status).toBe(403)
    await testApp().household(cleo)
    const asked = await requestToBorrow(cleo, await addSharedLot(ana))
    expect((await unlink(ana)).status).toBe(204)
    expect((await linked(ana)).body).toEqual([])
    expect((await cleo.must(contract.getCircle, { params: { id } })).households).toEqual([])
    expect((await cleo.must(listBorrow, { query: { type: 'my' } })).find((one) => one.id === asked.id)?.status).toBe('CANCELLED')
    expect((await unlink(ana)).status).toBe(404)
  })

  it('ends when the household’s last member leaves the circle', async () => {
    const [ana, ben] = await three()
    const home = await testApp().household(ana)
    const { id } = await circleOf(ben, ana)
    await ana.must(contract.linkHousehold, { params: { id, householdId: home.id } })
    await ana.must(contract.removeCircleMember, { params: { id, userId: 'me' } })
    expect(await ben.must(contract.getCircle, { params: { id } })).toMatchObject({ households: [], _count: { members: 1 } })
  })

  it('records joining and leaving in the household’s log', async () => {
    const [ana, ben] = await three()
    const home = await testApp().household(ana)
    const { id } = await circleOf(ana)
    await ana.must(contract.linkHousehold, { params: { id, householdId: home.id } })
    const { code } = await ana.must(contract.inviteToCircle, { params: { id }, body: {} })
    await ben.must(contract.joinCircle, { body: { code } })
    await ben.must(contract.removeCircleMember, { params: { id, userId: 'me' } })
    const log = await sql<{ name: string; payload: string }>(
      `select name, payload from changes where household_id = '${home.id}' and name like 'circle.%' order by seq`,
    )
    expect(log.map(({ name, payload }) => [name, JSON.parse(payload)])).toEqual([
      ['circle.linked', { circleId: id, householdId: home.id }],
      ['circle.joined', { circleId: id, userId: ben.userId }],
      ['circle.left', { circleId: id, userId: ben.userId }],
    ])
  })

  it('does not show the circle to other household members', async () => {
    const [ana, ben] = await three()
    const home = await testApp().household(ana, ben)
    const { id } = await circleOf(ana)
    await ana.must(contract.linkHousehold, { params: { id, householdId: home.id } })
    expect(await ben.must(contract.listMyCircles)).toEqual([])
    expect((await read(ben, id)).status).toBe(404)
    await ana.must(removeMember, { params: { id: home.id, userId: ben.userId } })
    expect(await ben.must(listHouseholds)).toEqual([])
  })
})

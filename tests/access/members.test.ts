import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { createCircle, inviteToCircle, joinCircle } from '#domains/circles/contract.ts'
import {
  changeMember,
  joinHousehold,
  listHistory,
  listHouseholds,
  listMembers,
  refreshInvite,
  removeMember,
} from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { type Role, roles } from '#platform/shared/roles.ts'
import { createPeople, createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { createAppWithContext, endpointContextOf } from '#tests/support/server/http-app.ts'
import { httpRequestOf } from '#tests/support/server/requests.ts'
import { openTestApp, type Person, type TestApp, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'

/** Codes that can be guessed. */
interface Guessed {
  path: string
  field: string
  /** Returns the code for joining what this person creates. */
  codeOf(strict: TestApp, owner: Person): Promise<string>
}

const testApp = useTestApp()
const { there } = useSecondServer(testApp)
const apps: FastifyInstance[] = []
afterAll(async () => {
  for (const app of apps) await app.close()
})

const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)
const giveRole = (home: string, { userId }: Person, role: Role) =>
  sql(`update members set role = '${role}' where household_id = '${home}' and user_id = '${userId}'`)
const ofMember = (home: string, { userId }: Person) => ({ params: { id: home, userId } })

async function roleOf(home: string, person: Person): Promise<Role | undefined> {
  const [row] = await sql<{ role: Role }>(`select role from members where household_id = '${home}' and user_id = '${person.userId}'`)
  return row?.role
}

/** Creates a household with a passive owner and two members whose roles are tested. */
async function threesome(): Promise<{ home: string; keeper: Person; actor: Person; other: Person }> {
  const [keeper, actor, other] = (await createPeople(testApp(), 3)) as [Person, Person, Person]
  const { id } = await testApp().household(keeper, actor, other)
  return { home: id, keeper, actor, other }
}

describe('M-OWNER: changing roles', () => {
  const below: Role[] = ['VIEWER', 'MEMBER']
  const mayChange = (mine: Role, theirs: Role, to: Role) =>
    mine === 'OWNER' || (mine === 'ADMIN' && below.includes(theirs) && below.includes(to))
  const mayRemove = (mine: Role, theirs: Role) => mine === 'OWNER' || (mine === 'ADMIN' && below.includes(theirs))

  it('is allowed or rejected in all 64 combinations of roles', async () => {
    const { home, actor, other } = await threesome()
    const findings: string[] = []
    for (const mine of roles)
      for (const theirs of roles)
        for (const to of roles) {
          await giveRole(home, actor, mine)
          await giveRole(home, other, theirs)
          const { status } = await actor.call(changeMember, { ...ofMember(home, other), body: { role: to } })
          const now = [await roleOf(home, actor), await roleOf(home, other)]
          const isAllowed = mayChange(mine, theirs, to)
          // Making someone an owner transfers the household.
          const handsOver = isAllowed && to === 'OWNER' && theirs !== 'OWNER'
          const expected = [handsOver ? 'ADMIN' : mine, isAllowed ? to : theirs]
          if (status !== (isAllowed ? 200 : 403) || now.join() !== expected.join())
            findings.push(`${mine} makes ${theirs} ${to}: ${status} ${now}`)
        }
    expect(findings).toEqual([])
  })

  it('allows or rejects removal in all 16 combinations of roles, and lets everyone leave', async () => {
    const { home, keeper, actor } = await threesome()
    const findings: string[] = []
    const code = async () => (await keeper.must(refreshInvite, { params: { id: home } })).inviteCode
    const outcome = async (mine: Role, who: Person) => {
      await giveRole(home, actor, mine)
      const { status } = await actor.call(removeMember, ofMember(home, who))
      return [status, (await roleOf(home, who)) === undefined] as const
    }
    for (const mine of roles) {
      for (const theirs of roles) {
        const target = await createPerson(testApp())
        await target.must(joinHousehold, { body: { inviteCode: await code() } })
        await giveRole(home, target, theirs)
        const [status, isGone] = await outcome(mine, target)
        const isAllowed = mayRemove(mine, theirs)
        if (status !== (isAllowed ? 204 : 403) || isGone !== isAllowed) findings.push(`${mine} removes ${theirs}: ${status} gone ${isGone}`)
      }
      const [status, isGone] = await outcome(mine, actor)
      if (status !== 204 || !isGone) findings.push(`${mine} leaves: ${status}`)
      await actor.must(joinHousehold, { body: { inviteCode: await code() } })
    }
    expect(findings).toEqual([])
  })

  it('rejects a change of one’s own role', async () => {
    const { home, actor } = await threesome()
    for (const mine of roles)
      for (const to of roles) {
        await giveRole(home, actor, mine)
        expect(await actor.call(changeMember, { ...ofMember(home, actor), body: { role: to } })).toMatchObject({
          status: 403,
          body: { code: 'role_denied' },
        })
        expect(await roleOf(home, actor)).toBe(mine)
      }
  })

  it('rejects the last owner’s leaving', async () => {
    const { home, keeper, actor } = await threesome()
    expect(await keeper.call(removeMember, ofMember(home, keeper))).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    expect(await roleOf(home, keeper)).toBe('OWNER')
    await keeper.must(changeMember, { ...ofMember(home, actor), body: { role: 'OWNER' } })
    await keeper.must(removeMember, ofMember(home, keeper))
    expect(await roleOf(home, actor)).toBe('OWNER')
  })

  it('C-11: leaves one owner if two demote, remove or leave at once', async () => {
    for (let round = 0; round < 12; round++) {
      const { home, actor, other } = await threesome()
      await giveRole(home, actor, 'OWNER')
      await giveRole(home, other, 'OWNER')
      await sql(`delete from members where household_id = '${home}' and user_id not in ('${actor.userId}', '${other.userId}')`)
      const act = (me: Person, them: Person) =>
        [
          () => me.call(changeMember, { ...ofMember(home, them), body: { role: 'MEMBER' } }),
          () => me.call(removeMember, ofMember(home, them)),
          () => me.call(removeMember, ofMember(home, me)),
        ][round % 3]?.()
      const answers = await Promise.all([act(actor, other), act(there(other), actor)])
      const owners = await sql(`select 1 from members where household_id = '${home}' and role = 'OWNER'`)
      expect(owners).toHaveLength(1)
      expect(answers.map((answer) => answer?.status)).toSatisfy((all: number[]) => all.filter((status) => status < 300).length === 1)
    }
  })
})

describe('e-mail addresses of members', () => {
  it('are shown to MEMBER and above; a VIEWER sees only their own', async () => {
    const { home, keeper, actor, other } = await threesome()
    const all = [keeper, actor, other].map(({ email }) => email).toSorted()
    for (const mine of roles) {
      await giveRole(home, actor, mine)
      const shown = (await actor.must(listMembers, { params: { id: home } })).flatMap(({ email }) => email ?? [])
      expect(shown.toSorted(), mine).toEqual(mine === 'VIEWER' ? [actor.email] : all)
    }
  })
})

describe('C-12: a member who is removed while writing', () => {
  it('commits nothing after the removal', async () => {
    const { home, keeper, actor } = await threesome()
    const ingredient = await actor.must(addLot, { body: { ingredient: { name: 'Rye' }, quantity: 1, unit: 'kg' } })
    const write = () => actor.call(addLot, { body: { ingredientId: ingredient.ingredient.id, quantity: 1, unit: 'kg' } })
    const writes = Array.from({ length: 30 }, write)
    const removal = there(keeper).call(removeMember, ofMember(home, actor))
    writes.push(...Array.from({ length: 30 }, write))
    const answers = await Promise.all(writes)
    expect((await removal).status).toBe(204)

    const [{ seq }] = (await sql<{ seq: number }>(
      `select seq from changes where household_id = '${home}' and name = 'member.removed'`,
    )) as [{ seq: number }]
    const later = await sql(`select seq from changes where household_id = '${home}' and actor_id = '${actor.userId}' and seq > ${seq}`)
    expect(later).toEqual([])
    for (const answer of answers) expect(answer.status === 404 || Number(answer.headers['x-change-seq']) < Number(seq)).toBe(true)
    expect(answers.some(({ status }) => status === 404)).toBe(true)
  })

  /** A write that was authorized before the removal and finishes after it. */
  async function lateWrite(recheck?: () => Promise<void>): Promise<{ status: number; lots: number }> {
    const { home, keeper, actor } = await threesome()
    const { identify } = await endpointContextOf(testApp())
    const app = await createAppWithContext(testApp(), {
      identify: async (...asked) => {
        const known = await identify(...asked)
        if (known?.userId === actor.userId) await keeper.must(removeMember, ofMember(home, actor))
        return known
      },
      ...(recheck ? { recheck } : {}),
    })
    apps.push(app)
    const body = { ingredient: { name: 'Spelt' }, quantity: 1, unit: 'kg' }
    const headers = { authorization: `Bearer ${actor.token}`, 'x-household-id': home }
    const { method, url, ...sent } = httpRequestOf(addLot, { params: {}, query: {}, body }, headers)
    const answer = await app.inject({ method: method as 'POST', url, ...sent })
    const lots = await sql(`select 1 from lots where household_id = '${home}'`)
    return { status: answer.statusCode, lots: lots.length }
  }

  it('can’t finish a write authorized before', async () => {
    expect(await lateWrite()).toEqual({ status: 404, lots: 0 })
  })

  it('twin: commits it without the second check', async () => {
    expect(await lateWrite(async () => {})).toEqual({ status: 201, lots: 1 })
  })
})

describe('the invite code after a loss of rights', () => {
  const codeOf = async (owner: Person) => (await owner.must(listHouseholds)).find(({ id }) => id === owner.home)?.inviteCode ?? ''
  const join = (person: Person, inviteCode: string) => person.call(joinHousehold, { body: { inviteCode } })
  const unknown = { status: 404, body: { code: 'invite_unknown' } }
  const setRole = (home: string, owner: Person, member: Person, role: Role) =>
    owner.must(changeMember, { ...ofMember(home, member), body: { role } })

  it('rejects a rejoin with the old code, after a removal and after leaving', async () => {
    for (const role of roles) {
      for (const isLeaving of [false, true]) {
        const { home, keeper, actor } = await threesome()
        const known = await codeOf(keeper)
        await giveRole(home, actor, role)
        await (isLeaving ? actor : keeper).must(removeMember, ofMember(home, actor))
        expect(await join(actor, known), `${role} ${isLeaving}`).toMatchObject(unknown)
        expect(await codeOf(keeper)).not.toBe(known)
        expect((await keeper.must(listHouseholds))[0]?.inviteChangedAt).not.toBeNull()
      }
    }
  })

  it('rejects the old code after every demotion, and keeps the code after a promotion', async () => {
    for (const from of roles)
      for (const to of roles) {
        if (from === to || to === 'OWNER') continue
        const { home, keeper, actor, other } = await threesome()
        await giveRole(home, actor, from)
        const known = await codeOf(keeper)
        await setRole(home, keeper, actor, to)
        const isDemotion = roles.indexOf(to) < roles.indexOf(from)
        expect((await codeOf(keeper)) !== known, `${from} to ${to}`).toBe(isDemotion)
        await keeper.must(removeMember, ofMember(home, other))
        expect(await join(other, known)).toMatchObject(unknown)
      }
  })

  it('keeps the code when the household is transferred', async () => {
    const { home, keeper, actor } = await threesome()
    const known = await codeOf(keeper)
    await setRole(home, keeper, actor, 'OWNER')
    expect(await codeOf(keeper)).toBe(known)
  })

  it('keeps a returning viewer a viewer, whether they left or were removed', async () => {
    for (const isLeaving of [false, true]) {
      const { home, keeper, actor, other } = await threesome()
      await setRole(home, keeper, actor, 'VIEWER')
      await (isLeaving ? actor : keeper).must(removeMember, ofMember(home, actor))
      // Again after another automatic change of the code.
      await keeper.must(removeMember, ofMember(home, other))
      for (let i = 0; i < 2; i++) {
        expect(await join(actor, await codeOf(keeper))).toMatchObject({ status: 200, body: { role: 'VIEWER' } })
        expect((await actor.call(addLot, { body: { ingredient: { name: 'Rye' }, quantity: 1, unit: 'kg' } })).status).toBe(403)
        await actor.must(removeMember, ofMember(home, actor))
      }
    }
  })

  it('lets a former viewer join as a member after an admin created a new code or raised their role', async () => {
    const { home, keeper, actor, other } = await threesome()
    for (const person of [actor, other]) {
      await setRole(home, keeper, person, 'VIEWER')
      await person.must(removeMember, ofMember(home, person))
    }
    await join(other, await codeOf(keeper))
    await setRole(home, keeper, other, 'MEMBER')
    await other.must(removeMember, ofMember(home, other))
    expect(await join(other, await codeOf(keeper))).toMatchObject({ body: { role: 'MEMBER' } })

    const { inviteCode } = await keeper.must(refreshInvite, { params: { id: home } })
    expect(await join(actor, inviteCode)).toMatchObject({ body: { role: 'MEMBER' } })
    expect((await keeper.must(listHouseholds))[0]?.inviteChangedAt).toBeNull()
  })

  it('changes in the transaction of the removal: a rejected removal keeps it, and no concurrent join succeeds after', async () => {
    const { home, keeper, actor } = await threesome()
    const known = await codeOf(keeper)
    expect((await keeper.call(removeMember, ofMember(home, keeper))).status).toBe(409)
    expect(await codeOf(keeper)).toBe(known)
    const joiners = await createPeople(testApp(), 20)
    const early = joiners.slice(0, 10).map((person, i) => join(i % 2 ? there(person) : person, known))
    const removal = there(keeper).must(removeMember, ofMember(home, actor))
    const late = joiners.slice(10).map((person, i) => join(i % 2 ? there(person) : person, known))
    await removal
    expect(await join(actor, known)).toMatchObject(unknown)
    await Promise.all([...early, ...late])
    const log = await sql<{ name: string }>(`select name from changes where household_id = '${home}' order by seq`)
    const changed = log.findIndex(({ name }) => name === 'invite.refreshed')
    expect(log[changed + 1]?.name).toBe('member.removed')
    expect(log.slice(changed).filter(({ name }) => name === 'member.joined')).toEqual([])
  })

  it('appears in the history, and a removal can’t be undone', async () => {
    const { home, keeper, actor } = await threesome()
    await keeper.must(removeMember, ofMember(home, actor))
    expect((await keeper.must(listHistory)).slice(0, 2)).toMatchObject([
      { name: 'member.removed', canUndo: false },
      { name: 'invite.refreshed', summary: 'Replaced the invite code', actor: null, canUndo: false },
    ])
  })
})

describe('invite codes', () => {
  it('C-09: rejects the old code once the new one is returned', async () => {
    const owner = await createPerson(testApp())
    const { id, inviteCode } = await testApp().household(owner)
    const joiners = await createPeople(testApp(), 60)
    const join = (person: Person, code: string | null) => person.call(joinHousehold, { body: { inviteCode: code ?? '' } })
    const early = joiners.slice(0, 30).map((person, i) => join(i % 2 ? there(person) : person, inviteCode))
    const refresh = owner.must(refreshInvite, { params: { id } })
    const late = joiners.slice(30).map((person, i) => join(i % 2 ? there(person) : person, inviteCode))
    const fresh = await refresh
    const after = await join(await createPerson(testApp()), inviteCode)
    const answers = await Promise.all([...early, ...late])

    expect(after).toMatchObject({ status: 404, body: { code: 'invite_unknown' } })
    const log = await sql<{ seq: number; name: string }>(`select seq, name from changes where household_id = '${id}' order by seq`)
    const refreshed = log.findIndex(({ name }) => name === 'invite.refreshed')
    expect(log.slice(refreshed).filter(({ name }) => name === 'member.joined')).toEqual([])
    const joined = answers.filter(({ status }) => status === 200).length
    expect(await owner.must(listMembers, { params: { id } })).toHaveLength(joined + 1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60 - joined)
    expect(await join(await createPerson(testApp()), fresh.inviteCode)).toMatchObject({
      status: 200,
      body: { role: 'MEMBER', inviteCode: null },
    })
  })

  const households: Guessed = {
    path: joinHousehold.path,
    field: 'inviteCode',
    codeOf: async (strict, owner) => (await strict.household(owner)).inviteCode ?? '',
  }
  const circles: Guessed = {
    path: joinCircle.path,
    field: 'code',
    async codeOf(strict, owner) {
      await strict.household(owner)
      const { id } = await owner.must(createCircle, { body: { name: 'Street' } })
      return (await owner.must(inviteToCircle, { params: { id }, body: {} })).code
    },
  }

  it.each([
    ['households', households],
    ['circles', circles],
  ])('I-61: limits guesses of codes of %s per person and address, without locking out others', async (_kind, guessed) => {
    const guess = guesser(guessed)
    const { testApp: strict, close } = await openTestApp({ LARDER_RATE_LIMITS: 'on' })
    try {
      const statuses = async (person: Person, remoteAddress: string, times: number) => {
        const all: number[] = []
        for (let i = 0; i < times; i++) all.push((await guess(strict, person, remoteAddress)).statusCode)
        return all
      }
      const [one, two, ...blocked] = (await createPeople(strict, 14)) as [Person, Person, ...Person[]]
      expect(await statuses(one, '192.0.2.1', 10)).toEqual(Array(10).fill(404))
      const refused = await guess(strict, one, '192.0.2.2')
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(await statuses(two, '192.0.2.1', 1)).toEqual([429])
      // 120 wrong codes from as many addresses, then someone with a valid invitation.
      for (const [i, person] of blocked.entries())
        expect(await statuses(person, `198.51.100.${i}`, 10), `guesser ${i}`).toEqual(Array(10).fill(404))
      const owner = await createPerson(strict)
      const code = await guessed.codeOf(strict, owner)
      const invited = await guess(strict, await createPerson(strict), '203.0.113.7', code)
      expect(invited.statusCode).toBe(200)
    } finally {
      await close()
    }
  })

  let forged = 0
  const guesser =
    ({ path, field }: Guessed) =>
    (strict: TestApp, { token }: Person, remoteAddress: string, code = 'AAAA-AAAA-AAAA') =>
      strict.server.app.inject({
        method: 'POST',
        url: path,
        remoteAddress,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++forged % 250}` },
        payload: JSON.stringify({ [field]: code }),
      })
})

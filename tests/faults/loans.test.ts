import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { inviteToCircle, joinCircle, removeCircleMember, unlinkHousehold } from '#domains/circles/contract.ts'
import { deleteHousehold } from '#domains/households/contract/index.ts'
import { correctLot, getLot, type Lot, useLot } from '#domains/inventory/contract.ts'
import { askToBorrow, changeBorrow } from '#domains/sharing/contract/index.ts'
import { expireRequests } from '#domains/sharing/server/index.ts'
import { addSharedLot, createLinkedCircle, createNeighbors, createPeople, inDays, requestToBorrow } from '#tests/support/data/people.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { type Person, type TestResponse, useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'

// A hundred requests at a time, in rounds. On PostgreSQL every other request goes to a second server on the same database. `npm run
// test:long races`
// runs 200 rounds.

const rounds = Number(process.env['LARDER_RACE_ROUNDS'] ?? 3)
vi.setConfig({ testTimeout: Math.max(180_000, rounds * 6_000) * timeoutFactor })
const testApp = useTestApp()
const second = useSecondServer(testApp)
const { there } = second
afterAll(() => console.log(`loans: ${rounds} rounds of each race`))

const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)
const hundred = <T>(act: (i: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 100 }, (_, i) => act(i)))
const countOf = (answers: readonly TestResponse<unknown>[], status: number) => answers.filter((answer) => answer.status === status).length

async function pair() {
  const { lender, borrower, circle } = await createNeighbors(testApp())
  const at = (person: Person) => [person, there(person)] as const
  return { lender, borrower, circle, lenders: at(lender), borrowers: at(borrower) }
}
type Both = readonly [Person, Person]
const step = (people: Both, i: number, id: string, status: 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED') =>
  (people[i % 2] as Person).call(changeBorrow, { params: { id }, body: { status } })
const logOf = async (home: string | null, id: string) =>
  (
    await sql<{ name: string }>(
      `select name from changes where household_id = '${home}' and payload like '%${id}%' and (name like 'borrow.%' or name like 'loan.%') order by seq`,
    )
  ).map(({ name }) => name)
const rowOf = async (id: string) =>
  (await sql<{ status: string; milli: number }>(`select status, milli from borrow_requests where id = '${id}'`))[0]
const heldOf = (id: string) => sql(`select milli from reservations where ref_id = '${id}'`)

describe('concurrent responses to borrow requests', () => {
  it('C-01: accept once, reserve once and notify once', async () => {
    const { lender, borrower, lenders } = await pair()
    for (let round = 0; round < rounds; round++) {
      const lot = await addSharedLot(lender)
      const { id } = await requestToBorrow(borrower, lot, 2)
      const answers = await hundred((i) => step(lenders, i, id, 'ACCEPTED'))
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 99])
      expect(await heldOf(id)).toEqual([{ milli: 2000 }])
      expect(await logOf(lender.home, id)).toEqual(['borrow.requested', 'borrow.accepted'])
      expect(await logOf(borrower.home, id)).toEqual(['borrow.requested', 'borrow.accepted'])
      expect(await lender.must(getLot, { params: { id: lot.id } })).toMatchObject({ quantity: 10, reserved: 2 })
    }
  })

  it('C-02: accept, reject, cancel and expire at once with one legal outcome, the same in both logs', async () => {
    const { lender, borrower, lenders, borrowers } = await pair()
    const legal = ['accepted', 'accepted cancelled', 'rejected', 'cancelled', 'expired'].map((way) =>
      ['requested', ...way.split(' ')].map((name) => `borrow.${name}`).join(),
    )
    const ends: Record<string, string> = { accepted: 'ACCEPTED', rejected: 'REJECTED', cancelled: 'CANCELLED', expired: 'EXPIRED' }
    const seen: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      const { id } = await requestToBorrow(borrower, await addSharedLot(lender), 1, inDays(1))
      // After the request's date and before an accepted one lapses; which comes first differs between rounds.
      const late = new Date(Date.now() + 2 * 86_400_000)
      const acts = [
        (i: number) => step(lenders, i, id, 'ACCEPTED'),
        (i: number) => step(lenders, i, id, 'REJECTED'),
        (i: number) => step(borrowers, i, id, 'CANCELLED'),
        (i: number) => expireRequests((i % 2 ? second.server() : testApp().server).database, late),
      ]
      const seed = Math.floor(Math.random() * 2 ** 31)
      const { below } = randomFrom(seed)
      // The job needs one statement, a response several: without a head start the others would rarely be first.
      const ahead = below(16)
      await hundred(async (i) => {
        await pause(i % 4 === 3 ? ahead + below(10) : below(10))
        return acts[i % 4]?.(i)
      })
      const [mine, theirs] = [await logOf(lender.home, id), await logOf(borrower.home, id)]
      expect(legal, `seed ${seed}`).toContain(mine.join())
      expect(theirs).toEqual(mine)
      const last = (mine.at(-1) ?? '').slice('borrow.'.length)
      seen[mine.slice(1).join()] = (seen[mine.slice(1).join()] ?? 0) + 1
      expect((await rowOf(id))?.status).toBe(ends[last])
      expect(await heldOf(id)).toHaveLength(last === 'accepted' ? 1 : 0)
    }
    console.log(`C-02: ${JSON.stringify(seen)}`)
  })

  it('C-03: reserve at most ten of ten pieces for a hundred requests', async () => {
    const { lender, borrower, lenders } = await pair()
    const lot = await addSharedLot(lender)
    let open: string[] = []
    for (let round = 0; round < rounds; round++) {
      const seed = Math.floor(Math.random() * 2 ** 31)
      const { below } = randomFrom(seed)
      const requests = await Promise.all(Array.from({ length: 100 - open.length }, () => requestToBorrow(borrower, lot, 1 + below(3))))
      open.push(...requests.map(({ id }) => id))
      const answers = await hundred((i) => step(lenders, i, open[i] ?? '', 'ACCEPTED'))
      const promised = answers.flatMap(({ status, body }) => (status === 200 ? [body] : []))
      const sum = promised.reduce((total, { quantity }) => total + quantity, 0)
      expect(sum, `seed ${seed}`).toBeLessThanOrEqual(10)
      expect(sum).toBeGreaterThanOrEqual(8)
      expect((await lender.must(getLot, { params: { id: lot.id } })).reserved).toBe(sum)
      for (const { id } of promised) await borrower.must(changeBorrow, { params: { id }, body: { status: 'CANCELLED' } })
      open = open.filter((id) => !promised.some((one) => one.id === id))
    }
  })

  it('C-04: complete once for a hundred requests; once or not at all while the owner uses and counts', async () => {
    const { lender, borrower, lenders, borrowers } = await pair()
    const got = async (id: string) =>
      (
        await sql<{ milli: number }>(
          `select ledger.delta as milli from borrow_requests join ledger on ledger.household_id = borrower_household_id and ledger.seq = received_seq where id = '${id}'`,
        )
      ).map(({ milli }) => milli)
    for (let round = 0; round < rounds; round++) {
      const lot = await addSharedLot(lender)
      const { id } = await requestToBorrow(borrower, lot, 4)
      await lender.must(changeBorrow, { params: { id }, body: { status: 'ACCEPTED' } })
      const isEaten = round % 2 === 1
      const answers = await hundred<TestResponse<unknown>>((i) => {
        const owner = lenders[i % 2] as Person
        if (isEaten && i % 4 === 1) return owner.call(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
        if (isEaten && i % 4 === 2) return owner.call(correctLot, { params: { id: lot.id }, body: { quantity: 1 + (i % 9) } })
        return step(borrowers, i, id, 'COMPLETED')
      })
      const isDone = (await rowOf(id))?.status === 'COMPLETED'
      if (!isEaten) expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 99])
      expect(await got(id)).toEqual(isDone ? [4000] : [])
      const given = await sql(
        `select delta from ledger where household_id = '${lender.home}' and lot_id = '${lot.id}' and kind = 'transfer'`,
      )
      expect(given).toEqual(isDone ? [{ delta: -4000 }] : [])
      expect(await heldOf(id)).toHaveLength(isDone ? 0 : 1)
    }
  })

  it('C-05: use one of fifty pieces for fifty of a hundred, and nothing is left', async () => {
    const { lender, lenders } = await pair()
    for (let round = 0; round < rounds; round++) {
      const lot: Lot = await addSharedLot(lender, { quantity: 50 })
      const answers = await hundred((i) => (lenders[i % 2] as Person).call(useLot, { params: { id: lot.id }, body: { quantity: 1 } }))
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([50, 50])
      expect((await lender.must(getLot, { params: { id: lot.id } })).quantity).toBe(0)
    }
  })
})

describe('concurrent changes of memberships', () => {
  it('C-10: an invitation for one admits one of a hundred, and no one once revoked', async () => {
    const [admin, ...people] = (await createPeople(testApp(), 101)) as [Person, ...Person[]]
    await testApp().household(admin)
    let id = ''
    let members = 1
    let isIn: boolean[] = []
    for (let round = 0; round < rounds; round++) {
      // A new circle before everyone is in.
      if (round % 50 === 0) [id, members, isIn] = [await createLinkedCircle(admin), 1, people.map(() => false)]
      const { code } = await admin.must(inviteToCircle, { params: { id }, body: { email: 'one@kitchen.example' } })
      const answers = await hundred((i) =>
        (i % 2 ? there(people[i] as Person) : (people[i] as Person)).call(joinCircle, { body: { code } }),
      )
      members++
      const [row] = await sql<{ count: number }>(`select count(*) as count from circle_members where circle_id = '${id}'`)
      expect(Number(row?.count)).toBe(members)
      // A member is admitted again without using up the invitation, or comes too late for the code.
      const joined = answers.flatMap(({ status }, i) => (status === 200 && !isIn[i] ? [i] : []))
      expect(joined).toHaveLength(1)
      for (const i of joined) isIn[i] = true
    }
  })

  it('C-17: leaving, unlinking or deleting while others send requests leaves no open request and no orphan', async () => {
    for (let round = 0; round < rounds; round++) {
      const { lender, borrower, circle, lenders, borrowers } = await pair()
      const lot = await addSharedLot(lender)
      const body = { inventoryItemId: lot.id, quantity: 1, unit: 'each', expiresAt: inDays(3) } as const
      const cuts = [
        () => borrowers[1].call(removeCircleMember, { params: { id: circle, userId: 'me' } }),
        () => lenders[1].call(removeCircleMember, { params: { id: circle, userId: 'me' } }),
        () => lenders[1].call(unlinkHousehold, { params: { id: circle, householdId: lender.home ?? '' } }),
        () => lenders[1].call(deleteHousehold, { params: { id: lender.home ?? '' } }),
        () => borrowers[1].call(deleteHousehold, { params: { id: borrower.home ?? '' } }),
      ]
      const cut = cuts[round % cuts.length] as (typeof cuts)[number]
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => (i === 15 ? cut() : (borrowers[i % 2] as Person).call(askToBorrow, { body }))),
      )
      expect(answers.every(({ status }) => [200, 201, 204, 404].includes(status))).toBe(true)
      await expireRequests(testApp().server.database, new Date())
      expect(
        await sql(`select id from borrow_requests where household_id = '${lender.home}' and status in ('PENDING', 'ACCEPTED')`),
      ).toEqual([])
    }
    const orphans = await sql(
      `select r.id from borrow_requests r left join lots on lots.household_id = r.household_id and lots.id = r.lot_id
       left join households h on h.id = r.borrower_household_id left join circles c on c.id = r.circle_id
       where lots.id is null or h.id is null or c.id is null
       union all select held.id from reservations held left join borrow_requests r on r.household_id = held.household_id and r.id = held.ref_id
       where held.kind = 'borrow' and (r.id is null or r.status <> 'ACCEPTED')`,
    )
    expect(orphans).toEqual([])
  })
})

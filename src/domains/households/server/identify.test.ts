import { expect, it } from 'vitest'
import type { HouseholdId } from '#platform/contract/ids.ts'
import { asOwner } from '#tests/support/invariants.ts'
import { type Person, useKitchen } from '#tests/support/kitchen.ts'
import { crowd, openSession } from '#tests/support/people.ts'
import { createToken } from '../contract/keys.ts'
import { removeMember } from '../contract.ts'
import { stillWatching } from './service.ts'

const kitchen = useKitchen()
const sql = <Row>(text: string) => asOwner<Row>(kitchen().larder.database, text)

it('of all that watch, only those stay whose session or token stands, each in a household of its own', async () => {
  const people = (await crowd(kitchen(), 6)) as [Person, Person, Person, Person, Person, Person]
  const [ana, ben, locked, removed, late, stranger] = people
  const { id: here } = await kitchen().household(ana, ben, locked, removed, late)
  const { id: there } = await kitchen().household(stranger)
  await openSession(kitchen().larder.database, late.userId, -1000)
  const token = async (person: Person, id: string) =>
    (await person.must(createToken, { params: { id }, body: { name: 'Shelf', scope: 'read' } })).id
  const [key, keyOfLocked, keyThere] = [await token(ana, here), await token(locked, here), await token(stranger, there)]
  await sql(`update users set locked_at = '2031-05-04T12:00:00.000Z' where id = '${locked.userId}'`)
  await ana.must(removeMember, { params: { id: here, userId: removed.userId } })

  const sessions = async ({ userId }: Person) =>
    (await sql<{ id: string }>(`select id from sessions where user_id = '${userId}' order by expires_at`)).map(({ id }) => id)
  const [ofLate] = await sessions(late)
  const whole: [who: string, sessionId: string | undefined, householdId: string, stays: boolean][] = [
    ['a member', (await sessions(ana))[0], here, true],
    ['another member', (await sessions(ben))[0], here, true],
    ['a member elsewhere', (await sessions(ana))[0], there, false],
    ['a member of the other', (await sessions(stranger))[0], there, true],
    ['a stranger', (await sessions(stranger))[0], here, false],
    ['a token', key, here, true],
    ['a token elsewhere', key, there, false],
    ['a token of the other', keyThere, there, true],
    ['somebody locked', (await sessions(locked))[0], here, false],
    ['a token of somebody locked', keyOfLocked, here, false],
    ['somebody removed', (await sessions(removed))[0], here, false],
    ['a session that is over', ofLate, here, false],
    ['nobody', 'no-session', here, false],
  ]
  const watching = whole.map(([who, sessionId, householdId]) => ({
    who,
    sessionId: String(sessionId),
    householdId: householdId as HouseholdId,
  }))
  const ids = [here, there] as HouseholdId[]
  const still = await kitchen().larder.database.read(ids, (q) => stillWatching(q, watching))
  expect([...still].map(({ who }) => who)).toEqual(whole.filter(([, , , stays]) => stays).map(([who]) => who))
})

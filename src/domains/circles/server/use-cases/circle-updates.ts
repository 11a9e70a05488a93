import { randomUUIDv7 } from 'node:crypto'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { CircleRole } from '../../contract.ts'
import type { NewsFacts, NewsName } from '../../rules.ts'
import * as store from '../store/index.ts'

/** Something to tell people of a circle. */
export interface CircleEvent {
  readonly id: string
  readonly circleId: string
  readonly name: NewsName
  readonly actorId: string
  readonly userId: string | null
  readonly facts: NewsFacts
  readonly at: string
}

/** Leaves word for those who tell people; in the transaction of what it tells of. `userId`: whom it is about, or for. */
export const addCircleEvent = (
  tx: Transaction,
  { userId: actorId, now }: Pick<Caller, 'userId' | 'now'>,
  circleId: string,
  name: NewsName,
  { userId = null, ...facts }: NewsFacts & { userId?: string | null } = {},
) =>
  store.insertNews(tx, {
    id: randomUUIDv7(),
    circle_id: circleId,
    name,
    actor_id: actorId,
    user_id: userId,
    facts: JSON.stringify(facts),
    at: now.toISOString(),
  })

/** Takes what is to be told, oldest first: whoever takes it tells it in the same transaction. */
export async function takeCircleEvents(tx: Transaction, max: number): Promise<CircleEvent[]> {
  const rows = await store.takeCircleEvents(tx, max)
  return rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => ({
      id: row.id,
      circleId: row.circle_id,
      name: row.name,
      actorId: row.actor_id,
      userId: row.user_id,
      facts: JSON.parse(row.facts) as NewsFacts,
      at: row.at,
    }))
}

/** Who is in a circle, and was at that moment. */
export async function peopleOf(q: Reader, circleId: string, at: string): Promise<{ userId: string; role: CircleRole }[]> {
  const members = await store.membersOf(q, [circleId])
  return members.filter(({ joined_at }) => joined_at <= at).map(({ user_id, role }) => ({ userId: user_id, role }))
}

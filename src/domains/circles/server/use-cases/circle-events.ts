import { randomUUIDv7 } from 'node:crypto'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { CircleRole } from '../../contract.ts'
import * as store from '../store/index.ts'
import type { CircleEventDetails, CircleEventName } from '../tables.ts'

export interface CircleEvent {
  readonly id: string
  readonly circleId: string
  readonly name: CircleEventName
  readonly actorId: string
  /** The user it is about or for. */
  readonly userId: string | null
  readonly facts: CircleEventDetails
  readonly at: string
}

/** Queues an event for the notifications job. */
export const addCircleEvent = (
  tx: Transaction,
  { userId: actorId, now }: Pick<AuthenticatedUser, 'userId' | 'now'>,
  circleId: string,
  name: CircleEventName,
  { userId = null, ...facts }: CircleEventDetails & { userId?: string | null } = {},
) =>
  store.insertCircleEvent(tx, {
    id: randomUUIDv7(),
    circle_id: circleId,
    name,
    actor_id: actorId,
    user_id: userId,
    facts: JSON.stringify(facts),
    at: now.toISOString(),
  })

/** Removes and returns up to `max` queued events, oldest first. The caller must create their notifications in the same transaction. */
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
      facts: JSON.parse(row.facts) as CircleEventDetails,
      at: row.at,
    }))
}

/** Returns the current members of a circle who had joined by `at`. */
export async function circleMembersAt(q: Reader, circleId: string, at: string): Promise<{ userId: string; role: CircleRole }[]> {
  const members = await store.membersOf(q, [circleId])
  return members.filter(({ joined_at }) => joined_at <= at).map(({ user_id, role }) => ({ userId: user_id, role }))
}

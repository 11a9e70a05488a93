import type { Reader } from '#platform/server/database/index.ts'
import type { AuthenticatedUser, Member } from '#platform/server/endpoints/route.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { Circle, LinkedCircle, PublicCircle } from '../../contract.ts'
import * as store from '../store/index.ts'

export async function listCircles(q: Reader, caller: AuthenticatedUser): Promise<Circle[]> {
  return toCircles(q, caller, await store.circlesOf(q, caller.userId))
}

/** Throws 404 if the caller is not a member. */
export async function readCircle(q: Reader, caller: AuthenticatedUser, circleId: string): Promise<Circle> {
  const row = await store.circleOf(q, caller.userId, circleId)
  const [circle] = row ? await toCircles(q, caller, [row]) : []
  if (!circle) throw notFound()
  return circle
}

async function toCircles(q: Reader, { now }: AuthenticatedUser, rows: readonly store.CircleRow[]): Promise<Circle[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  // Not empty, because `in ()` is invalid SQL.
  const administered = ['', ...rows.filter(({ role }) => role === 'ADMIN').map(({ id }) => id)]
  const members = Map.groupBy(await store.membersOf(q, ids), ({ circle_id }) => circle_id)
  const links = Map.groupBy(await store.householdLinksOf(q, ids), ({ circle_id }) => circle_id)
  const asks = Map.groupBy(await store.joinRequestsOf(q, administered), ({ circle_id }) => circle_id)
  const invites = Map.groupBy(await store.openInvitesOf(q, administered, now.toISOString()), ({ circle_id }) => circle_id)
  return rows.map((row) => {
    const [ownMembers, households] = [members.get(row.id) ?? [], links.get(row.id) ?? []]
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      isPublic: row.is_public === 1,
      allowInvites: row.allow_invites === 1,
      role: row.role,
      _count: { members: ownMembers.length, householdLinks: households.length },
      members: ownMembers.map((member) => ({ id: member.user_id, role: member.role, user: personOf(member) })),
      households: households.map(({ household_id, name }) => ({ id: household_id, name })),
      asks: (asks.get(row.id) ?? []).map((ask) => ({ id: ask.user_id, user: personOf(ask), askedAt: ask.asked_at })),
      invites: (invites.get(row.id) ?? []).map((invite) => ({
        id: invite.id,
        user: personOf(invite),
        createdAt: invite.created_at,
        expiresAt: invite.expires_at,
      })),
      createdAt: row.created_at,
      version: row.version,
    }
  })
}

const personOf = (row: { first_name: string; last_name: string }) => ({ firstName: row.first_name, lastName: row.last_name })

export async function listLinkedCircles(q: Reader, { householdId, userId }: Member): Promise<LinkedCircle[]> {
  return (await store.circlesOfHousehold(q, householdId, userId)).map(({ id, name, linked_at, user_id, first_name, last_name }) => ({
    id,
    name,
    linkedAt: linked_at,
    linkedBy: first_name === null || last_name === null ? null : personOf({ first_name, last_name }),
    isMember: user_id !== null,
  }))
}

export async function findPublicCircles(q: Reader, caller: AuthenticatedUser, name: string): Promise<PublicCircle[]> {
  return (await store.publicCircles(q, caller.userId, nameKey(name))).map(toPublicCircle)
}

/** Throws 404 unless the circle is public and the user is not a member. */
export async function readPublicCircle(q: Reader, userId: UserId, circleId: string): Promise<PublicCircle> {
  const row = await store.publicCircle(q, userId, circleId)
  if (!row) throw notFound()
  return toPublicCircle(row)
}

type PublicRow = NonNullable<Awaited<ReturnType<typeof store.publicCircle>>>
const toPublicCircle = ({ id, name, description, members, isAsked }: PublicRow): PublicCircle => ({
  id,
  name,
  description,
  memberCount: Number(members ?? 0),
  isAsked: Boolean(isAsked),
})

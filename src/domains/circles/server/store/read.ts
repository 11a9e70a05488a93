import { sql } from 'kysely'
import type { AccountViews } from '#domains/account/server/index.ts'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { CircleRole } from '../../contract.ts'
import type { CircleTables } from '../tables.ts'

const on = (q: Reader) => q.on<CircleTables & AccountViews & HouseholdViews>()

export type CircleRow = CircleTables['circles'] & { role: CircleRole }

/** Whether an upgrade invalidated the code. A new one is created on the next read. */
export const isCodeEnded = ({ code_hash }: Pick<CircleRow, 'code_hash'>): boolean => code_hash.startsWith('ended ')

const memberCircles = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('circle_members')
    .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
    .selectAll('circles')
    .select('circle_members.role')
    .where('circle_members.user_id', '=', userId)
    .where('deleted_at', 'is', null)

export const circlesOf = (q: Reader, userId: UserId): Promise<CircleRow[]> =>
  memberCircles(q, userId).orderBy('name_key').orderBy('circles.id').execute()

/** Returns undefined if the user is not a member. */
export const circleOf = (q: Reader, userId: UserId, circleId: string): Promise<CircleRow | undefined> =>
  memberCircles(q, userId).where('circles.id', '=', circleId).executeTakeFirst()

const person = ['users.first_name', 'users.last_name'] as const

/** Returns the circles' members, the longest-standing first. */
export const membersOf = (q: Reader, circleIds: readonly string[]) =>
  on(q)
    .selectFrom('circle_members')
    .innerJoin('users', 'users.id', 'circle_members.user_id')
    .select(['circle_id', 'user_id', 'role', 'joined_at', ...person])
    .where('circle_id', 'in', circleIds)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()

export const householdLinksOf = (q: Reader, circleIds: readonly string[]) =>
  on(q)
    .selectFrom('circle_households')
    .innerJoin('households', 'households.id', 'circle_households.household_id')
    .select(['circle_id', 'household_id', 'households.name'])
    .where('circle_id', 'in', circleIds)
    .where('households.deleted_at', 'is', null)
    .orderBy('households.name')
    .orderBy('household_id')
    .execute()

export const joinRequestsOf = (q: Reader, circleIds: readonly string[]) =>
  on(q)
    .selectFrom('circle_asks')
    .innerJoin('users', 'users.id', 'circle_asks.user_id')
    .select(['circle_id', 'user_id', 'asked_at', ...person])
    .where('circle_id', 'in', circleIds)
    .orderBy('asked_at')
    .orderBy('user_id')
    .execute()

export const openInvitesOf = (q: Reader, circleIds: readonly string[], now: string) =>
  on(q)
    .selectFrom('circle_invites')
    .innerJoin('users', 'users.id', 'circle_invites.made_by')
    .select(['circle_id', 'circle_invites.id', 'circle_invites.created_at', 'expires_at', ...person])
    .where('circle_id', 'in', circleIds)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .orderBy('circle_invites.created_at')
    .orderBy('circle_invites.id')
    .execute()

/** Returns the household's circles. `user_id` is null if the user is not a member. */
export const circlesOfHousehold = (q: Reader, householdId: HouseholdId, userId: UserId) =>
  on(q)
    .selectFrom('circle_households')
    .innerJoin('circles', 'circles.id', 'circle_households.circle_id')
    .leftJoin('users', 'users.id', 'circle_households.linked_by')
    .leftJoin('circle_members', (join) =>
      join.onRef('circle_members.circle_id', '=', 'circles.id').on('circle_members.user_id', '=', userId),
    )
    .select(['circles.id', 'circles.name', 'linked_at', 'circle_members.user_id', ...person])
    .where('household_id', '=', householdId)
    .orderBy('name_key')
    .orderBy('circles.id')
    .execute()

/** Returns the ids of the linked households, including deleted ones, in lock order. */
export async function linkedHouseholds(q: Reader, circleId: string): Promise<HouseholdId[]> {
  const rows = await on(q)
    .selectFrom('circle_households')
    .select('household_id')
    .where('circle_id', '=', circleId)
    .orderBy('household_id')
    .execute()
  return rows.map(({ household_id }) => household_id)
}

/** Counts the circles the user is in or has asked to join, so that an approval adds none. Needs the user's own scope. */
export async function countCirclesOf(q: Reader, userId: UserId): Promise<number> {
  const rows = on(q).selectFrom('circle_members').select('circle_id').where('user_id', '=', userId)
  return (await rows.unionAll(on(q).selectFrom('circle_asks').select('circle_id').where('user_id', '=', userId)).execute()).length
}

export async function countCirclesOfHousehold(q: Reader, householdId: HouseholdId): Promise<number> {
  const links = on(q).selectFrom('circle_households').where('household_id', '=', householdId)
  return (await links.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Returns up to 50 public circles whose name contains `key` and that the user is not in. */
export const publicCircles = (q: Reader, userId: UserId, key: string) =>
  joinableCircles(q, userId)
    .where('name_key', 'like', sql<string>`${`%${key.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
    .orderBy('name_key')
    .orderBy('circles.id')
    .limit(50)
    .execute()

export const publicCircle = (q: Reader, userId: UserId, circleId: string) =>
  joinableCircles(q, userId).where('circles.id', '=', circleId).executeTakeFirst()

const joinableCircles = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('circles')
    .select(({ selectFrom, exists }) => [
      'circles.id',
      'circles.name',
      'description',
      selectFrom('circle_members').select(sql<number>`count(*)`.as('count')).whereRef('circle_id', '=', 'circles.id').as('members'),
      exists(selectFrom('circle_asks').select('user_id').whereRef('circle_id', '=', 'circles.id').where('user_id', '=', userId)).as(
        'isAsked',
      ),
    ])
    .where('is_public', '=', 1)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('circle_members').select('user_id').whereRef('circle_id', '=', 'circles.id').where('user_id', '=', userId))),
    )

export interface FoundInvite {
  circleId: string
  name: string
  allowsInvites: boolean
  /** Null for the circle's own code. */
  inviteId: string | null
  madeBy: string | null
}

/** Finds the circle by the hash of its code (`inviteId` is null) or of an open invitation. Needs the cross-household scope. */
export async function findByCode(q: Reader, hash: string, now: string): Promise<FoundInvite | null> {
  const circle = await on(q)
    .selectFrom('circles')
    .select(['id', 'name', 'allow_invites'])
    .where('code_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (circle) return { circleId: circle.id, name: circle.name, allowsInvites: circle.allow_invites === 1, inviteId: null, madeBy: null }
  const invite = await on(q)
    .selectFrom('circle_invites')
    .innerJoin('circles', 'circles.id', 'circle_invites.circle_id')
    .select(['circle_id', 'circle_invites.id', 'made_by', 'circles.name', 'allow_invites'])
    .where('circle_invites.code_hash', '=', hash)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!invite) return null
  const { circle_id: circleId, id: inviteId, made_by: madeBy, name } = invite
  return { circleId, name, allowsInvites: invite.allow_invites === 1, inviteId, madeBy }
}

export const hasCircleEvents = async (q: Reader): Promise<boolean> =>
  (await on(q).selectFrom('circle_news').select('id').limit(1).execute()).length > 0

/** `email` must be normalized. */
export const userByEmail = async (q: Reader, email: string): Promise<string | undefined> =>
  (await on(q).selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id

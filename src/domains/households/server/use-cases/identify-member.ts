import { sql } from 'kysely'
import { type AccountViews, sessionTokenHashReader } from '#domains/account/server/index.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { PostgresDatabase } from '#platform/server/database/postgres/database.ts'
import type { SqliteDatabase } from '#platform/server/database/sqlite/database.ts'
import type { Identify, Identity } from '#platform/server/endpoints/authorize.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { FilterAllowed, StreamAccess, Subscriber } from '#platform/server/realtime/stream-registry.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'
import { householdDeleted, memberRemoved } from '../../contract/index.ts'
import { isTabletActive, validKeys } from '../store/access-tokens.ts'
import type { HouseholdTables } from '../tables.ts'
import { identifyAppPassword, identifyToken, isAppPassword, isToken } from './access-tokens.ts'
import { toHouseholdId } from './household-id.ts'
import { identifyTablet, isTablet } from './identify-tablet.ts'

interface Row {
  session_id: string
  user_id: string
  expires_at: string | Date
  role: Role | null
  time_zone: string | null
}

type FindSession = (tokenHash: string, householdId: string | null) => Promise<Row | undefined>

/**
 * Returns the membership check, which reads session and membership in one query. Calls `extend` with each session that is used and `recordToken` with each access token
 * and tablet.
 */
export function createIdentityFinder(
  database: Database,
  authSecret: string,
  extend: (sessionId: string, expiresAt: Date, now: Date) => void,
  recordToken: (tokenId: string, now: Date) => void = () => {},
): Identify {
  const find = sessionFinder(database)
  const readBearer = sessionTokenHashReader(authSecret)
  return async (bearer, householdId, now): Promise<Identity | null> => {
    if (isToken(bearer) || isAppPassword(bearer) || isTablet(bearer)) {
      const found = isToken(bearer)
        ? await identifyToken(database, bearer, householdId, now)
        : await (isTablet(bearer) ? identifyTablet(database, bearer, now) : identifyAppPassword(database, bearer))
      if (found) recordToken(found.sessionId, now)
      return found
    }
    const tokenHash = readBearer(bearer)
    const row = tokenHash === null ? undefined : await find(tokenHash, householdId)
    if (!row) return null
    const expiresAt = new Date(row.expires_at)
    if (expiresAt <= now) return null
    extend(row.session_id, expiresAt, now)
    return {
      userId: row.user_id as UserId,
      sessionId: row.session_id,
      scope: null,
      membership:
        householdId && row.role && row.time_zone
          ? { householdId: toHouseholdId(householdId), role: row.role, timeZone: row.time_zone }
          : null,
    }
  }
}

/** Keeps the subscribers whose session or token is still valid and who are still members of the household they follow. */
const filterAllowed =
  ({ now }: Pick<Database, 'now'>): FilterAllowed =>
  async (q, subscribers) => {
    const sessions = await q
      .on<HouseholdTables & AccountViews>()
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .innerJoin('members', 'members.user_id', 'sessions.user_id')
      .innerJoin('households', 'households.id', 'members.household_id')
      .select(['sessions.id', 'household_id'])
      .where('sessions.id', 'in', padInList(subscribers.map(({ sessionId }) => sessionId)))
      .where('household_id', 'in', padInList(subscribers.map(({ householdId }) => householdId)))
      .where('deleted_at', 'is', null)
      .where('locked_at', 'is', null)
      .where('expires_at', '>', now())
      .execute()
    const known = new Set(sessions.map(({ id, household_id }) => `${household_id} ${id}`))
    const isKnown = ({ householdId, sessionId }: Subscriber) => known.has(`${householdId} ${sessionId}`)
    const others = subscribers.filter((subscriber) => !isKnown(subscriber))
    if (others.length > 0)
      for (const { id, household_id } of await validKeys(
        q,
        padInList(others.map(({ householdId }) => householdId)),
        padInList(others.map(({ sessionId }) => sessionId)),
        now(),
      ))
        known.add(`${household_id} ${id}`)
    return new Set(subscribers.filter(isKnown))
  }

/** Returns who may subscribe to a household's live stream, and the changes that end it. */
export const liveStreamAccess = (database: Pick<Database, 'now'>): StreamAccess => ({
  filterAllowed: filterAllowed(database),
  endedBy: [memberRemoved.name, householdDeleted.name],
})

/** The SQLite query of PostgreSQL's function `session_member`. Parameters: household id, token hash. */
export const sessionQuery = `select sessions.id as session_id, sessions.user_id, sessions.expires_at, members.role, households.time_zone
  from sessions
  join users on users.id = sessions.user_id and users.locked_at is null
  left join households on households.id = ? and households.deleted_at is null
  left join members on members.household_id = households.id and members.user_id = sessions.user_id
  where sessions.token = ?`

// Runs with every request: a prepared statement on SQLite, a function on PostgreSQL.
function sessionFinder(database: Database): FindSession {
  if (database.engine === 'postgres') {
    return async (tokenHash, householdId) =>
      (await sql<Row>`select * from session_member(${tokenHash}, ${householdId})`.execute((database as PostgresDatabase).unscoped)).rows[0]
  }
  const statement = (database as SqliteDatabase).reader.db.prepare(sessionQuery)
  return async (tokenHash, householdId) => statement.get(householdId, tokenHash) as Row | undefined
}

/**
 * Checks the membership again inside every write, so that a member who was removed during the request writes nothing, nor a tablet that was
 * ended. Throws 404, or 403 `role_denied`.
 */
export async function recheckMembership(tx: Transaction, member: Member): Promise<void> {
  const [row] = await tx.rows<{ role: Role }>(
    `select role from members join households on households.id = members.household_id
     where household_id = ? and user_id = ? and deleted_at is null`,
    [member.householdId, member.userId],
  )
  if (!row) throw notFound()
  if (member.tabletId !== undefined && !(await isTabletActive(tx, member.householdId, member.tabletId))) throw notFound()
  if (!isRoleAtLeast(row.role, member.role)) throw new Problem(403, 'role_denied', 'Your role just changed. Try again.')
}

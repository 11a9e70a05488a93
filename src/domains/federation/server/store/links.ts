import { expressionBuilder, sql } from 'kysely'
import type { CircleViews } from '#domains/circles/server/index.ts'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { LinkState } from '../../contract/index.ts'
import type { FederationTables } from '../tables.ts'

export type FederationViews = FederationTables & CircleViews & HouseholdViews
export type HouseholdLinkRow = FederationTables['household_links']
const on = (q: Reader) => q.on<FederationViews>()
const eb = expressionBuilder<FederationViews>()

/** Whether the household still is, and is linked to the circle of a row of `household_links`. Without that, a link opens nothing. */
export const isInCircleSql = eb.exists(
  eb
    .selectFrom('circle_households')
    .innerJoin('households', 'households.id', 'circle_households.household_id')
    .select(sql.lit(1).as('one'))
    .where('circle_households.household_id', '=', sql.ref<HouseholdId>('household_links.household_id'))
    .where('circle_households.circle_id', '=', sql.ref<string>('household_links.circle_id'))
    .where('households.deleted_at', 'is', null),
)

const links = (q: Reader) => on(q).selectFrom('household_links').selectAll('household_links').select(isInCircleSql.as('isInCircle'))
export type FoundLink = HouseholdLinkRow & { isInCircle: unknown }

/** Returns the link by the id that a message names. Needs the scope across households. */
export const linkById = (q: Reader, id: string): Promise<FoundLink | undefined> =>
  links(q).where('household_links.id', '=', id).executeTakeFirst()

export const findLink = (q: Reader, householdId: HouseholdId, id: string): Promise<FoundLink | undefined> =>
  links(q).where('household_links.household_id', '=', householdId).where('household_links.id', '=', id).executeTakeFirst()

/** Returns a household's links with the names of their circles, the newest first. */
export const linksOf = (q: Reader, householdId: HouseholdId) =>
  links(q)
    .leftJoin('circles', 'circles.id', 'household_links.circle_id')
    .select('circles.name as circle')
    .where('household_links.household_id', '=', householdId)
    .orderBy('household_links.created_at', 'desc')
    .orderBy('household_links.id')
    .execute()
export type ShownLink = Awaited<ReturnType<typeof linksOf>>[number]

/** Returns what linked households call themselves, by link. */
export async function linkNamesOf(q: Reader, householdId: HouseholdId): Promise<Map<string, string>> {
  const rows = await on(q).selectFrom('household_links').select(['id', 'peer_name']).where('household_id', '=', householdId).execute()
  return new Map(rows.map(({ id, peer_name }) => [id, peer_name ?? '']))
}

export async function isLinkedTo(q: Reader, householdId: HouseholdId, circleId: string): Promise<boolean> {
  const row = await on(q)
    .selectFrom('circle_households')
    .select('circle_id')
    .where('household_id', '=', householdId)
    .where('circle_id', '=', circleId)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the links that were not ended. */
export async function countLinks(q: Reader, householdId: HouseholdId): Promise<number> {
  const { count } = await on(q)
    .selectFrom('household_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the ids that another server gave to the household's links with it, other than `link`. */
export async function peerLinkIds(
  q: Reader,
  link: Pick<HouseholdLinkRow, 'household_id' | 'id' | 'peer_url'>,
  max: number,
): Promise<string[]> {
  const rows = await on(q)
    .selectFrom('household_links')
    .select('peer_link_id')
    .where('household_id', '=', link.household_id)
    .where('id', '<>', link.id)
    .where('peer_url', '=', link.peer_url)
    .where('peer_link_id', 'is not', null)
    .where('state', '<>', 'ended')
    .orderBy('id')
    .limit(max)
    .execute()
  return rows.flatMap(({ peer_link_id }) => peer_link_id ?? [])
}

/** Whether any of the household's links with these ids, other than `except`, was accepted and not ended. */
export async function hasOpenLink(q: Reader, householdId: HouseholdId, ids: readonly string[], except: string): Promise<boolean> {
  if (ids.length === 0) return false
  const row = await on(q)
    .selectFrom('household_links')
    .select('id')
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList([...new Set(ids)]))
    .where('id', '<>', except)
    .where('state', 'not in', ['invited', 'ended'])
    .executeTakeFirst()
  return row !== undefined
}

export const insertHouseholdLink = (tx: Transaction, row: HouseholdLinkRow) => on(tx).insertInto('household_links').values(row).execute()

/** Changes a link. Returns false if it is in none of the states `from`. */
export async function updateLink(
  tx: Transaction,
  { household_id, id }: Pick<HouseholdLinkRow, 'household_id' | 'id'>,
  from: readonly LinkState[],
  set: Partial<Omit<HouseholdLinkRow, 'household_id' | 'id'>>,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('household_links')
    .set(set)
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** How many links of one household and to one server are called at a time, so that they leave room for others. */
const maxShare = 5

/** Returns the links whose server is to be called now, the longest due first. Covers all households. */
export async function dueLinks(q: Reader, now: string, max: number): Promise<FoundLink[]> {
  const rankBy = (column: 'household_id' | 'peer_url') =>
    sql<number>`row_number() over (partition by ${sql.ref(column)} order by due_at, id)`
  const due = await on(q)
    .selectFrom((from) =>
      from
        .selectFrom('household_links')
        .select(['id', 'due_at', rankBy('household_id').as('of_household'), rankBy('peer_url').as('of_server')])
        .where('due_at', '<=', now)
        .as('due'),
    )
    .select('due.id')
    .where('due.of_household', '<=', maxShare)
    .where('due.of_server', '<=', maxShare)
    .orderBy('due.due_at')
    .orderBy('due.id')
    .limit(max)
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  return links(q).where('household_links.id', 'in', padInList(ids)).orderBy('due_at').orderBy('id').execute()
}

/** Returns links that are to end by themselves: their invitation expired, or their household is no longer in the circle. */
export const linksToEnd = (q: Reader, now: string, max: number) =>
  links(q)
    .where('household_links.state', '<>', 'ended')
    .where(({ or, not, and, eb: is }) =>
      or([not(isInCircleSql), and([is('household_links.expires_at', '<=', now), is('household_links.state', '<>', 'active')])]),
    )
    .orderBy('household_links.household_id')
    .orderBy('household_links.id')
    .limit(max)
    .execute()

/** Counts an attempt before it starts. Returns false if another process makes it. */
export async function claimLink(
  tx: Transaction,
  { household_id, id, attempts }: Pick<HouseholdLinkRow, 'household_id' | 'id' | 'attempts'>,
  dueAt: string,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('household_links')
    .set({ attempts: attempts + 1, due_at: dueAt })
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

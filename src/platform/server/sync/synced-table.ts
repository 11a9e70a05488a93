import { type SelectQueryBuilder, sql } from 'kysely'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'
import { padInList } from '../database/compiled-query-cache.ts'
import type { Reader } from '../database/index.ts'
import type { AuthenticatedUser } from '../endpoints/route.ts'

export type SyncedRow = { readonly id: string } & Readonly<Record<string, unknown>>

/** Whose copy is read. Shared tables use the household only. */
export interface CopyOwner {
  readonly householdId: HouseholdId
  readonly userId: UserId
  readonly role: Role
}

/**
 * A table of a household that browsers keep a copy of. Its name is the `kind` in `row_changes`, where triggers note the ids of changed
 * rows. A row contains nothing that another synced row holds, so that a change sends few rows.
 */
export interface SyncedTable<Owner = CopyOwner> {
  readonly name: string
  /** Whether every member sees the same rows. Only these are sent on the live stream and to access tokens. */
  readonly isShared: boolean
  /** Returns the rows with these ids. Leaves out those that are gone. */
  find(q: Reader, owner: Owner, ids: readonly string[]): Promise<SyncedRow[]>
  /** Returns up to `limit` rows in the order of their ids, those after `after` if given. */
  page(q: Reader, owner: Owner, after: string | null, limit: number): Promise<SyncedRow[]>
}
export type SharedTable = SyncedTable<Pick<CopyOwner, 'householdId'>> & { readonly isShared: true }

/** Rows of one user, sent whole whenever one of them differs. Read in the user's scope. */
export interface UserTable {
  readonly name: string
  list(q: Reader, caller: AuthenticatedUser): Promise<SyncedRow[]>
}

// biome-ignore lint/suspicious/noExplicitAny: a query over any tables
type Query<Row> = SelectQueryBuilder<any, any, Row>

interface TableQuery<Row> {
  name: string
  /** Selects the rows of all households; the household, the ids and the order are added. */
  from: (q: Reader) => Query<Row>
  /** The columns of the household and of the row's id; `household_id` and `id` by default. */
  household?: string
  id?: string
  toRows: (rows: readonly Row[], q: Reader, householdId: HouseholdId) => readonly SyncedRow[] | Promise<readonly SyncedRow[]>
}

/** Declares a table whose rows all members see alike. */
export function sharedTable<Row>({ name, from, household = 'household_id', id = 'id', toRows }: TableQuery<Row>): SharedTable {
  const ofHousehold = (q: Reader, householdId: HouseholdId) => from(q).where(sql.ref(household), '=', householdId)
  return {
    name,
    isShared: true,
    async find(q, { householdId }, ids) {
      const rows = await ofHousehold(q, householdId).where(sql.ref<string>(id), 'in', padInList(ids)).execute()
      return [...(await toRows(rows, q, householdId))]
    },
    async page(q, { householdId }, after, limit) {
      const query = ofHousehold(q, householdId)
      const rows = await (after === null ? query : query.where(sql.ref<string>(id), '>', after))
        .orderBy(sql.ref(id))
        // As text: SQLite recompiles a statement with a parameter here for every execution.
        .limit(sql.lit(limit))
        .execute()
      return [...(await toRows(rows, q, householdId))]
    },
  }
}

type ListRows<Owner> = (q: Reader, owner: Owner) => Promise<readonly SyncedRow[]>

/** Reads a table so small that it is read whole. */
const smallTable = <Owner>(list: ListRows<Owner>): Pick<SyncedTable<Owner>, 'find' | 'page'> => ({
  async find(q, owner, ids) {
    const wanted = new Set(ids)
    return (await list(q, owner)).filter(({ id }) => wanted.has(id))
  },
  async page(q, owner, after, limit) {
    const rows = (await list(q, owner)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return rows.filter(({ id }) => after === null || id > after).slice(0, limit)
  },
})

export const smallSharedTable = (name: string, list: ListRows<Pick<CopyOwner, 'householdId'>>): SharedTable => ({
  name,
  isShared: true,
  ...smallTable(list),
})

/** Declares a small table of which members see different rows or fields. */
export const smallMemberTable = (name: string, list: ListRows<CopyOwner>): SyncedTable => ({ name, isShared: false, ...smallTable(list) })

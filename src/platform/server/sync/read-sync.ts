import { createHash } from 'node:crypto'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { Role } from '#platform/shared/roles.ts'
import { rowsPerFrame, type SyncFrame, type SyncRows, type syncHousehold } from '#platform/shared/sync.ts'
import type { Database, Reader } from '../database/index.ts'
import type { Member } from '../endpoints/route.ts'
import type { Semaphore } from '../workers/semaphore.ts'
import type { CopyOwner, SyncedRow, SyncedTable, UserTable } from './synced-table.ts'

interface RowChangeTables {
  households: { id: HouseholdId; seq: number; deleted_at: string | null }
  row_changes: { household_id: HouseholdId; kind: string; row_id: string; seq: number }
}
const on = (q: Reader) => q.on<RowChangeTables>()

/** The end of a household's log, and the epoch in which its numbers count: a restored backup starts a new one. */
interface SyncHead {
  seq: number
  epoch: string
}

/** Returns undefined if there is no such household. */
export const readHead = (q: Reader, householdId: HouseholdId): Promise<SyncHead | undefined> =>
  on(q)
    .selectFrom('households')
    .innerJoin('row_changes', 'row_changes.household_id', 'households.id')
    .select(['households.seq', 'row_changes.row_id as epoch'])
    .where('households.id', '=', householdId)
    .where('row_changes.kind', '=', 'epoch')
    .executeTakeFirst()

/** Ids by kind, of at most `limit` rows. */
type ChangedRows = ReadonlyMap<string, readonly string[]>

/**
 * Returns the rows changed after `since`, or null if there are more than `limit`. Includes rows changed without an entry in the log, and
 * those again until the log has a next one.
 */
export async function changedRowsSince(q: Reader, householdId: HouseholdId, since: number, limit: number): Promise<ChangedRows | null> {
  const rows = await on(q)
    .selectFrom('row_changes')
    .select(['kind', 'row_id'])
    .where('household_id', '=', householdId)
    .where('seq', '>', since)
    .limit(limit + 1)
    .execute()
  if (rows.length > limit) return null
  return new Map([...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, found]) => [kind, found.map(({ row_id }) => row_id)]))
}

/** Whether what the user may see differs from then on. */
const hasNewAccess = (changed: ChangedRows, userId: UserId): boolean => changed.get('access')?.includes(userId) ?? false

/** Above this number of changed rows, a snapshot is sent. */
const maxChangedRows = 5_000
const idsPerQuery = 500

export interface SyncSource {
  readonly database: Database
  /** Limits the snapshots at the same time. */
  readonly inTurn: Semaphore
}

export interface SyncConfig {
  readonly tables: readonly SyncedTable[]
  readonly ownTables: readonly UserTable[]
  /** Returns the role as of the reader's snapshot, or null if the membership has ended. Supplied by the households domain. */
  readonly roleOf: (q: Reader, member: Member) => Promise<Role | null>
}

const frame = (content: SyncFrame): string => `${JSON.stringify(content)}\n`

/**
 * Returns the frames of a response as text: rows changed since the client's number, or a snapshot. All are read from one snapshot of the
 * database, and none is sent while it is open. Throws `not_found` if the membership has ended.
 */
export async function readSync(source: SyncSource, sync: SyncConfig, member: Member, query: SyncQuery): Promise<string[]> {
  const { frames, seq, isSnapshot } = await readConsistently(source, sync, member, query)
  const own = await source.database.read({ user: member.userId }, (q) => readOwn(q, member.isToken ? [] : sync.ownTables, member))
  if (isSnapshot || own.tag !== query.own) frames.push(...own.frames)
  frames.push(frame({ type: 'end', seq, own: own.tag }))
  return frames
}

/** Reads increments without a snapshot, which would open a connection on SQLite, unless a change is recorded in between. */
async function readConsistently({ database, inTurn }: SyncSource, sync: SyncConfig, member: Member, query: SyncQuery) {
  if (query.since !== undefined) {
    const read = await database.read(member.householdId, async (q) => {
      const increment = await readHousehold(q, sync, member, query, { isSnapshotAllowed: false })
      return increment && (await readHead(q, member.householdId))?.seq === increment.seq ? increment : null
    })
    if (read) return read
  }
  const snapshot = await inTurn(() =>
    database.snapshot(member.householdId, (q) => readHousehold(q, sync, member, query, { isSnapshotAllowed: true })),
  )
  if (!snapshot) throw notFound()
  return snapshot
}

type SyncQuery = QueryOf<typeof syncHousehold>

/** Returns null if a snapshot is needed but not allowed. */
async function readHousehold(
  q: Reader,
  { tables, roleOf }: SyncConfig,
  member: Member,
  { since, epoch }: SyncQuery,
  { isSnapshotAllowed }: { isSnapshotAllowed: boolean },
) {
  const [head, role] = [await readHead(q, member.householdId), await roleOf(q, member)]
  if (!head || role === null) throw notFound()
  const owner: CopyOwner = { householdId: member.householdId, userId: member.userId, role }
  // An access token sees only what all members see.
  const visible = member.isToken ? tables.filter(({ isShared }) => isShared) : tables
  const isKnown = since !== undefined && since <= head.seq && epoch === head.epoch
  const changed = isKnown ? await changedRowsSince(q, member.householdId, since, maxChangedRows) : null
  const isSnapshot = changed === null || hasNewAccess(changed, member.userId)
  if (isSnapshot && !isSnapshotAllowed) return null
  const frames = [frame({ type: 'begin', ...head, isSnapshot })]
  if (isSnapshot) for (const table of visible) frames.push(...(await readTable(q, table, owner)))
  else frames.push(...(await readChanged(q, visible, owner, changed)).map(frame))
  return { frames, seq: head.seq, isSnapshot }
}

/** All rows of a table have the same fields. */
const columnsOf = (rows: readonly SyncedRow[]): Record<string, unknown[]> =>
  Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, rows.map((row) => row[name])]))

/** Returns a table's frames, each read by itself so that other requests run in between. */
async function readTable(q: Reader, table: SyncedTable, owner: CopyOwner): Promise<string[]> {
  const frames: string[] = []
  for (let after: string | null = null; ; ) {
    const rows: readonly SyncedRow[] = await table.page(q, owner, after, rowsPerFrame)
    if (rows.length > 0) frames.push(frame({ type: 'columns', table: table.name, columns: columnsOf(rows) }))
    after = rows.at(-1)?.id ?? null
    if (after === null || rows.length < rowsPerFrame) return frames
    await new Promise(setImmediate)
  }
}

/** Returns the changed rows of these tables as they are now. */
export async function readChanged<Owner>(
  q: Reader,
  tables: readonly SyncedTable<Owner>[],
  owner: Owner,
  changed: ChangedRows,
): Promise<SyncRows[]> {
  const found: SyncRows[] = []
  for (const table of tables) {
    const ids = changed.get(table.name) ?? []
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      const part = ids.slice(at, at + idsPerQuery)
      const rows = await table.find(q, owner, part)
      const present = new Set(rows.map(({ id }) => id))
      found.push({ type: 'rows', table: table.name, rows, removed: part.filter((id) => !present.has(id)), isWhole: false })
    }
  }
  return found
}

async function readOwn(q: Reader, ownTables: readonly UserTable[], caller: Member): Promise<{ frames: string[]; tag: string }> {
  const frames: string[] = []
  for (const { name, list } of ownTables)
    frames.push(frame({ type: 'rows', table: name, rows: await list(q, caller), removed: [], isWhole: true }))
  return { frames, tag: createHash('sha256').update(frames.join('')).digest('base64url').slice(0, 22) }
}

import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { padInList } from '../database/compiled-query-cache.ts'
import type { Reader, Transaction } from '../database/index.ts'

export interface ChangeTables {
  households: { id: HouseholdId; seq: number; time_zone: string; deleted_at: string | null }
  changes: {
    household_id: HouseholdId
    seq: number
    name: string
    actor_id: string | null
    at: string
    payload: string
    undo: string | null
    undone_by: number | null
  }
}

/** One row of the log, parsed. */
export interface Change {
  readonly householdId: HouseholdId
  readonly seq: number
  readonly name: string
  readonly actorId: UserId | null
  readonly at: string
  readonly payload: unknown
  readonly undo: unknown
  readonly undoneBy: number | null
}

/** The user and household of a change. A `Member` is an actor; the server itself uses `userId: null`. */
export interface Actor {
  readonly householdId: HouseholdId
  readonly userId: UserId | null
  readonly now: Date
  /** Set if a guest acts, by this link that the user made. Part of the payload. */
  readonly guestLinkId?: string
  /** Set if a paired tablet acts. Part of the payload. */
  readonly tabletId?: string
}

/** Returns whether a guest made a change, by a link of the actor. */
export const isByGuest = ({ payload }: Change): boolean => typeof payload === 'object' && payload !== null && 'guestLinkId' in payload

/** Returns the id of the tablet that made a change; null if none did. */
export const tabletOf = ({ payload }: Change): string | null =>
  typeof payload === 'object' && payload !== null && 'tabletId' in payload && typeof payload.tabletId === 'string' ? payload.tabletId : null

/**
 * Appends one change to the household's log in the current transaction. Returns its number. `undo` is the data needed to append the
 * opposite later; without it, the change can't be undone.
 */
export async function recordChange<S extends z.ZodType>(
  tx: Transaction,
  actor: Actor,
  event: EventType<string, S>,
  payload: z.input<S>,
  undo?: unknown,
): Promise<number> {
  const values = [
    event.name,
    actor.userId,
    actor.now.toISOString(),
    JSON.stringify((actor.guestLinkId ?? actor.tabletId) ? withDevice(payload as object, actor) : payload),
    undo === undefined ? null : JSON.stringify(undo),
  ]
  const seq = await (tx.engine === 'postgres'
    ? insertCounted(tx, actor.householdId, values)
    : countAndInsert(tx, actor.householdId, values))
  if (seq === undefined) throw new Error('a change of no household')
  tx.record(actor.householdId, seq)
  return seq
}

const withDevice = (payload: object, { guestLinkId, tabletId }: Actor) => ({
  ...payload,
  ...(guestLinkId === undefined ? {} : { guestLinkId }),
  ...(tabletId === undefined ? {} : { tabletId }),
})

const count = 'update households set seq = seq + 1 where id = ? returning seq'
const columns = 'household_id, seq, name, actor_id, at, payload, undo'

/** In one round trip, for PostgreSQL. */
async function insertCounted(tx: Transaction, householdId: HouseholdId, values: readonly unknown[]): Promise<number | undefined> {
  const text = `with counter as (${count}) insert into changes (${columns}) select ?, counter.seq, ?, ?, ?, ?, ? from counter returning seq`
  return (await tx.rows<{ seq: number }>(text, [householdId, householdId, ...values]))[0]?.seq
}

/** In two statements: SQLite doesn't allow writes in a CTE. */
async function countAndInsert(tx: Transaction, householdId: HouseholdId, values: readonly unknown[]): Promise<number | undefined> {
  const [counter] = await tx.rows<{ seq: number }>(count, [householdId])
  if (counter) await tx.rows(`insert into changes (${columns}) values (?, ?, ?, ?, ?, ?, ?)`, [householdId, counter.seq, ...values])
  return counter?.seq
}

/** Returns at most `limit` changes after `seq`, oldest first, optionally with these names only. */
export async function changesAfter(
  q: Reader,
  householdId: HouseholdId,
  seq: number,
  limit: number,
  names?: readonly string[],
): Promise<Change[]> {
  let query = fromChanges(q.on<ChangeTables>(), householdId).where('seq', '>', seq)
  if (names) query = query.where('name', 'in', names)
  const rows = await query.orderBy('seq').limit(limit).execute()
  return rows.map((row) => toChange(householdId, row))
}

/** Returns changes of the given names, newest first, before `seq` if given. `subject` selects those whose payload has that id. */
export async function changesBefore(
  q: Reader,
  householdId: HouseholdId,
  names: readonly string[],
  seq: number | undefined,
  limit: number,
  subject?: { key: `${string}Id`; id: string },
): Promise<Change[]> {
  let query = fromChanges(q.on<ChangeTables>(), householdId).where('name', 'in', names)
  if (subject !== undefined) query = query.where('payload', 'like', `%"${subject.key}":"${subject.id}"%`)
  if (seq !== undefined) query = query.where('seq', '<', seq)
  const rows = await query.orderBy('seq', 'desc').limit(limit).execute()
  return rows.map((row) => toChange(householdId, row))
}

/** Returns changes by their numbers, without unknown ones. */
export async function findChanges(q: Reader, householdId: HouseholdId, seqs: readonly number[]): Promise<Change[]> {
  if (seqs.length === 0) return []
  const rows = await fromChanges(q.on<ChangeTables>(), householdId).where('seq', 'in', seqs).execute()
  return rows.map((row) => toChange(householdId, row))
}

export async function findChange(q: Reader, householdId: HouseholdId, seq: number): Promise<Change | null> {
  return (await findChanges(q, householdId, [seq]))[0] ?? null
}

/** Returns the number of the change that undid this one, or null. */
export async function findUndoSeq(q: Reader, householdId: HouseholdId, seq: number): Promise<number | null> {
  const query = q.on<ChangeTables>().selectFrom('changes').select('undone_by')
  return (await query.where('household_id', '=', householdId).where('seq', '=', seq).executeTakeFirst())?.undone_by ?? null
}

const eb = expressionBuilder<ChangeTables>()
/** Whether the change that wrote a row of `table` wasn't undone. Undone changes are few and have an index. */
export const isNotUndoneSql = (table: string) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('changes')
        .select(sql.lit(1).as('one'))
        .where('changes.household_id', '=', sql.ref<HouseholdId>(`${table}.household_id`))
        .where('changes.seq', '=', sql.ref<number>(`${table}.seq`))
        .where('changes.undone_by', 'is not', null),
    ),
  )

/** Marks a change as undone by a later one. Returns false if it already was. */
export async function markUndone(tx: Transaction, householdId: HouseholdId, seq: number, by: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .on<ChangeTables>()
    .updateTable('changes')
    .set({ undone_by: by })
    .where('household_id', '=', householdId)
    .where('seq', '=', seq)
    .where('undone_by', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function lastSeq(q: Reader, householdId: HouseholdId): Promise<number> {
  const row = await q.on<ChangeTables>().selectFrom('households').select('seq').where('id', '=', householdId).executeTakeFirst()
  return row?.seq ?? 0
}

/** Returns the last change number of each household. The reader's scope must include all of them. */
export const lastSeqs = (q: Reader, ids: readonly HouseholdId[]): Promise<{ id: HouseholdId; seq: number }[]> =>
  q
    .on<ChangeTables>()
    .selectFrom('households')
    .select(['id', 'seq'])
    .where('id', 'in', padInList(ids))
    .$narrowType<{ id: HouseholdId }>()
    .execute()

const fromChanges = (db: Kysely<ChangeTables>, householdId: HouseholdId) =>
  db.selectFrom('changes').selectAll().where('household_id', '=', householdId)

function toChange(householdId: HouseholdId, row: ChangeTables['changes']): Change {
  return {
    householdId,
    seq: row.seq,
    name: row.name,
    actorId: row.actor_id as UserId | null,
    at: row.at,
    payload: JSON.parse(row.payload),
    undo: row.undo === null ? null : JSON.parse(row.undo),
    undoneBy: row.undone_by,
  }
}

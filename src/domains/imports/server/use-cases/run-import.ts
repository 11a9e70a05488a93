import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { isDeleted, membershipOf, timeZoneOf } from '#domains/households/server/index.ts'
import { type Actor, recordChange } from '#platform/server/changes/log.ts'
import { type Database, type Transaction, Unavailable } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { atLeast } from '#platform/shared/roles.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'
import { type ImportedNames, importRowsOf, namesFor, together } from './import-rows.ts'
import { rollbackImportedRows } from './roll-back-import.ts'

/** A household that grows from nothing to thousands of rows within seconds outruns what the engine knows of it. */
const refreshEveryMs = 2_000

interface Due {
  household_id: HouseholdId
  id: string
}

/**
 * Carries an import on, or its undo, until nothing is left to do or `isClosed`: a few rows by a transaction, so that others wait for none of it
 * longer than for any other write. Whatever ends it, it goes on where it was. In a deleted household it rests, and where whoever said yes to
 * it may not do so any more it ends.
 */
export async function continueImport(
  database: Database,
  limits: QuotaLimits,
  { household_id: householdId, id }: Due,
  now: Date,
  isClosed: () => boolean,
): Promise<void> {
  // An undo goes by what was brought, and needs no names.
  const isUndo = (await database.read(householdId, (q) => store.findImport(q, householdId, id)))?.state === 'undoing'
  let names: ImportedNames | null = null
  // After a failure row by row, so that one that cannot be kept takes no other along.
  let alone = 0
  let refreshed = Number.NEGATIVE_INFINITY
  while (!isClosed()) {
    if (performance.now() - refreshed > refreshEveryMs) {
      await database.refreshStatistics()
      refreshed = performance.now()
    }
    const max = alone > 0 ? 1 : null
    if (!isUndo) names ??= await database.read(householdId, (q) => namesFor(q, householdId))
    try {
      const isDone = await database.write(householdId, 'import', (tx) => step(tx, limits, householdId, id, now, names, max))
      if (isDone) return
      alone = Math.max(0, alone - 1)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      // What it thought it had made was not kept.
      names = null
      if (alone > 0) await database.write(householdId, 'import', (tx) => skip(tx, householdId, id))
      else alone = Math.max(...Object.values(together))
    }
    await new Promise((next) => setImmediate(next))
  }
}

async function step(
  tx: Transaction,
  limits: QuotaLimits,
  householdId: HouseholdId,
  id: string,
  now: Date,
  names: ImportedNames | null,
  max: number | null,
): Promise<boolean> {
  // Asked in every transaction: nothing is written to a household after it was deleted.
  if (await isDeleted(tx, householdId)) return true
  // Held from here on: of two processes at the same import one waits, and then sees what the other did.
  await store.touchImport(tx, householdId, id, now.toISOString())
  const head = await store.findImport(tx, householdId, id)
  if (!head || (head.state !== 'running' && head.state !== 'undoing')) return true
  // Likewise nothing in the name of somebody who was removed, or may no longer do this.
  const role = await membershipOf(tx, head.made_by, householdId)
  if (role === null || !atLeast(role, contract.startImport.role)) {
    await abortImport(tx, { householdId, userId: null, now }, head)
    return true
  }
  const rows = await nextRows(tx, head, max)
  const timeZone = await timeZoneOf(tx, householdId)
  const who = {
    userId: head.made_by as UserId,
    householdId,
    sessionId: '',
    role,
    timeZone,
    today: dayIn(timeZone, now),
    now,
  } as const
  if (rows.length === 0) {
    await finish(tx, who, head)
    return true
  }
  if (head.state === 'undoing') await rollbackImportedRows(tx, who, head, rows)
  else if (names) await importRowsOf(tx, limits, who, head, names, rows)
  await store.moveImport(tx, householdId, id, head.state, { done_rows: head.done_rows + rows.length, updated_at: now.toISOString() })
  return false
}

/** The next rows of one kind, last first where they are taken back. */
async function nextRows(tx: Transaction, head: store.ImportHead, max: number | null): Promise<store.RowOfImport[]> {
  const householdId = head.household_id as HouseholdId
  const limit = max ?? Math.max(...Object.values(together))
  const rows =
    head.state === 'undoing'
      ? await store.lastBrought(tx, householdId, head.id, limit)
      : await store.rowsOf(tx, householdId, head.id, { state: 'new', after: 0, limit })
  const kind = rows[0]?.kind
  return kind === undefined ? [] : rows.filter((row) => row.kind === kind).slice(0, together[kind])
}

/** Goes past the one row that cannot be kept. */
async function skip(tx: Transaction, householdId: HouseholdId, id: string): Promise<void> {
  if (await isDeleted(tx, householdId)) return
  const head = await store.findImport(tx, householdId, id)
  const [row] = head ? await nextRows(tx, head, 1) : []
  if (!row) return
  const isUndo = row.state === 'brought'
  await store.settleRow(tx, { ...row, state: isUndo ? 'kept' : 'refused', reason: isUndo ? 'changed_since' : 'not_valid' })
}

const finish = (tx: Transaction, member: Member, head: store.ImportHead) =>
  end(tx, member, head, head.state === 'undoing' ? 'undone' : 'done')

/** What has not come stays out; what has not been taken back stays, until somebody else has it taken back. */
async function abortImport(tx: Transaction, server: Actor, head: store.ImportHead): Promise<void> {
  if (head.state === 'running') await store.leaveOut(tx, server.householdId, head.id, contract.kinds, 'maker_may_not')
  await end(tx, server, head, 'done')
}

async function end(tx: Transaction, actor: Actor, head: store.ImportHead, state: 'done' | 'undone'): Promise<void> {
  const isUndo = head.state === 'undoing'
  const at = actor.now.toISOString()
  const set = { state, done_rows: head.total_rows, updated_at: at, finished_at: at }
  if (!(await store.moveImport(tx, actor.householdId, head.id, head.state, set))) return
  const counted = (await store.countRows(tx, actor.householdId, [head.id])).filter(
    ({ state }) => state === (isUndo ? 'taken_back' : 'brought'),
  )
  const counts = Object.fromEntries(counted.map(({ kind, count }) => [kind, count]))
  await recordChange(tx, actor, isUndo ? contract.importTakenBack : contract.importFinished, {
    importId: head.id,
    source: head.source,
    counts,
  })
}

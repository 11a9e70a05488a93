import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { isHouseholdDeleted, membershipOf, timeZoneOf } from '#domains/households/server/index.ts'
import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import { type Database, DatabaseUnavailableError, type Transaction } from '#platform/server/database/index.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'
import { batchSizes, type IngredientsByName, importRowsOf, loadIngredientsByName } from './import-rows.ts'
import { rollbackImportedRows } from './roll-back-import.ts'

/** Query plans need new statistics while a household grows by thousands of rows within seconds. */
const refreshEveryMs = 2_000

interface DueImport {
  household_id: HouseholdId
  id: string
}

/**
 * Imports or undoes rows in small transactions until none are left or `isClosed()`; the next call resumes. Pauses if the household was
 * deleted, and ends the import if the member who started it no longer may.
 */
export async function continueImport(
  database: Database,
  limits: QuotaLimits,
  { household_id: householdId, id }: DueImport,
  now: Date,
  isClosed: () => boolean,
): Promise<void> {
  const isUndo = (await database.read(householdId, (q) => store.findImport(q, householdId, id)))?.state === 'undoing'
  let names: IngredientsByName | null = null
  // After a failure, this many rows are processed one by one, to find the one that fails.
  let singleRows = 0
  let refreshed = Number.NEGATIVE_INFINITY
  while (!isClosed()) {
    if (performance.now() - refreshed > refreshEveryMs) {
      await database.refreshStatistics()
      refreshed = performance.now()
    }
    const max = singleRows > 0 ? 1 : null
    if (!isUndo) names ??= await database.read(householdId, (q) => loadIngredientsByName(q, householdId))
    try {
      const isDone = await database.write(householdId, 'import', (tx) => processBatch(tx, limits, householdId, id, now, names, max))
      if (isDone) return
      singleRows = Math.max(0, singleRows - 1)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error
      // Forgets the ids of the rolled-back transaction.
      names = null
      if (singleRows > 0) await database.write(householdId, 'import', (tx) => skipRow(tx, householdId, id))
      else singleRows = Math.max(...Object.values(batchSizes))
    }
    await new Promise((next) => setImmediate(next))
  }
}

/** Returns true if nothing is left to do. */
async function processBatch(
  tx: Transaction,
  limits: QuotaLimits,
  householdId: HouseholdId,
  id: string,
  now: Date,
  names: IngredientsByName | null,
  max: number | null,
): Promise<boolean> {
  // Checked in every transaction: a deleted household gets no more writes.
  if (await isHouseholdDeleted(tx, householdId)) return true
  // Locks the row: a second process waits here, then reads the new state.
  await store.touchImport(tx, householdId, id, now.toISOString())
  const head = await store.findImport(tx, householdId, id)
  if (!head || (head.state !== 'running' && head.state !== 'undoing')) return true
  const role = (await membershipOf(tx, head.made_by, householdId))?.role
  if (!role || !isRoleAtLeast(role, contract.startImport.role)) {
    await abortImport(tx, { householdId, userId: null, now }, head)
    return true
  }
  const rows = await nextRows(tx, head, max)
  const timeZone = await timeZoneOf(tx, householdId)
  const maker = {
    userId: head.made_by as UserId,
    householdId,
    sessionId: '',
    isToken: false,
    role,
    timeZone,
    today: dateInTimeZone(timeZone, now),
    now,
  } as const
  if (rows.length === 0) {
    await endImport(tx, maker, head, head.state === 'undoing' ? 'undone' : 'done')
    return true
  }
  if (head.state === 'undoing') await rollbackImportedRows(tx, maker, head, rows)
  else if (names) await importRowsOf(tx, limits, maker, head, names, rows)
  await store.updateImportInState(tx, householdId, id, head.state, {
    done_rows: head.done_rows + rows.length,
    updated_at: now.toISOString(),
  })
  return false
}

/** Returns rows of one kind. An undo starts with the last row. */
async function nextRows(tx: Transaction, head: store.ImportRecord, max: number | null): Promise<store.ImportRowRecord[]> {
  const householdId = head.household_id
  const limit = max ?? Math.max(...Object.values(batchSizes))
  const rows =
    head.state === 'undoing'
      ? await store.lastImported(tx, householdId, head.id, limit)
      : await store.rowsOf(tx, householdId, head.id, { state: 'new', after: 0, limit })
  const [first] = rows
  if (!first) return []
  const size = isRepeat(first) ? 1 : batchSizes[first.kind]
  return rows.filter((row) => row.kind === first.kind && isRepeat(row) === isRepeat(first)).slice(0, size)
}

/** A repeat has hundreds of days. */
const isRepeat = ({ kind, place }: store.ImportRowRecord) => kind === 'plan' && place.startsWith('plan_repeats ')

/** Rejects the next row, which failed alone. */
async function skipRow(tx: Transaction, householdId: HouseholdId, id: string): Promise<void> {
  if (await isHouseholdDeleted(tx, householdId)) return
  const head = await store.findImport(tx, householdId, id)
  const [row] = head ? await nextRows(tx, head, 1) : []
  if (!row) return
  const isUndo = row.state === 'brought'
  await store.saveRowResult(tx, { ...row, state: isUndo ? 'kept' : 'refused', reason: isUndo ? 'changed_since' : 'not_valid' })
}

/** Leaves the remaining rows out, or still imported if it was an undo, which another admin can continue. */
async function abortImport(tx: Transaction, server: Actor, head: store.ImportRecord): Promise<void> {
  if (head.state === 'running') await store.leaveOutRows(tx, server.householdId, head.id, contract.importRowKinds, 'maker_may_not')
  await endImport(tx, server, head, 'done')
}

/** Ends a running import or undo, and records what it did. */
export async function endImport(tx: Transaction, actor: Actor, head: store.ImportRecord, state: 'done' | 'undone'): Promise<void> {
  const isUndo = head.state === 'undoing'
  const at = actor.now.toISOString()
  const set = { state, done_rows: head.total_rows, updated_at: at, finished_at: at }
  if (!(await store.updateImportInState(tx, actor.householdId, head.id, head.state, set))) return
  await store.eraseHealthData(tx, actor.householdId, head.id, true)
  const counted = (await store.countRows(tx, actor.householdId, [head.id])).filter(
    ({ state }) => state === (isUndo ? 'taken_back' : 'brought'),
  )
  const counts = Object.fromEntries(counted.map(({ kind, count }) => [kind, count]))
  await recordChange(tx, actor, isUndo ? contract.importRolledBack : contract.importFinished, {
    importId: head.id,
    source: head.source,
    counts,
  })
}

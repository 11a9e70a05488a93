import { changeUndone } from '#domains/households/contract/index.ts'
import { activeLotIds } from '#domains/inventory/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'

/** Stored in the change log to undo a change: previous columns, and those required for the undo. */
interface LabelUndo {
  labelId: string
  set: Pick<store.LabelRow, 'lot_id' | 'location'>
  expect: Partial<store.LabelRow>
}

/** As browsers keep it: also with a lot that is gone. */
export const toSyncedLabel = (row: store.LabelRow): contract.Label => ({
  id: row.id,
  sheetId: row.sheet_id,
  lotId: row.lot_id,
  location: row.location,
  createdAt: row.created_at,
  version: row.version,
})

/** A label whose lot is used up or discarded is free, and on it again once that is undone. */
async function toLabels(q: Reader, householdId: HouseholdId, rows: readonly store.LabelRow[]): Promise<contract.Label[]> {
  const lotIds = [...new Set(rows.flatMap(({ lot_id }) => lot_id ?? []))]
  const active = await activeLotIds(q, householdId, lotIds)
  return rows.map((row) => ({ ...toSyncedLabel(row), lotId: row.lot_id !== null && active.has(row.lot_id) ? row.lot_id : null }))
}

export const listLabels = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.Label[]> =>
  toLabels(q, householdId, await store.listLabels(q, householdId))

async function toLabel(q: Reader, row: store.LabelRow): Promise<contract.Label> {
  const [label] = await toLabels(q, row.household_id, [row])
  if (!label) throw notFound()
  return label
}

async function getRow(q: Reader, { householdId }: { householdId: HouseholdId }, code: string): Promise<store.LabelRow> {
  const row = await store.findLabel(q, householdId, code)
  if (!row || row.revoked_at !== null) throw notFound()
  return row
}

/** Throws 404 if the household has no such label, or revoked it. */
export const getLabel = async (q: Reader, member: { householdId: HouseholdId }, code: string): Promise<contract.Label> =>
  toLabel(q, await getRow(q, member, code))

/** Puts a label on something else, or frees it. Throws 404 for an unknown lot, 412 if the label was changed since `ifMatch`. */
export async function setLabel(
  tx: Transaction,
  member: Member,
  code: string,
  { lotId, location }: contract.LabelTarget,
  ifMatch: number | null,
): Promise<contract.Label> {
  const row = await getRow(tx, member, code)
  if (ifMatch !== null && ifMatch !== row.version)
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: await toLabel(tx, row) })
  const to = { lot_id: lotId, location }
  if (row.lot_id === lotId && row.location === location) return toLabel(tx, row)
  const { householdId, now } = member
  if (lotId !== null && !(await store.listLotNames(tx, householdId, [lotId])).has(lotId)) throw notFound()
  await store.updateLabel(tx, householdId, row.id, { ...to, updated_at: now.toISOString() })
  const undo: LabelUndo = {
    labelId: row.id,
    set: { lot_id: row.lot_id, location: row.location },
    expect: { revoked_at: null, ...to },
  }
  await recordChange(tx, member, contract.labelSet, { labelId: row.id, lotId, location }, undo)
  return toLabel(tx, await getRow(tx, member, code))
}

/** Puts a label back where it was. Throws 409 `undo_in_the_way` if it was changed or revoked since. */
export async function undoLabelChange(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { labelId, set, expect } = change.undo as LabelUndo
  const row = await store.findLabel(tx, member.householdId, labelId)
  if (!hasColumns(row, expect)) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  await store.updateLabel(tx, member.householdId, labelId, { ...set, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, labelId })
}

import { changeUndone } from '#domains/households/contract/index.ts'
import { undoStockChange } from '#domains/inventory/server/index.ts'
import { type Actor, type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import { conflict, type Problem } from '#platform/shared/problem.ts'
import { listPutAway } from '../../contract/index.ts'
import { findList } from '../store/lists.ts'
import { listGeneratedRows } from '../store/read-list.ts'
import * as store from '../store/rows.ts'

type Fields = store.Fields

/** An update of an existing row, or a new row. */
export type RowPatch = { row: store.ItemRow; set: Partial<Fields> } | { create: Fields & { id: string; added_by: string | null } }

export interface TouchedItem {
  itemId: string
  /** By how much its quantity grew, in thousandths. */
  milli: number
  type: 'INSERT' | 'UPDATE' | 'DELETE'
}

/** Reverts a patch; stored in the change log. Applies only while the row still matches `expect`. */
interface Inverse {
  itemId: string
  set: Partial<Fields>
  expect: Partial<Fields>
  /** Set if the row only grew: may also be subtracted from a row that has grown further. */
  grown?: number
}

const changedMeanwhile = () => conflict('changed_meanwhile', 'Someone else just changed this. Check it and try again.')

/** Records a change with its undo and writes its rows. Returns the sequence number. Throws `changed_meanwhile` if a row has a newer version. */
export async function applyListChange(
  tx: Transaction,
  actor: Actor,
  event: EventType,
  patches: readonly RowPatch[],
  payload: object = {},
): Promise<number> {
  // Triggers count rows written before the change is recorded to that change.
  await writeRows(tx, actor, patches)
  return recordChange(tx, actor, event, { ...payload, items: toTouchedItems(patches) }, toInverses(patches))
}

/** Writes the rows of a change that the caller records. */
export async function writeRows(tx: Transaction, actor: Pick<Actor, 'householdId' | 'now'>, patches: readonly RowPatch[]): Promise<void> {
  const at = actor.now.toISOString()
  const created = patches.flatMap((patch) => ('create' in patch ? [patch.create] : []))
  await store.insertRows(
    tx,
    created.map((row) => ({ household_id: actor.householdId, ...row, version: 1, created_at: at, updated_at: at })),
  )
  for (const patch of patches) {
    if ('row' in patch && !(await store.updateRow(tx, { ...patch.row, ...patch.set, updated_at: at }))) throw changedMeanwhile()
  }
}

/** Summarizes patches for the change log, without rows that were never visible on the list. */
export const toTouchedItems = (patches: readonly RowPatch[]): TouchedItem[] =>
  patches.flatMap((patch): TouchedItem[] => {
    if ('create' in patch)
      return patch.create.state === 'listed' ? [{ itemId: patch.create.id, milli: patch.create.milli, type: 'INSERT' }] : []
    const [before, after] = [patch.row, { ...patch.row, ...patch.set }]
    const isVisible = before.state === 'listed' || after.state === 'listed'
    const type = before.state !== 'listed' ? 'INSERT' : after.state === 'listed' ? 'UPDATE' : 'DELETE'
    return isVisible ? [{ itemId: before.id, milli: after.milli - before.milli, type }] : []
  })

export const toInverses = (patches: readonly RowPatch[]): Inverse[] =>
  patches.map((patch) => {
    if ('create' in patch) {
      const { id, state, milli, is_checked } = patch.create
      const set: Partial<Fields> = { state: 'removed', merged_into: null }
      return state === 'listed' ? { itemId: id, set, expect: { state, milli, is_checked }, grown: milli } : { itemId: id, set, expect: {} }
    }
    const { row, set } = patch
    const before = Object.fromEntries(Object.keys(set).map((field) => [field, row[field as keyof Fields]]))
    const grown = set.milli !== undefined && row.state === 'listed' && (set.state ?? 'listed') === 'listed' ? set.milli - row.milli : 0
    return { itemId: row.id, set: before, expect: { state: row.state, ...set }, ...(grown > 0 && { grown }) }
  })

/** Undoes a change by appending its inverse. Throws `undo_in_the_way` (409), naming what happened since. */
export async function undo(tx: Transaction, member: Member, change: Change): Promise<number> {
  const isPutAway = change.name === listPutAway.name
  const inverted = await invert(tx, member, isPutAway ? (change.undo as { items: Inverse[] }).items : (change.undo as Inverse[]))
  const patches = isPutAway ? await withoutGeneratedAgain(tx, member, inverted) : inverted
  const items = toTouchedItems(patches)
  const seq = isPutAway
    ? await undoStockChange(tx, member, change, { items })
    : await recordChange(tx, member, changeUndone, { undoneSeq: change.seq, items })
  await writeRows(tx, member, patches)
  return seq
}

/** Leaves out removed generated rows whose ingredient has been generated again since: it would be on the list twice. */
async function withoutGeneratedAgain(tx: Transaction, { householdId }: Member, patches: readonly RowPatch[]): Promise<RowPatch[]> {
  const generated = new Set((await listGeneratedRows(tx, householdId)).map(({ ingredient_id }) => ingredient_id))
  return patches.filter(
    (patch) => !('row' in patch && patch.row.state === 'removed' && patch.row.by_rule === 1 && generated.has(patch.row.ingredient_id)),
  )
}

async function invert(tx: Transaction, member: Member, inverses: readonly Inverse[]): Promise<RowPatch[]> {
  const ids = inverses.map(({ itemId }) => itemId)
  const rows = new Map((await store.findRows(tx, member.householdId, ids)).map((row) => [row.id, row]))
  const patches = inverses.map(async ({ itemId, set, expect, grown }): Promise<RowPatch> => {
    const row = rows.get(itemId)
    if (!row) throw undoBlocked(null)
    const stands = (Object.keys(expect) as (keyof Fields)[]).every((field) => row[field] === expect[field])
    if (stands) return { row, set: await onExistingList(tx, member, row, set) }
    // Others have added to the row since, but it still contains what this change added.
    const canShrink = grown !== undefined && row.state === 'listed' && row.is_checked === 0 && row.milli > grown
    if (!canShrink) throw undoBlocked(row)
    return { row, set: { milli: row.milli - grown } }
  })
  return Promise.all(patches)
}

/** A row whose list was deleted comes back on the default list. */
async function onExistingList(
  tx: Transaction,
  { householdId }: Member,
  row: store.ItemRow,
  set: Partial<Fields>,
): Promise<Partial<Fields>> {
  const listId = set.list_id === undefined ? row.list_id : set.list_id
  const isGone = listId !== null && (await findList(tx, householdId, listId))?.removed_at !== null
  return isGone ? { ...set, list_id: null } : set
}

const sinceThen: Record<store.ItemRow['state'], string> = {
  listed: /*i18n*/ 'Can’t undo: it has been changed since.',
  removed: /*i18n*/ 'Can’t undo: it has been removed from the list since.',
  cleared: /*i18n*/ 'Can’t undo: it has been cleared from the list since.',
  put_away: /*i18n*/ 'Can’t undo: it has been put away since.',
  merged: /*i18n*/ 'Can’t undo: it has been merged with another item since.',
}

function undoBlocked(row: store.ItemRow | null): Problem {
  if (row === null) return conflict('undo_in_the_way', 'Can’t undo: it has been removed since.')
  if (row.state === 'listed' && row.is_checked === 1) return conflict('undo_in_the_way', 'Can’t undo: it has been checked off since.')
  return conflict('undo_in_the_way', sinceThen[row.state])
}

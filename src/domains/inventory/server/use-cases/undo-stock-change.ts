import { changeUndone } from '#domains/households/contract/index.ts'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { conflict, type Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { itemRemoved } from '../../contract.ts'
import type { LotColumns } from '../store/lot-fields.ts'
import * as store from '../store/lots.ts'
import { type LotPatch, type PatchUndo, recordStockChange } from './apply-stock-change.ts'

/** Undoes a stock change by appending its opposite. Throws 409 naming the later change that prevents it. */
export async function undoStockChange(tx: Transaction, member: Member, change: Change, payload: object = {}): Promise<number> {
  const opposites = Array.isArray(change.undo) ? (change.undo as PatchUndo[]) : (change.undo as { lots: PatchUndo[] }).lots
  const rows = new Map(
    (
      await store.findLots(
        tx,
        member.householdId,
        opposites.map(({ lotId }) => lotId),
      )
    ).map((row) => [row.id, row]),
  )
  const patches: LotPatch[] = []
  for (const { lotId, delta, set, expect, created } of opposites) {
    const row = rows.get(lotId)
    const left = (row?.milli ?? 0) + delta
    const isUnchanged = row && Object.entries(expect).every(([field, value]) => row[field as keyof LotColumns] === value)
    const isGone = row?.state === 'removed' && change.name !== itemRemoved.name
    const isShort = left < 0 || (created && left !== 0)
    if (row && !isShort && expect.confirmed_at !== undefined && row.confirmed_at !== expect.confirmed_at)
      throw await blockedByLater(
        tx,
        member,
        lotId,
        change.seq,
        countChanges,
        say`A stock count can’t be undone. Correct the quantity instead.`,
      )
    if (!row || isGone || !isUnchanged || isShort)
      throw await blockedByLater(tx, member, lotId, change.seq, isShort ? amountChanges : Object.keys(laterChangeMessages))
    if (!created && !(await findIngredient(tx, member.householdId, set.ingredient_id ?? row.ingredient_id)))
      throw undoBlocked(say`Can’t undo: the ingredient has been deleted since.`)
    // The first use opened the lot; while a later one stands, it stays open, and where it went when it was opened.
    const staysOpen = delta > 0 && set.is_opened === 0 && (await store.isUsedAfter(tx, member.householdId, lotId, change.seq))
    patches.push({ row, set: staysOpen ? {} : set, delta, kind: created ? 'remove' : 'undo' })
  }
  return recordStockChange(tx, member, changeUndone, patches, { ...payload, undoneSeq: change.seq })
}

const undoBlocked = (because: string) => conflict('undo_in_the_way', because)

/** The messages for an undo that a later change of the lot prevents, by the later change's name. */
export const laterChangeMessages: Record<string, () => string> = {
  'item.used': () => say`Can’t undo: it has been used since.`,
  'item.discarded': () => say`Can’t undo: it has been discarded since.`,
  'item.corrected': () => say`Can’t undo: it has been corrected since.`,
  'item.removed': () => say`Can’t undo: it has been removed since.`,
  'item.split': () => say`Can’t undo: it has been split since.`,
  'item.opened': () => say`Can’t undo: it has been opened since.`,
  'item.moved': () => say`Can’t undo: it has been moved since.`,
  'item.edited': () => say`Can’t undo: it has been edited since.`,
  'item.confirmed': () => say`Can’t undo: it has been checked since.`,
  'loan.given': () => say`Can’t undo: it has been lent since.`,
  'loan.linked_given': () => say`Can’t undo: it has been lent since.`,
}

/** The changes that can reduce a lot or change its unit. */
const amountChanges = [
  'item.used',
  'item.discarded',
  'item.corrected',
  'item.removed',
  'item.split',
  'item.edited',
  'loan.given',
  'loan.linked_given',
]

/** The changes that set the counted amount. */
const countChanges = ['item.corrected', 'item.confirmed', 'item.edited', 'item.removed']

async function blockedByLater(
  tx: Transaction,
  member: Member,
  lotId: string,
  seq: number,
  names: readonly string[],
  advice?: string,
): Promise<Problem> {
  const later = await store.laterChange(tx, member.householdId, lotId, seq, names)
  const because = (later && laterChangeMessages[later.name]?.()) ?? say`Can’t undo: it has been changed since.`
  return undoBlocked(advice === undefined ? because : `${because} ${advice}`)
}

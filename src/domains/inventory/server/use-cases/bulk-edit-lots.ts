import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { costOf } from '../../rules/lot-cost.ts'
import type { LotColumns } from '../store/lot-fields.ts'
import * as store from '../store/lots.ts'
import { movedFields } from './act-on-lot.ts'
import { applyStockChange, type LotPatch } from './apply-stock-change.ts'
import { changedColumns, newDate } from './edit-lot.ts'

type Edit = BodyOf<typeof contract.bulkEditLots>
type Reply = ReplyOf<typeof contract.bulkEditLots>

/**
 * Does one thing to many lots, as one change with one undo. Leaves out lots that are unknown, deleted or ended and says which. Throws
 * `not_found` if all are unknown or deleted, and `lot_ended` if none is left to edit.
 */
export async function bulkEditLots(tx: Transaction, member: Member, { ids, edit }: Edit): Promise<Reply> {
  if (edit.do === 'move' && edit.location === undefined && edit.storage === undefined)
    throw new Problem(422, 'invalid_input', 'Choose a storage area, a location or both.')
  const lotIds = [...new Set(ids)]
  const found = new Map((await store.findLots(tx, member.householdId, lotIds)).map((row) => [row.id, row]))
  const isKnown = (id: string) => (found.get(id)?.state ?? 'removed') !== 'removed'
  if (!lotIds.some(isKnown)) throw notFound()
  const active = lotIds.flatMap((id) => found.get(id) ?? []).filter(({ state }) => state === 'active')
  if (active.length === 0) throw conflict('lot_ended', 'There’s none left.')
  const skipped = lotIds
    .filter((id) => found.get(id)?.state !== 'active')
    .map((id) =>
      isKnown(id)
        ? { id, code: 'lot_ended', reason: say`There’s none left.` }
        : { id, code: 'not_found', reason: say`Not found. It may have been deleted.` },
    )
  const patches: LotPatch[] = []
  for (const row of active) {
    const patch = await patchOf(tx, member, row, edit)
    if (patch) patches.push(patch)
  }
  if (patches.length === 0) return { lots: [], skipped }
  const payload = edit.do === 'discard' ? { reason: edit.reason } : {}
  return { lots: await applyStockChange(tx, member, eventOf(edit), patches, payload), skipped }
}

function eventOf(edit: Edit['edit']) {
  if (edit.do === 'move') return contract.itemMoved
  return edit.do === 'discard' ? contract.itemDiscarded : contract.itemEdited
}

/** Returns what the edit does to a lot; null if the lot is like that already. */
async function patchOf(tx: Transaction, member: Member, row: store.LotRow, edit: Edit['edit']): Promise<LotPatch | null> {
  if (edit.do === 'discard') {
    const costCents = costOf({ originalMilli: row.whole_milli, milli: row.milli }, row.price_cents, row.milli)
    return { row, delta: -row.milli, kind: 'discard', discard: { reason: edit.reason, notes: edit.notes ?? null, costCents } }
  }
  const set = changedColumns(row, await columnsOf(tx, member, row, edit))
  return Object.keys(set).length === 0 ? null : { row, delta: 0, kind: 'correct', set }
}

function columnsOf(
  tx: Transaction,
  member: Member,
  row: store.LotRow,
  edit: Exclude<Edit['edit'], { do: 'discard' }>,
): Partial<LotColumns> | Promise<Partial<LotColumns>> {
  if (edit.do === 'move') return movedFields(tx, member, row, edit)
  if (edit.do === 'share') return { is_shared: edit.isShared ? 1 : 0 }
  return newDate(row, { expirationDate: edit.expirationDate, ...(edit.dateKind === undefined ? {} : { dateKind: edit.dateKind }) })
}

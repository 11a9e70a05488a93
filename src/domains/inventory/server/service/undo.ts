import { changeUndone } from '#domains/households/contract.ts'
import { findIngredient } from '#domains/products/server/service.ts'
import { conflict, type Problem } from '#platform/contract/problem.ts'
import { say } from '#platform/contract/say.ts'
import type { Change } from '#platform/server/changes.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { itemRemoved } from '../../contract.ts'
import * as store from '../store/lots.ts'
import { write } from './apply.ts'
import type { Fields, Opposite, Patch } from './patch.ts'

/** Takes a change back by appending its opposite, with `payload` beside. Throws 409 naming the later act that stands in the way. */
export async function undo(tx: Transaction, member: Member, change: Change, payload: object = {}): Promise<number> {
  const opposites = Array.isArray(change.undo) ? (change.undo as Opposite[]) : (change.undo as { lots: Opposite[] }).lots
  const rows = new Map(
    (
      await store.findLots(
        tx,
        member.householdId,
        opposites.map(({ lotId }) => lotId),
      )
    ).map((row) => [row.id, row]),
  )
  const patches: Patch[] = []
  for (const { lotId, delta, set, expect, created } of opposites) {
    const row = rows.get(lotId)
    const left = (row?.milli ?? 0) + delta
    const stillStands = row && Object.entries(expect).every(([field, value]) => row[field as keyof Fields] === value)
    const isGone = row?.state === 'removed' && change.name !== itemRemoved.name
    const isShort = left < 0 || (created && left !== 0)
    if (row && !isShort && expect.confirmed_at !== undefined && row.confirmed_at !== expect.confirmed_at)
      throw await inTheWay(tx, member, lotId, change.seq, counts, say`What was counted stands: correct the quantity instead.`)
    if (!row || isGone || !stillStands || isShort)
      throw await inTheWay(tx, member, lotId, change.seq, isShort ? amountActs : Object.keys(laterActs))
    if (!created && !(await findIngredient(tx, member.householdId, set.ingredient_id ?? row.ingredient_id)))
      throw undoBlocked(say`This cannot be taken back: its food was removed since.`)
    patches.push({ row, set, delta, kind: created ? 'remove' : 'undo' })
  }
  return write(tx, member, changeUndone, patches, { ...payload, undoneSeq: change.seq })
}

const undoBlocked = (because: string) => conflict('undo_in_the_way', because)

/** Why it cannot be taken back: what was done to the lot since. */
export const laterActs: Record<string, () => string> = {
  'item.used': () => say`This cannot be taken back: it was used since.`,
  'item.discarded': () => say`This cannot be taken back: it was thrown away since.`,
  'item.corrected': () => say`This cannot be taken back: it was corrected since.`,
  'item.removed': () => say`This cannot be taken back: it was removed since.`,
  'item.split': () => say`This cannot be taken back: it was split since.`,
  'item.opened': () => say`This cannot be taken back: it was opened since.`,
  'item.moved': () => say`This cannot be taken back: it was moved since.`,
  'item.edited': () => say`This cannot be taken back: it was edited since.`,
  'item.confirmed': () => say`This cannot be taken back: it was checked since.`,
  'loan.given': () => say`This cannot be taken back: it was lent since.`,
}

/** Those that can leave less, or other, than there was. */
const amountActs = ['item.used', 'item.discarded', 'item.corrected', 'item.removed', 'item.split', 'item.edited', 'loan.given']

/** Those that say how much there is. */
const counts = ['item.corrected', 'item.confirmed', 'item.edited', 'item.removed']

async function inTheWay(
  tx: Transaction,
  member: Member,
  lotId: string,
  seq: number,
  acts: readonly string[],
  more?: string,
): Promise<Problem> {
  const later = await store.laterChange(tx, member.householdId, lotId, seq, acts)
  const because = (later && laterActs[later.name]?.()) ?? say`This cannot be taken back: it was changed since.`
  return undoBlocked(more === undefined ? because : `${because} ${more}`)
}

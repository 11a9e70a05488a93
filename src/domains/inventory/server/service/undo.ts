import { changeUndone } from '#domains/households/contract.ts'
import { findIngredient } from '#domains/products/server/service.ts'
import { conflict, type Problem } from '#platform/contract/problem.ts'
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
      throw await inTheWay(tx, member, lotId, change.seq, counts, ' What was counted stands: correct the quantity instead.')
    if (!row || isGone || !stillStands || isShort)
      throw await inTheWay(tx, member, lotId, change.seq, isShort ? amountActs : Object.keys(laterActs))
    if (!created && !(await findIngredient(tx, member.householdId, set.ingredient_id ?? row.ingredient_id)))
      throw undoBlocked('its food was removed')
    patches.push({ row, set, delta, kind: created ? 'remove' : 'undo' })
  }
  return write(tx, member, changeUndone, patches, { ...payload, undoneSeq: change.seq })
}

const undoBlocked = (because: string, more = '') => conflict('undo_in_the_way', `This cannot be taken back: ${because} since.${more}`)

const laterActs: Record<string, string> = {
  'item.used': 'used',
  'item.discarded': 'thrown away',
  'item.corrected': 'corrected',
  'item.removed': 'removed',
  'item.split': 'split',
  'item.opened': 'opened',
  'item.moved': 'moved',
  'item.edited': 'edited',
  'item.confirmed': 'checked',
  'loan.given': 'lent',
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
  return undoBlocked(`it was ${(later && laterActs[later.name]) ?? 'changed'}`, more)
}

import type { IngredientRow } from '#domains/ingredients/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { NewLot } from '../../contract.ts'
import * as store from '../store/lots.ts'
import { newLotPatch } from './add-lot.ts'
import { type LotPatch, recordStockChange } from './apply-stock-change.ts'
import { laterChangeMessages } from './undo-stock-change.ts'

/** A lot from another app, with the days on which it was bought, opened, frozen and thawed there. Future days are ignored. */
export type ImportedLot = Omit<NewLot, 'id' | 'ingredientId' | 'ingredient' | 'barcode' | 'newOwnUnit'> & {
  addedOn?: string
  openedOn?: string
  frozenOn?: string
  /** Days left on `frozenOn`. */
  frozenDaysLeft?: number
  thawedOn?: string
}

/**
 * Adds many lots as one change. Returns their ids in the order of `input`; the caller keeps them for `rollbackLots`. Reads no lots back,
 * since an import can have thousands.
 */
export async function importLots(
  tx: Transaction,
  member: Member,
  event: EventType,
  input: readonly { ingredient: IngredientRow; lot: ImportedLot }[],
  payload: object,
): Promise<string[]> {
  const patches = input.map(({ ingredient, lot: { addedOn, openedOn, frozenOn, frozenDaysLeft, thawedOn, ...lot } }) => {
    const patch = newLotPatch(member, ingredient, lot, null)
    if (addedOn !== undefined && addedOn <= member.today) patch.create.added_on = addedOn
    if (lot.isOpened && openedOn !== undefined && openedOn <= member.today) patch.create.opened_on = openedOn
    if (frozenOn !== undefined && frozenOn <= member.today)
      Object.assign(patch.create, { frozen_on: frozenOn, frozen_days_left: frozenDaysLeft ?? null, thawed_on: thawedOn ?? null })
    return patch
  })
  await recordStockChange(tx, member, event, patches, payload)
  return patches.map(({ create }) => create.id)
}

/**
 * Removes imported lots as one change. Keeps those that ended, and those that were changed since, unless `includeChanged`. Returns the ids
 * of those it kept.
 */
export async function rollbackLots(
  tx: Transaction,
  member: Member,
  event: EventType,
  lotIds: readonly string[],
  payload: object,
  { includeChanged }: { includeChanged: boolean },
): Promise<Set<string>> {
  if (lotIds.length === 0) return new Set()
  const patches: LotPatch[] = []
  const kept = new Set(lotIds)
  for (const row of await store.findLots(tx, member.householdId, lotIds)) {
    if (!(includeChanged ? row.state === 'active' : await isUntouched(tx, member, row))) continue
    kept.delete(row.id)
    patches.push({ row, delta: -row.milli, kind: 'remove' })
  }
  if (patches.length > 0) await recordStockChange(tx, member, event, patches, payload)
  return kept
}

// Derived changes, such as a new shelf life, also raise the version.
async function isUntouched(tx: Transaction, member: Member, row: store.LotRow): Promise<boolean> {
  if (row.state !== 'active' || row.milli !== row.whole_milli) return false
  return row.version === 1 || (await store.laterChange(tx, member.householdId, row.id, 0, Object.keys(laterChangeMessages))) === undefined
}

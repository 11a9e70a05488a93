import type { IngredientRow } from '#domains/ingredients/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import type { NewLot } from '../../contract.ts'
import { costOf } from '../../rules/lot-cost.ts'
import type { PastMovement } from '../../rules/past-movements.ts'
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
  /** What has left it since, by day; `quantity` is what there was before. */
  movements?: readonly PastMovement[]
}

/** `added` records that lots were imported, `moved` what had left them before. */
interface ImportEvents {
  added: EventType
  moved: EventType
}

/**
 * Adds many lots as one change, and what left them since as one more for the first movement of each, one for the second and so on. Returns
 * their ids in the order of `input`; the caller keeps them for `rollbackLots`.
 */
export async function importLots(
  tx: Transaction,
  member: Member,
  { added, moved }: ImportEvents,
  input: readonly { ingredient: IngredientRow; lot: ImportedLot }[],
  payload: object,
): Promise<string[]> {
  const patches = input.map(({ ingredient, lot: { addedOn, openedOn, frozenOn, frozenDaysLeft, thawedOn, movements: _, ...lot } }) => {
    const patch = newLotPatch(member, ingredient, lot, null)
    if (addedOn !== undefined && addedOn <= member.today) patch.create.added_on = addedOn
    if (lot.isOpened && openedOn !== undefined && openedOn <= member.today) patch.create.opened_on = openedOn
    if (frozenOn !== undefined && frozenOn <= member.today)
      Object.assign(patch.create, { frozen_on: frozenOn, frozen_days_left: frozenDaysLeft ?? null, thawed_on: thawedOn ?? null })
    return { ...patch, on: patch.create.added_on }
  })
  await recordStockChange(tx, member, added, patches, payload)
  const ids = patches.map(({ create }) => create.id)
  const movements = input.map(({ lot }, at) => ({ lotId: ids[at] ?? '', movements: lot.movements ?? [] }))
  await repeatMovements(tx, member, moved, movements, payload)
  return ids
}

/** Takes from the lots what had left them in another app. A ledger has one row for each lot in a change. */
async function repeatMovements(
  tx: Transaction,
  member: Member,
  event: EventType,
  lots: readonly { lotId: string; movements: readonly PastMovement[] }[],
  payload: object,
): Promise<void> {
  for (let step = 0; ; step += 1) {
    const moving = lots.flatMap(({ lotId, movements }) => {
      const movement = movements[step]
      return movement ? [{ lotId, movement }] : []
    })
    if (moving.length === 0) return
    const ids = moving.map(({ lotId }) => lotId)
    const rows = new Map((await store.findLots(tx, member.householdId, ids)).map((row) => [row.id, row]))
    const patches = moving.flatMap(({ lotId, movement }): LotPatch[] => {
      const row = rows.get(lotId)
      return row && row.milli > 0 ? [movementPatch(member, row, movement)] : []
    })
    await recordStockChange(tx, member, event, patches, payload)
  }
}

function movementPatch(member: Member, row: store.LotRow, { kind, quantity, on, reason, notes }: PastMovement): LotPatch {
  const milli = Math.min(row.milli, toMilli(quantity))
  const costCents = costOf({ originalMilli: row.whole_milli, milli: row.milli }, row.price_cents, milli)
  const day = on < row.added_on ? row.added_on : on > member.today ? member.today : on
  const discard = kind === 'discard' ? { discard: { reason: reason ?? 'other', notes: notes ?? null, costCents } } : {}
  return { row, delta: -milli, kind, on: day, ...discard }
}

/**
 * Removes imported lots as one change, with what `moved` recorded of them. Keeps those that ended here, and those that were changed since,
 * unless `includeChanged`. Returns the ids of those it kept.
 */
export async function rollbackLots(
  tx: Transaction,
  member: Member,
  { removed, moved }: { removed: EventType; moved: EventType },
  lotIds: readonly string[],
  payload: object,
  { includeChanged }: { includeChanged: boolean },
): Promise<Set<string>> {
  if (lotIds.length === 0) return new Set()
  const { householdId } = member
  const movements = await store.movementsOf(tx, householdId, lotIds, moved.name)
  const kept = new Set(lotIds)
  const removable: store.LotRow[] = []
  for (const row of await store.findLots(tx, householdId, lotIds)) {
    const moves = movements.get(row.id)
    if (includeChanged ? row.state === 'active' : await isUntouched(tx, member, row, moves)) removable.push(row)
  }
  for (const row of removable) {
    kept.delete(row.id)
    const moves = movements.get(row.id)
    if (moves) await store.deleteMovements(tx, row, moves.milli, moved.name)
  }
  const whole =
    removable.length === 0
      ? []
      : await store.findLots(
          tx,
          householdId,
          removable.map(({ id }) => id),
        )
  const patches = whole.map((row): LotPatch => ({ row, delta: -row.milli, kind: 'remove' }))
  if (patches.length > 0) await recordStockChange(tx, member, removed, patches, payload)
  return kept
}

// Derived changes, such as a new shelf life, also raise the version.
async function isUntouched(tx: Transaction, member: Member, row: store.LotRow, moves?: store.Movements): Promise<boolean> {
  const { count, milli } = moves ?? { count: 0, milli: 0 }
  if (row.version === 1 + count) return true
  if (row.milli + milli !== row.whole_milli || (row.state !== 'active' && count === 0)) return false
  return (await store.laterChange(tx, member.householdId, row.id, 0, Object.keys(laterChangeMessages))) === undefined
}

import { randomUUIDv7 } from 'node:crypto'
import type { IngredientRow } from '#domains/ingredients/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { itemEdited, type Lot } from '../../contract.ts'
import * as store from '../store/lots.ts'
import { placeFor } from './add-lot.ts'
import { apply } from './apply-movement.ts'
import type { Patch } from './patch-lot.ts'

export type LotRow = store.LotRow

/** A lot whatever its state, and what is held back of it in thousandths; null when there is none of that id. */
export async function lotWithReserved(
  q: Reader,
  householdId: HouseholdId,
  lotId: string,
): Promise<{ row: LotRow; heldMilli: number } | null> {
  const [row] = await store.findLots(q, householdId, [lotId])
  return row ? { row, heldMilli: (await store.reservedOf(q, householdId, [lotId])).get(lotId) ?? 0 } : null
}

/**
 * Gives some of a lot to another household: the ledger's part of the lender. `payload` and `undoBeside` as in `apply`.
 * Throws `not_enough`.
 */
export const giveLot = (tx: Transaction, member: Member, event: EventType, row: LotRow, milli: number, payload: object): Promise<Lot[]> =>
  apply(tx, member, event, [{ row, delta: -milli, kind: 'transfer' }], payload, payload)

/** Takes in what another household gave, with its dates: `from` is their lot, `milli` in thousandths of its unit. */
export async function receiveLot(
  tx: Transaction,
  member: Member,
  event: EventType,
  from: LotRow,
  ingredient: IngredientRow,
  milli: number,
  payload: object,
): Promise<Lot> {
  const patch: Patch = {
    create: {
      id: randomUUIDv7(),
      ingredient_id: ingredient.id,
      unit: from.unit,
      storage: from.storage,
      location: placeFor(from.storage, undefined, from.storage === ingredient.default_storage ? ingredient.default_location : ''),
      is_opened: from.is_opened,
      is_shared: 0,
      expiration_date: from.expiration_date,
      date_kind: from.date_kind,
      added_on: from.added_on,
      opened_on: from.opened_on,
      frozen_on: from.frozen_on,
      frozen_days_left: from.frozen_days_left,
      thawed_on: from.thawed_on,
      whole_milli: milli,
      price_cents: null,
      barcode: null,
      confirmed_at: null,
    },
    ingredient,
    delta: milli,
    kind: 'transfer',
  }
  const [lot] = await apply(tx, member, event, [patch], payload, payload)
  return lot as Lot
}

/** Marks lots as shared or as one's own, those that are not yet, as one change. Throws 404 when one is not there. */
export async function shareLots(tx: Transaction, member: Member, ids: readonly string[], isShared: boolean): Promise<Lot[]> {
  const wanted = [...new Set(ids)]
  const rows = (await store.findLots(tx, member.householdId, wanted)).filter((row) => row.state !== 'removed')
  if (rows.length < wanted.length) throw notFound()
  const set = { is_shared: isShared ? (1 as const) : (0 as const) }
  const patches = rows
    .filter((row) => row.state === 'active' && row.is_shared !== set.is_shared)
    .map((row): Patch => ({ row, delta: 0, kind: 'correct', set }))
  return patches.length === 0 ? [] : apply(tx, member, itemEdited, patches)
}

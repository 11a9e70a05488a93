import { randomUUIDv7 } from 'node:crypto'
import type { IngredientRow } from '#domains/ingredients/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { convertMilli, type Unit } from '#platform/shared/units.ts'
import { itemEdited, type Lot } from '../../contract.ts'
import { locationFor } from '../../rules/locations.ts'
import { receivedLotColumns } from '../store/lot-fields.ts'
import * as store from '../store/lots.ts'
import { reservedOf } from '../store/reservations.ts'
import { applyStockChange, type LotPatch, recordStockChange } from './apply-stock-change.ts'

export type LotRow = store.LotRow

/** Returns a lot in any state with its reserved amount in thousandths, or null if the id is unknown. */
export async function lotWithReserved(
  q: Reader,
  householdId: HouseholdId,
  lotId: string,
): Promise<{ row: LotRow; reservedMilli: number } | null> {
  const [row] = await store.findLots(q, householdId, [lotId])
  return row ? { row, reservedMilli: (await reservedOf(q, householdId, [lotId])).get(lotId) ?? 0 } : null
}

/** A loan's change of stock. A final one can't be undone, because the other household is on another server. */
interface Transfer {
  readonly event: EventType
  readonly payload: object
  readonly isFinal?: boolean
}

async function transfer(tx: Transaction, member: Member, { event, payload, isFinal = false }: Transfer, patch: LotPatch): Promise<void> {
  if (isFinal) await recordStockChange(tx, member, event, [patch], payload)
  else await applyStockChange(tx, member, event, [patch], payload, payload)
}

/** Takes `milli` thousandths out of the lender's lot. Throws `not_enough`. */
export const giveLot = (tx: Transaction, member: Member, how: Transfer, row: LotRow, milli: number): Promise<void> =>
  transfer(tx, member, how, { row, delta: -milli, kind: 'transfer' })

/** Converts thousandths of `unit` to those of the lot's unit. Returns null if the lot's unit changed to one that can't be converted. */
export function milliInUnitOf(
  lot: Pick<LotRow, 'unit'>,
  ingredient: Pick<IngredientRow, 'conversions'> | null | undefined,
  milli: number,
  unit: Unit,
): number | null {
  const converted = convertMilli(milli, unit, lot.unit, ingredient ? JSON.parse(ingredient.conversions) : [])
  return converted === null ? null : Math.max(1, converted)
}

/** What a received lot takes from the lender's. */
type LentLot = Pick<
  LotRow,
  | 'unit'
  | 'storage'
  | 'is_opened'
  | 'expiration_date'
  | 'date_kind'
  | 'added_on'
  | 'opened_on'
  | 'frozen_on'
  | 'frozen_days_left'
  | 'thawed_on'
>

/** Adds what another household gave, with the dates of their lot `from`. `milli` is in thousandths of its unit. */
export async function receiveLot(
  tx: Transaction,
  member: Member,
  how: Transfer,
  from: LentLot,
  ingredient: IngredientRow,
  milli: number,
): Promise<void> {
  const patch: LotPatch = {
    create: {
      ...receivedLotColumns(from, ingredient),
      id: randomUUIDv7(),
      ingredient_id: ingredient.id,
      location: locationFor(from.storage, undefined, from.storage === ingredient.default_storage ? ingredient.default_location : ''),
      is_shared: 0,
      added_on: from.added_on,
      opened_on: from.opened_on,
      frozen_on: from.frozen_on,
      frozen_days_left: from.frozen_days_left,
      thawed_on: from.thawed_on,
      whole_milli: milli,
      confirmed_at: null,
    },
    ingredient,
    delta: milli,
    kind: 'transfer',
  }
  await transfer(tx, member, how, patch)
}

/** Shares lots with the household's circles, or stops, as one change. Throws `not_found` if one is missing. */
export async function shareLots(tx: Transaction, member: Member, ids: readonly string[], isShared: boolean): Promise<Lot[]> {
  const lotIds = [...new Set(ids)]
  const rows = (await store.findLots(tx, member.householdId, lotIds)).filter((row) => row.state !== 'removed')
  if (rows.length < lotIds.length) throw notFound()
  const set = { is_shared: isShared ? (1 as const) : (0 as const) }
  const patches = rows
    .filter((row) => row.state === 'active' && row.is_shared !== set.is_shared)
    .map((row): LotPatch => ({ row, delta: 0, kind: 'correct', set }))
  return patches.length === 0 ? [] : applyStockChange(tx, member, itemEdited, patches)
}

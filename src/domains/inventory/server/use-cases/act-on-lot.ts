import { randomUUIDv7 } from 'node:crypto'
import { findIngredient, findIngredientOrMerged } from '#domains/ingredients/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { EventType } from '#platform/shared/event.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { convertMilli, type Unit } from '#platform/shared/units.ts'
import * as contract from '../../contract.ts'
import { countedAt } from '../../rules/counted-at.ts'
import { placeAfterMove } from '../../rules/locations.ts'
import { costOf, originalAfterCount, originalAfterSplit } from '../../rules/lot-cost.ts'
import { allocateFirstExpiring } from '../../rules/stock.ts'
import type { LotColumns } from '../store/lot-fields.ts'
import * as store from '../store/lots.ts'
import * as reservations from '../store/reservations.ts'
import {
  applyStockChange,
  createUsePatch,
  expirationFactsOf,
  type LotPatch,
  notEnough,
  openedFields,
  storageColumns,
} from './apply-stock-change.ts'
import { getLot } from './read-lots.ts'
import { lotsWithKinds, toAllocationLot } from './take-from-lots.ts'

type Lot = contract.Lot

/** Returns the active lot. Throws `not_found`, or `lot_ended` if it was used up, discarded or given away. */
export async function getActiveLot(tx: Transaction, member: Member, id: string): Promise<store.LotRow> {
  const [row] = await store.findLots(tx, member.householdId, [id])
  if (!row || row.state === 'removed') throw notFound()
  if (row.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  return row
}

/** Throws 412 with the current lot if its version is not `ifMatch`. */
export async function checkVersion(tx: Transaction, member: Member, row: store.LotRow, ifMatch: number | null): Promise<void> {
  if (ifMatch === null || row.version === ifMatch) return
  throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: await getLot(tx, member, row.id) })
}

const one = async (lots: Promise<Lot[]>): Promise<Lot> => (await lots)[0] as Lot

export async function consumeLot(tx: Transaction, member: Member, id: string, quantity: number): Promise<Lot> {
  const row = await getActiveLot(tx, member, id)
  return one(applyStockChange(tx, member, contract.itemUsed, [await createUsePatch(tx, member, row, toMilli(quantity))]))
}

/** Uses an amount of a lot as a change of another domain. Throws `not_found`, `lot_ended`, `not_enough` or `not_comparable`. */
export async function takeFromLot(
  tx: Transaction,
  member: Member,
  event: EventType,
  { lotId, milli: amount, unit }: { lotId: string; milli: number; unit: Unit },
  payload: object,
): Promise<void> {
  const row = await getActiveLot(tx, member, lotId)
  const ingredient = unit === row.unit ? undefined : await findIngredient(tx, member.householdId, row.ingredient_id)
  const milli = convertMilli(amount, unit, row.unit, ingredient ? JSON.parse(ingredient.conversions) : [])
  if (milli === null)
    throw conflict(
      'not_comparable',
      say`We can’t tell how much ${ingredient?.name ?? ''} that is. Add a conversion to the ingredient first.`,
    )
  await applyStockChange(tx, member, event, [await createUsePatch(tx, member, row, milli)], payload)
}

/** Uses the lots of an ingredient and its kinds that expire first. Throws `not_enough`, or `not_comparable` when no lot's unit converts to `unit`. */
export async function consumeIngredient(
  tx: Transaction,
  member: Member,
  ingredientId: string,
  quantity: number,
  unit: Unit,
): Promise<Lot[]> {
  const ingredient = await findIngredientOrMerged(tx, member.householdId, ingredientId)
  if (!ingredient) throw notFound()
  const { rows, conversionsOf } = await lotsWithKinds(tx, member.householdId, ingredient)
  const reserved = await reservations.reservedOf(
    tx,
    member.householdId,
    rows.map(({ id }) => id),
  )
  const lots = rows.map((row) => ({ ...toAllocationLot(row, reserved), ...conversionsOf(row) }))
  const plan = allocateFirstExpiring(lots, toMilli(quantity), unit, JSON.parse(ingredient.conversions))
  if (plan.shortMilli > 0) {
    if (plan.takes.length === 0 && plan.incomparable.length > 0) {
      throw conflict('not_comparable', say`We can’t tell how much ${ingredient.name} that is. Add a conversion to the ingredient first.`)
    }
    throw notEnough()
  }
  if (plan.takes.length === 0) throw conflict('too_little', 'That amount is too small for this item’s unit.')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const patches: LotPatch[] = []
  for (const { id, milli } of plan.takes) patches.push(await createUsePatch(tx, member, byId.get(id) as store.LotRow, milli))
  return applyStockChange(tx, member, contract.itemUsed, patches)
}

/** Discards some of a lot, or all of it without a quantity. Records the discarded share of the purchase price. */
export async function discardLot(
  tx: Transaction,
  member: Member,
  id: string,
  { quantity, reason, notes }: BodyOf<typeof contract.discardLot>,
): Promise<Lot> {
  const row = await getActiveLot(tx, member, id)
  const milli = quantity === undefined ? row.milli : toMilli(quantity)
  const discard = { reason, notes: notes ?? null, costCents: costOf(amountsOf(row), row.price_cents, milli) }
  return one(applyStockChange(tx, member, contract.itemDiscarded, [{ row, delta: -milli, kind: 'discard', discard }], { reason }))
}

/** Removes a lot entered by mistake. It counts neither as used nor as wasted. */
export async function removeLot(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await getActiveLot(tx, member, id)
  await applyStockChange(tx, member, contract.itemRemoved, [{ row, delta: -row.milli, kind: 'remove' }])
}

export async function openLot(tx: Transaction, member: Member, id: string): Promise<Lot> {
  const row = await getActiveLot(tx, member, id)
  if (row.is_opened) throw conflict('already_opened', 'This is already open.')
  return one(
    applyStockChange(tx, member, contract.itemOpened, [{ row, delta: 0, kind: 'correct', set: await openedFields(tx, member, row) }]),
  )
}

/** Moves a lot to another location or storage. Freezing and thawing change when it expires. */
export async function moveLot(tx: Transaction, member: Member, id: string, to: BodyOf<typeof contract.moveLot>): Promise<Lot> {
  if (to.location === undefined && to.storage === undefined)
    throw new Problem(422, 'invalid_input', 'Choose a storage area, a location or both.')
  const row = await getActiveLot(tx, member, id)
  return one(
    applyStockChange(tx, member, contract.itemMoved, [{ row, delta: 0, kind: 'correct', set: await movedFields(tx, member, row, to) }]),
  )
}

/** Returns the fields a move sets. */
export async function movedFields(
  tx: Transaction,
  member: Member,
  row: store.LotRow,
  to: { storage?: Lot['storage'] | undefined; location?: string | undefined },
): Promise<Partial<LotColumns>> {
  const { storage, location } = placeAfterMove(row, to)
  if (storage === row.storage) return { location }
  const ingredient = await findIngredient(tx, member.householdId, row.ingredient_id)
  const facts = expirationFactsOf(
    row,
    ingredient ? JSON.parse(ingredient.shelf_life) : { pantryDays: null, fridgeDays: null, freezerDays: null, openedDays: null },
  )
  return { location, ...storageColumns(facts, storage, member) }
}

/** Splits part of a lot off with its share of the price. Returns the new lot. */
export async function splitLot(
  tx: Transaction,
  member: Member,
  id: string,
  { quantity, id: partId }: BodyOf<typeof contract.splitLot>,
): Promise<Lot> {
  const row = await getActiveLot(tx, member, id)
  const milli = toMilli(quantity)
  if (milli >= row.milli) throw conflict('split_all', 'Enter less than the full amount to split.')
  const share = costOf(amountsOf(row), row.price_cents, milli)
  const {
    household_id: _h,
    milli: _m,
    state: _s,
    goes_off_on: _g,
    goes_off_reason: _r,
    version: _v,
    created_at: _c,
    updated_at: _u,
    ...fields
  } = row
  const created = { ...fields, id: partId ?? randomUUIDv7(), whole_milli: milli, price_cents: share }
  const left: Partial<LotColumns> = {
    whole_milli: originalAfterSplit(amountsOf(row), milli),
    price_cents: row.price_cents === null || share === null ? null : row.price_cents - share,
  }
  const [, part] = await applyStockChange(tx, member, contract.itemSplit, [
    { row, delta: -milli, kind: 'split', set: left },
    { create: created, delta: milli, kind: 'split' },
  ])
  return part as Lot
}

/** Corrects the quantity. The same quantity confirms the lot; zero ends it as used up. Throws 412 if its version is not `ifMatch`. */
export async function correctLot(tx: Transaction, member: Member, id: string, quantity: number, ifMatch: number | null): Promise<Lot> {
  const row = await getActiveLot(tx, member, id)
  await checkVersion(tx, member, row, ifMatch)
  const delta = toMilli(quantity) - row.milli
  const set = { confirmed_at: countedAt(row.confirmed_at, member.now), ...recountedOriginalAmount(row, delta) }
  return one(
    applyStockChange(tx, member, delta === 0 ? contract.itemConfirmed : contract.itemCorrected, [{ row, delta, kind: 'correct', set }]),
  )
}

/** Returns the corrected original amount after a count. */
export function recountedOriginalAmount(row: store.LotRow, delta: number, unit = row.unit): Partial<LotColumns> {
  const whole = originalAfterCount(amountsOf(row), row.milli + delta, unit === row.unit)
  return whole === row.whole_milli ? {} : { whole_milli: whole }
}

const amountsOf = ({ whole_milli, milli }: Pick<store.LotRow, 'whole_milli' | 'milli'>) => ({ originalMilli: whole_milli, milli })

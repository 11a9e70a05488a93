import { randomUUIDv7 } from 'node:crypto'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity.ts'
import { say } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import * as contract from '../../contract.ts'
import { moveStorage } from '../../rules/effective-expiration.ts'
import { allocateFirstExpiring } from '../../rules/stock.ts'
import * as store from '../store/lots.ts'
import { isStoragePlace, placeFor } from './add-lot.ts'
import { apply, factsOf, notEnough } from './apply-movement.ts'
import { costOf } from './movement-cost.ts'
import type { Fields, Patch } from './patch-lot.ts'
import { toStockLot } from './to-stock-lot.ts'

type Lot = contract.Lot

/** A lot that is there; used up or thrown away counts as gone. */
export async function getActive(tx: Transaction, member: Member, id: string): Promise<store.LotRow> {
  const [row] = await store.findLots(tx, member.householdId, [id])
  if (!row || row.state === 'removed') throw notFound()
  if (row.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  return row
}

const one = async (lots: Promise<Lot[]>): Promise<Lot> => (await lots)[0] as Lot

export async function useLot(tx: Transaction, member: Member, id: string, quantity: number): Promise<Lot> {
  const row = await getActive(tx, member, id)
  return one(apply(tx, member, contract.itemUsed, [{ row, delta: -toMilli(quantity), kind: 'use' }]))
}

/** Takes from what goes off first. Throws `not_enough`, or `not_comparable` where no lot can be measured in `unit`. */
export async function useIngredient(tx: Transaction, member: Member, ingredientId: string, quantity: number, unit: Unit): Promise<Lot[]> {
  const ingredient = await findIngredient(tx, member.householdId, ingredientId)
  if (!ingredient) throw notFound()
  const rows = await store.activeLotsOf(tx, member.householdId, ingredientId)
  const reserved = await store.reservedOf(
    tx,
    member.householdId,
    rows.map(({ id }) => id),
  )
  const lots = rows.map((row) => toStockLot(row, reserved))
  const plan = allocateFirstExpiring(lots, toMilli(quantity), unit, JSON.parse(ingredient.conversions))
  if (plan.shortMilli > 0) {
    if (plan.takes.length === 0 && plan.incomparable.length > 0) {
      throw conflict('not_comparable', say`We can’t tell how much ${ingredient.name} that is. Add a conversion to the ingredient first.`)
    }
    throw notEnough()
  }
  if (plan.takes.length === 0) throw conflict('too_little', 'That amount is too small for this item’s unit.')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const patches = plan.takes.map(({ id, milli }): Patch => ({ row: byId.get(id) as store.LotRow, delta: -milli, kind: 'use' }))
  return apply(tx, member, contract.itemUsed, patches)
}

/** Throws away some or all; the cost is the lot's share of what was paid. */
export async function discardLot(
  tx: Transaction,
  member: Member,
  id: string,
  { quantity, reason, notes }: BodyOf<typeof contract.discardLot>,
): Promise<Lot> {
  const row = await getActive(tx, member, id)
  const milli = quantity === undefined ? row.milli : toMilli(quantity)
  const discard = { reason, notes: notes ?? null, costCents: costOf(row, milli) }
  return one(apply(tx, member, contract.itemDiscarded, [{ row, delta: -milli, kind: 'discard', discard }], { reason }))
}

/** Entered by mistake: it leaves the list and counts as nothing. */
export async function removeLot(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await getActive(tx, member, id)
  await apply(tx, member, contract.itemRemoved, [{ row, delta: -row.milli, kind: 'remove' }])
}

export async function openLot(tx: Transaction, member: Member, id: string): Promise<Lot> {
  const row = await getActive(tx, member, id)
  if (row.is_opened) throw conflict('already_opened', 'This is already open.')
  return one(apply(tx, member, contract.itemOpened, [{ row, delta: 0, kind: 'correct', set: { is_opened: 1, opened_on: member.today } }]))
}

/** To another place or storage; the freezer stops the clock, leaving it starts it again. */
export async function moveLot(tx: Transaction, member: Member, id: string, to: BodyOf<typeof contract.moveLot>): Promise<Lot> {
  if (to.location === undefined && to.storage === undefined)
    throw new Problem(422, 'invalid_input', 'Choose a storage area, a location or both.')
  const row = await getActive(tx, member, id)
  return one(apply(tx, member, contract.itemMoved, [{ row, delta: 0, kind: 'correct', set: await moved(tx, member, row, to) }]))
}

/** The fields a move sets. A place that is only the old storage's name follows it. */
export async function moved(
  tx: Transaction,
  member: Member,
  row: store.LotRow,
  to: { storage?: Lot['storage'] | undefined; location?: string | undefined },
): Promise<Partial<Fields>> {
  const storage = to.storage ?? row.storage
  const keeps = to.storage === undefined || !isStoragePlace(row.location)
  const location = placeFor(storage, to.location ?? (keeps ? row.location : undefined))
  if (storage === row.storage) return { location }
  const ingredient = await findIngredient(tx, member.householdId, row.ingredient_id)
  const facts = factsOf(
    row,
    ingredient ? JSON.parse(ingredient.shelf_life) : { pantryDays: null, fridgeDays: null, freezerDays: null, openedDays: null },
  )
  const { frozenOn, frozenDaysLeft, thawedOn } = moveStorage(facts, storage, member.today)
  return { storage, location, frozen_on: frozenOn, frozen_days_left: frozenDaysLeft, thawed_on: thawedOn }
}

/** A part becomes a lot of its own, with its share of the price. Answers the new lot. */
export async function splitLot(tx: Transaction, member: Member, id: string, quantity: number): Promise<Lot> {
  const row = await getActive(tx, member, id)
  const milli = toMilli(quantity)
  if (milli >= row.milli) throw conflict('split_all', 'Enter less than the full amount to split.')
  const share = costOf(row, milli)
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
  const created = { ...fields, id: randomUUIDv7(), whole_milli: milli, price_cents: share }
  const left: Partial<Fields> = {
    whole_milli: Math.max(1, row.whole_milli - milli),
    price_cents: row.price_cents === null || share === null ? null : row.price_cents - share,
  }
  const [, part] = await apply(tx, member, contract.itemSplit, [
    { row, delta: -milli, kind: 'split', set: left },
    { create: created, delta: milli, kind: 'split' },
  ])
  return part as Lot
}

/** What is really there. Equal confirms it; none left means it was used up without anybody saying. */
export async function correctLot(tx: Transaction, member: Member, id: string, quantity: number): Promise<Lot> {
  const row = await getActive(tx, member, id)
  const delta = toMilli(quantity) - row.milli
  const set = { confirmed_at: member.now.toISOString(), ...wholeAfter(row, delta) }
  return one(apply(tx, member, delta === 0 ? contract.itemConfirmed : contract.itemCorrected, [{ row, delta, kind: 'correct', set }]))
}

/**
 * What the whole lot was, once somebody says how much is there: of a lot nobody has taken from, it was never the quantity that was typed;
 * measured in another unit, it is as many times what is left as before.
 */
export function wholeAfter(row: store.LotRow, delta: number, unit = row.unit): Partial<Fields> {
  const milli = row.milli + delta
  if (delta === 0 || milli === 0) return {}
  if (row.milli === row.whole_milli) return { whole_milli: milli }
  if (unit === row.unit) return {}
  const whole = Math.round((row.whole_milli * milli) / row.milli)
  return { whole_milli: Math.min(Math.max(1, whole), Number.MAX_SAFE_INTEGER) }
}

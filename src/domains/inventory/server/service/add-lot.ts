import { randomUUIDv7 } from 'node:crypto'
import type { Storage } from '#domains/products/contract.ts'
import { findIngredient, findOrAddIngredient, type IngredientRow, learnBarcode } from '#domains/products/server/service.ts'
import type { EventType } from '#platform/contract/event.ts'
import { notFound } from '#platform/contract/problem.ts'
import { toCents, toMilli } from '#platform/contract/quantity.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { itemAdded, type Lot, type NewLot } from '../../contract.ts'
import { apply } from './apply.ts'
import type { Fields, Patch } from './patch.ts'

const places: Record<Storage, string> = { PANTRY: 'Pantry', FRIDGE: 'Fridge', FREEZER: 'Freezer' }

/** The place a lot stands in when nobody says: the food's own, or the storage itself. */
export const placeFor = (storage: Storage, given?: string, usual?: string) => given || usual || places[storage]
export const isStoragePlace = (location: string) => Object.values(places).includes(location)

/** Puts a lot in, of a known food or of one found or made by name. A barcode is remembered for the food. */
export async function addLot(tx: Transaction, member: Member, given: NewLot): Promise<Lot> {
  const [lot] = await apply(tx, member, itemAdded, [await patchFor(tx, member, given)])
  return lot as Lot
}

/**
 * Puts lots in as a part of another domain's change: `event` is recorded once, with `payload` and the lots, and `undoBeside` is kept
 * with what takes the lots out again. That domain's story undoes it, by `undoStock`.
 */
export async function addLots(
  tx: Transaction,
  member: Member,
  event: EventType,
  given: readonly NewLot[],
  payload: object,
  undoBeside: object,
): Promise<Lot[]> {
  const patches: Patch[] = []
  for (const lot of given) patches.push(await patchFor(tx, member, lot))
  return apply(tx, member, event, patches, payload, undoBeside)
}

type NewLotFields = Omit<NewLot, 'ingredientId' | 'ingredient' | 'barcode'>

/** A new lot's part in a change. */
export async function patchFor(tx: Transaction, member: Member, given: NewLot): Promise<Patch> {
  const food = given.ingredient
    ? await findOrAddIngredient(tx, member, given.ingredient, given.unit)
    : await findIngredient(tx, member.householdId, given.ingredientId ?? '')
  if (!food) throw notFound()
  const pack = { packQuantity: given.quantity, packUnit: given.unit }
  const code = given.barcode ? await learnBarcode(tx, member, food.id, given.barcode, pack) : null
  return newLotOf(member, food, given, code)
}

/** The same of a food at hand; `code` is in normal form, and known. */
export function newLotOf(
  member: Member,
  food: IngredientRow,
  given: NewLotFields,
  code: string | null,
): Extract<Patch, { create: unknown }> {
  const storage = given.storage ?? food.default_storage
  const milli = toMilli(given.quantity)
  const fields: Fields & { id: string } = {
    id: given.id ?? randomUUIDv7(),
    ingredient_id: food.id,
    unit: given.unit,
    storage,
    location: placeFor(storage, given.location, storage === food.default_storage ? food.default_location : ''),
    is_opened: given.isOpened ? 1 : 0,
    is_shared: given.isShared === undefined ? food.is_shared : given.isShared ? 1 : 0,
    expiration_date: given.expirationDate ?? null,
    date_kind: given.expirationDate ? (given.dateKind ?? null) : null,
    added_on: member.today,
    opened_on: given.isOpened ? member.today : null,
    frozen_on: null,
    frozen_days_left: null,
    thawed_on: null,
    whole_milli: milli,
    price_cents: given.purchasePrice == null ? null : toCents(given.purchasePrice),
    barcode: code,
    confirmed_at: null,
  }
  return { create: fields, food, delta: milli, kind: 'add' }
}

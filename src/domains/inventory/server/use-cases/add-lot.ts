import { randomUUIDv7 } from 'node:crypto'
import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { ownUnitOf } from '#domains/ingredients/rules/own-units.ts'
import {
  findIngredientOrMerged,
  findOrAddIngredient,
  type IngredientRow,
  learnBarcode,
  learnOwnUnit,
  parseOwnUnits,
} from '#domains/ingredients/server/index.ts'
import { checkStores } from '#domains/stores/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import { notFound } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { familyOf } from '#platform/shared/units.ts'
import { itemAdded, type Lot, type NewLot } from '../../contract.ts'
import { locationFor } from '../../rules/locations.ts'
import { ownUnitNameOfNew } from '../../rules/lot-amount.ts'
import { initialColumns, type LotColumns, toColumns } from '../store/lot-fields.ts'
import { applyStockChange, type LotPatch } from './apply-stock-change.ts'

/** Adds a lot of an existing ingredient, or of one found or created by name. Links a barcode to the ingredient. */
export async function addLot(tx: Transaction, member: Member, input: NewLot): Promise<Lot> {
  const [lot] = await applyStockChange(tx, member, itemAdded, [await createNewLotPatch(tx, member, input)])
  return lot as Lot
}

/**
 * Adds lots as part of another domain's change: records `event` once, with `payload` and the lots. `undoExtra` is stored with the undo
 * data; that domain undoes the change with `undoStockChange`.
 */
export async function addLots(
  tx: Transaction,
  member: Member,
  event: EventType,
  input: readonly NewLot[],
  payload: object,
  undoExtra: object,
): Promise<Lot[]> {
  const patches: LotPatch[] = []
  for (const lot of input) patches.push(await createNewLotPatch(tx, member, lot))
  return applyStockChange(tx, member, event, patches, payload, undoExtra)
}

type NewLotFields = Omit<NewLot, 'ingredientId' | 'ingredient' | 'barcode' | 'newOwnUnit'>

/** Returns the patch that adds a lot. Throws `not_found` for an unknown ingredient. */
export async function createNewLotPatch(tx: Transaction, member: Member, input: NewLot): Promise<LotPatch> {
  const known = input.ingredient
    ? await findOrAddIngredient(tx, member, input.ingredient, input.unit)
    : await findIngredientOrMerged(tx, member.householdId, input.ingredientId ?? '')
  if (!known) throw notFound()
  const ingredient = input.newOwnUnit ? await learnOwnUnit(tx, member, known, input.newOwnUnit) : known
  const ownUnits = parseOwnUnits(ingredient.own_units)
  if (input.storeId) await checkStores(tx, member.householdId, [input.storeId])
  const code = input.barcode ? await learnBarcode(tx, member, ingredient.id, input.barcode, packOf(input, ownUnits)) : null
  return newLotPatch(member, ingredient, { ...input, ownUnit: ownUnitNameOfNew(ownUnits, input) }, code)
}

/** Returns the pack that a lot came in: one of its own unit, else all of it. Several pieces may be as many packs. */
function packOf(input: Pick<NewLot, 'quantity' | 'unit' | 'ownUnit' | 'newOwnUnit'>, ownUnits: readonly OwnUnit[]) {
  const { quantity, unit, newOwnUnit } = input
  const one = ownUnitOf(ownUnits, ownUnitNameOfNew(ownUnits, input))
  if (one) return { packQuantity: one.quantity, packUnit: one.unit, packName: one.name }
  if (newOwnUnit && input.ownUnit) return { packQuantity: newOwnUnit.quantity, packUnit: newOwnUnit.unit, packName: null }
  return familyOf(unit) === 'count' && quantity > 1 ? undefined : { packQuantity: quantity, packUnit: unit, packName: null }
}

/** Returns the patch that adds a lot of `ingredient`. `code` is a normalized barcode already linked to it. */
export function newLotPatch(
  member: Member,
  ingredient: IngredientRow,
  input: NewLotFields,
  code: string | null,
): Extract<LotPatch, { create: unknown }> {
  const milli = toMilli(input.quantity)
  const columns = { ...initialColumns(ingredient), ...toColumns(input) }
  const { storage, location } = columns
  const create: LotColumns & { id: string } = {
    ...columns,
    id: input.id ?? randomUUIDv7(),
    ingredient_id: ingredient.id,
    location: locationFor(storage, location, storage === ingredient.default_storage ? ingredient.default_location : ''),
    date_kind: columns.expiration_date === null ? null : columns.date_kind,
    barcode: code,
    added_on: member.today,
    opened_on: columns.is_opened ? member.today : null,
    frozen_on: null,
    frozen_days_left: null,
    thawed_on: null,
    whole_milli: milli,
    confirmed_at: null,
  }
  return { create, ingredient, delta: milli, kind: 'add' }
}

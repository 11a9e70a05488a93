import { findIngredientOrMerged, type IngredientRow, listKinds, parseConversions } from '#domains/ingredients/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { Lot, NewLot } from '../../contract.ts'
import { type AllocationLot, type AmountToTake, allocateInOrder } from '../../rules/stock.ts'
import * as store from '../store/lots.ts'
import * as reservations from '../store/reservations.ts'
import { createNewLotPatch } from './add-lot.ts'
import { applyStockChange, createUsePatch, type LotPatch } from './apply-stock-change.ts'

/** Converts a row for `allocateFirstExpiring`. `reserved` holds reserved thousandths by lot id. */
export const toAllocationLot = (row: store.LotRow, reserved: ReadonlyMap<string, number>): AllocationLot => ({
  id: row.id,
  milli: row.milli,
  unit: row.unit,
  expiresOn: row.goes_off_on === store.noExpirationDate ? null : row.goes_off_on,
  createdAt: row.created_at,
  reservedMilli: reserved.get(row.id) ?? 0,
})

/** Returns the active lots of an ingredient and its kinds, and a function that returns the conversions of the kind that a lot is of. */
export async function lotsWithKinds(
  q: Reader,
  householdId: HouseholdId,
  { id }: Pick<IngredientRow, 'id'>,
): Promise<{ rows: store.LotRow[]; hasKinds: boolean; conversionsOf: (row: store.LotRow) => Pick<AllocationLot, 'conversions'> }> {
  const kinds = new Map((await listKinds(q, householdId, [id])).map((kind) => [kind.id, parseConversions(kind.conversions)]))
  const rows: store.LotRow[] = []
  for (const one of [id, ...kinds.keys()]) rows.push(...(await store.activeLotsOf(q, householdId, one)))
  const conversionsOf = ({ ingredient_id }: store.LotRow) => {
    const conversions = kinds.get(ingredient_id)
    return conversions ? { conversions } : {}
  }
  return { rows, hasKinds: kinds.size > 0, conversionsOf }
}

/**
 * Takes several ingredients as one change of another domain, which undoes it with `undoStockChange`. Uses unexpired lots of each ingredient and its
 * kinds, soonest to expire first, reserved stock last. The same change adds the `created` lots, such as leftovers. Takes all or nothing: throws `not_enough` naming what is
 * short, or `not_comparable`. Returns the amount taken from each lot, and the new lots.
 */
export async function takeFromLots(
  tx: Transaction,
  member: Member,
  event: EventType,
  amounts: readonly AmountToTake[],
  created: readonly NewLot[],
  payload: object,
): Promise<{ taken: { lot: Lot; milli: number }[]; created: Lot[] }> {
  const taken = new Map<string, { row: store.LotRow; milli: number }>()
  const short: string[] = []
  const ingredients = new Map<string, IngredientRow>()
  for (const { ingredientId } of amounts) {
    const ingredient = ingredients.get(ingredientId) ?? (await findIngredientOrMerged(tx, member.householdId, ingredientId))
    if (!ingredient) throw notFound()
    ingredients.set(ingredientId, ingredient)
  }
  // Two ids may name the same ingredient since a merge. Amounts of a kind come before amounts of its parent.
  const wanted = []
  for (const [id, ofIngredient] of Map.groupBy(amounts, (amount) => ingredients.get(amount.ingredientId)?.id)) {
    const ingredient = [...ingredients.values()].find((one) => one.id === id) as IngredientRow
    wanted.push({ ingredient, ofIngredient, ...(await lotsWithKinds(tx, member.householdId, ingredient)) })
  }
  wanted.sort((a, b) => Number(a.hasKinds) - Number(b.hasKinds))
  for (const { ingredient, ofIngredient, rows: active, conversionsOf } of wanted) {
    const rows = active.filter((row) => row.goes_off_on >= member.today)
    const reserved = await reservations.reservedOf(
      tx,
      member.householdId,
      rows.map(({ id }) => id),
    )
    const lots = rows.map((row) => {
      const lot = toAllocationLot(row, reserved)
      return { ...lot, milli: lot.milli - (taken.get(row.id)?.milli ?? 0), ...conversionsOf(row) }
    })
    for (const plan of allocateInOrder(lots, ofIngredient, JSON.parse(ingredient.conversions))) {
      if (plan.shortMilli > 0 && plan.takes.length === 0 && plan.incomparable.length > 0)
        throw conflict('not_comparable', say`We can’t tell how much ${ingredient.name} that is. Add a conversion to the ingredient first.`)
      if (plan.shortMilli > 0) short.push(say`${ingredient.name} (${formatAmount(fromMilli(plan.shortMilli), plan.unit)} short)`)
      for (const { id, milli } of plan.takes) {
        const row = rows.find((one) => one.id === id) as store.LotRow
        taken.set(id, { row, milli: (taken.get(id)?.milli ?? 0) + milli })
      }
    }
  }
  if (short.length > 0) throw conflict('not_enough', say`There isn’t enough: ${short.join(', ')}.`)
  const patches: LotPatch[] = []
  for (const { row, milli } of taken.values()) patches.push(await createUsePatch(tx, member, row, milli))
  for (const lot of created) patches.push(await createNewLotPatch(tx, member, lot))
  const lots = await applyStockChange(tx, member, event, patches, payload)
  const millis = [...taken.values()].map(({ milli }) => milli)
  return { taken: lots.slice(0, taken.size).map((lot, at) => ({ lot, milli: millis[at] ?? 0 })), created: lots.slice(taken.size) }
}

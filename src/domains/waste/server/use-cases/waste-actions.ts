import { changeUndone } from '#domains/households/contract/index.ts'
import type { HistoryHandler } from '#domains/households/server/index.ts'
import { changeIngredient, findIngredient, type IngredientStock, ingredientFacts } from '#domains/ingredients/server/index.ts'
import { consumeLot, lotWithReserved, moveLot } from '#domains/inventory/server/index.ts'
import { makeOffer } from '#domains/sharing/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { notFound } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { type ActionKind, packNoted, type TakenAction } from '../../contract.ts'
import { insertAction } from '../store.ts'

/** Uses from a lot that would expire, like any use. */
export async function eatFirst(tx: Transaction, member: Member, lotId: string, quantity: number): Promise<TakenAction> {
  const { ingredient } = await consumeLot(tx, member, lotId, quantity)
  return noted(tx, member, 'eat_first', ingredient.id, lotId)
}

/** Moves a lot to the freezer, like any move. */
export async function freeze(tx: Transaction, member: Member, lotId: string): Promise<TakenAction> {
  const { ingredient } = await moveLot(tx, member, lotId, { storage: 'FREEZER' })
  return noted(tx, member, 'freeze', ingredient.id, lotId)
}

/** Offers the unreserved part of a lot to a circle. */
export async function offerLot(tx: Transaction, member: Member, lotId: string, circleId: string): Promise<TakenAction> {
  await makeOffer(tx, member, { inventoryItemId: lotId, circleId })
  const lot = await lotWithReserved(tx, member.householdId, lotId)
  if (!lot) throw notFound()
  return noted(tx, member, 'offer', lot.row.ingredient_id, lotId)
}

/** Sets an ingredient's par level in its default unit. */
export async function lowerPar(
  tx: Transaction,
  member: Member,
  stock: IngredientStock,
  ingredientId: string,
  to: number,
): Promise<TakenAction> {
  await changeIngredient(tx, member, stock, ingredientId, { parLevel: to }, null)
  return noted(tx, member, 'lower_par', ingredientId, null)
}

/** Records that smaller packs of an ingredient should be bought. */
export async function noteSmallerPack(tx: Transaction, member: Member, ingredientId: string): Promise<TakenAction> {
  if (!(await findIngredient(tx, member.householdId, ingredientId))) throw notFound()
  await recordChange(tx, member, packNoted, { ingredientId }, {})
  return noted(tx, member, 'smaller_pack', ingredientId, null)
}

/** Records the action behind the change just made. Returns without a record if nothing changed. */
async function noted(tx: Transaction, member: Member, kind: ActionKind, ingredientId: string, lotId: string | null): Promise<TakenAction> {
  const { householdId, today } = member
  const seq = tx.recorded.get(householdId)
  if (seq !== undefined)
    await insertAction(tx, { household_id: householdId, seq, kind, ingredient_id: ingredientId, lot_id: lotId, taken_on: today })
  return { kind, ingredientId, lotId, takenOn: today }
}

/** Describes the events of this domain only; other changes of actions are described by their own domains. */
export const wasteHistoryHandler: HistoryHandler = {
  names: [packNoted.name],
  async describe(q, householdId, changes) {
    if (changes.length === 0) return new Map()
    const names = new Map((await ingredientFacts(q, householdId)).map(({ id, name }) => [id, name]))
    const nameOf = (payload: unknown) => names.get((payload as { ingredientId: string }).ingredientId) ?? say`a deleted item`
    return new Map(changes.map(({ seq, payload }) => [seq, say`Plans to buy smaller packs of ${nameOf(payload)}`]))
  },
  // The action is void with its change; nothing else needs to be restored.
  undo: (tx, member, change) => recordChange(tx, member, changeUndone, { undoneSeq: change.seq }),
}

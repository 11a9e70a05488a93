import { foodKey } from '#domains/products/rules/match-food.ts'
import { findIngredient } from '#domains/products/server/service.ts'
import { notFound } from '#platform/contract/problem.ts'
import { recordChange } from '#platform/server/changes.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { foodMatched } from '../../contract.ts'
import { confirmedFoods, confirmFood } from '../store/recipes.ts'

/** Remembers which of the household's foods a name in recipes means. */
export async function matchFood(
  tx: Transaction,
  member: Member,
  { food, ingredientId }: { food: string; ingredientId: string | null },
): Promise<{ food: string; ingredientId: string | null }> {
  if (ingredientId !== null && !(await findIngredient(tx, member.householdId, ingredientId))) throw notFound()
  const key = foodKey(food)
  const before = (await confirmedFoods(tx, member.householdId)).get(key)
  if (before === ingredientId) return { food, ingredientId }
  await confirmFood(tx, member.householdId, key, ingredientId)
  await recordChange(tx, member, foodMatched, { foodKey: key, ingredientId }, { before })
  return { food, ingredientId }
}

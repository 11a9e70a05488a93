import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { notFound } from '#platform/shared/problem.ts'
import { ingredientMatched } from '../../contract/index.ts'
import { confirmedIngredients, confirmIngredient } from '../store/recipes.ts'

/** Stores which of the household's ingredients a name in recipes refers to. */
export async function matchIngredient(
  tx: Transaction,
  member: Member,
  { food: ingredient, ingredientId }: { food: string; ingredientId: string | null },
): Promise<{ food: string; ingredientId: string | null }> {
  if (ingredientId !== null && !(await findIngredient(tx, member.householdId, ingredientId))) throw notFound()
  const key = ingredientKey(ingredient)
  const before = (await confirmedIngredients(tx, member.householdId)).get(key)
  if (before === ingredientId) return { food: ingredient, ingredientId }
  await confirmIngredient(tx, member.householdId, key, ingredientId)
  await recordChange(tx, member, ingredientMatched, { foodKey: key, ingredientId }, { before })
  return { food: ingredient, ingredientId }
}

import type { AmountToTake } from '#domains/inventory/rules/stock.ts'
import { takeFromLots } from '#domains/inventory/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { conflict, invalid } from '#platform/shared/problem.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { type CookRequest, type cookRecipe as cookEndpoint, recipeCooked, type StockLine } from '../../contract/index.ts'
import { leftoverLot } from '../../rules/leftover-lot.ts'
import { insertLeftover } from '../store/plan.ts'
import { insertCooking } from './edit-cooking.ts'
import { getEditableRow } from './edit-recipe.ts'
import { markCooked, reserveForPlannedMeals } from './meal-plan.ts'
import { readRecipeContext } from './recipe-context.ts'
import { compareRecipeWithStock } from './recipe-stock.ts'

/** Uses a recipe's ingredients in one change. Without `take`, all of them or none: 409 `not_enough`. */
export async function cookRecipe(tx: Transaction, member: Member, id: string, order: CookRequest): Promise<ReplyOf<typeof cookEndpoint>> {
  const row = await getEditableRow(tx, member, id)
  const servings = order.servings ?? row.servings
  const { planEntryId, cookedOn } = order
  // Where the cook is, it can be tomorrow already.
  if (cookedOn !== undefined && cookedOn > addDays(member.today, 1))
    throw invalid('date_in_future', 'Choose today or an earlier date.', 'cookedOn')
  const wants = order.take ?? wantsOf(compareRecipeWithStock(row, await readRecipeContext(tx, member, { planEntryId }), servings).lines)
  const leftovers = [...(order.leftovers ? [order.leftovers] : []), ...(order.moreLeftovers ?? [])]
  const ids = leftovers.flatMap(({ id: lotId }) => lotId ?? [])
  if (new Set(ids).size !== ids.length) throw invalid('twice', 'The same id is listed twice.', 'moreLeftovers')
  if (wants.length === 0 && leftovers.length === 0)
    throw conflict('nothing_to_take', 'None of these ingredients could be matched to your inventory, so nothing was used.')
  const created = leftovers.map((one) => leftoverLot(row.name, one, member.today))
  if (planEntryId !== undefined) await markCooked(tx, member, planEntryId, id)
  const { row: cooking } = await insertCooking(tx, member, row.id, { id: order.cookingId, date: cookedOn })
  const about = { recipeId: id, servings, planEntryId: planEntryId ?? null, cookingId: cooking.id }
  const done = await takeFromLots(tx, member, recipeCooked, wants, created, about)
  for (const { id: lotId } of done.created) await insertLeftover(tx, { household_id: member.householdId, lot_id: lotId, recipe_id: row.id })
  await reserveForPlannedMeals(tx, member)
  const lots = done.created.map(({ id: inventoryItemId, quantity, expirationDate }) => ({ inventoryItemId, quantity, expirationDate }))
  const [left = null] = order.leftovers ? lots : []
  return {
    servings,
    taken: done.taken.map(({ lot, milli }) => ({
      inventoryItemId: lot.id,
      ingredientName: lot.ingredient.name,
      quantity: fromMilli(milli),
      unit: lot.unit,
    })),
    leftovers: left,
    moreLeftovers: left ? lots.slice(1) : lots,
  }
}

/** Returns what the whole recipe uses. Throws `not_enough` if an ingredient with an amount is short or missing. */
function wantsOf(lines: readonly StockLine[]): AmountToTake[] {
  const needed = lines.filter(({ isOptional }) => !isOptional)
  const short = needed.filter(({ state, stockUnit }) => state === 'short' || (state === 'missing' && stockUnit !== null))
  if (short.length > 0) {
    const words = short.map(({ food, lacking, stockUnit }) => (lacking > 0 ? say`${food} (${lacking} ${stockUnit ?? ''} short)` : food))
    throw conflict('not_enough', say`Not enough in stock: ${words.join(', ')}.`)
  }
  const unknown = needed.find(({ state }) => state === 'unknown')
  if (unknown)
    throw conflict('not_comparable', say`We can’t tell how much ${unknown.food} that is. Add a conversion to the ingredient first.`)
  return lines.flatMap(({ state, take, stockUnit, ingredientId }) =>
    state === 'have' && take !== null && stockUnit !== null && ingredientId !== null
      ? [{ ingredientId, quantity: take, unit: stockUnit }]
      : [],
  )
}

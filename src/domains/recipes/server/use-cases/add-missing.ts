import { findIngredientByName } from '#domains/ingredients/server/index.ts'
import { addToList, findOpenList, readItems, readSoldAs, type ShoppingDeps } from '#domains/shopping/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import type { addMissing as addMissingEndpoint, addPlanMissing as addPlanMissingEndpoint } from '../../contract/index.ts'
import { ingredientKeyOf, type ListedAmount, type MissingLines, missingOfMeals, toMissingListRows } from '../../rules/missing-list-rows.ts'
import { isLacking } from '../../rules/stock-for-recipes.ts'
import { listListedNeeds } from '../store/listed-needs.ts'
import * as store from '../store/recipes.ts'
import { getEditableRow } from './edit-recipe.ts'
import { buyerOf, readMeals } from './read-planned-meals.ts'
import { readRecipeContext } from './recipe-context.ts'
import { compareRecipeWithStock } from './recipe-stock.ts'

/**
 * Adds what is short or missing to the shopping list, to open rows if there are any. What this recipe added before and is still to be bought
 * counts, on any list, so a second press adds nothing; another recipe's share is added up. Without `places`, what is optional is left out.
 */
export async function addMissing(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  id: string,
  { servings, places, ids, listId }: BodyOf<typeof addMissingEndpoint>,
): Promise<ReplyOf<typeof addMissingEndpoint>> {
  const row = await getEditableRow(tx, member, id)
  const stock = compareRecipeWithStock(row, await readRecipeContext(tx, member), servings ?? row.servings)
  const idAt = new Map(places?.map((place, at) => [place, ids?.[at]]))
  const lacking = stock.lines.filter((line) => isLacking(line) && (places?.includes(line.place) ?? !line.isOptional))
  const lines = lacking.map((line) => ({ ...line, id: idAt.get(line.place) }))
  return buy(tx, member, shopping, [{ recipeId: id, recipeName: row.name, lines }], listId)
}

/** Does the same for all meals planned between two days, each after those before it. Leaves out staples. */
export async function addPlanMissing(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  { from, to }: { from: CalendarDate; to: CalendarDate },
  { id: additionId, listId }: Pick<BodyOf<typeof addPlanMissingEndpoint>, 'id' | 'listId'>,
): Promise<ReplyOf<typeof addPlanMissingEndpoint>> {
  const meals = (await readMeals(tx, member, from, to)).flatMap(({ row, recipe, lines }) => {
    const recipeId = buyerOf(row)
    return recipeId === null ? [] : [{ recipeId, recipeName: recipe?.name ?? '', lines }]
  })
  return buy(tx, member, shopping, missingOfMeals(meals, additionId), listId)
}

/** Adds everything to the list in one change and stores for which recipe. Throws `not_found` for an unknown list. */
async function buy(
  tx: Transaction,
  member: Member,
  shopping: ShoppingDeps,
  lacking: readonly MissingLines[],
  listId: string | undefined,
): Promise<ReplyOf<typeof addMissingEndpoint>> {
  if (listId !== undefined) await findOpenList(tx, member.householdId, listId)
  const ingredientIds = lacking.flatMap(({ lines }) => lines.flatMap(({ ingredientId }) => ingredientId ?? []))
  const sold = await readSoldAs(tx, member.householdId, ingredientIds)
  const listed = new Map<string, (ListedAmount & { itemId: string })[]>()
  const needs = (await listListedNeeds(tx, member.householdId)).filter(({ row, milli }) => row === 'open' && milli > 0)
  const recipeIds = lacking.map(({ recipeId }) => recipeId)
  const additions = await store.listOpenShoppingAdditions(tx, member.householdId, recipeIds)
  for (const recipeId of recipeIds) {
    const own = [...additions, ...needs].filter(({ recipe_id }) => recipe_id === recipeId)
    const amounts = own.map(({ food_key, milli, unit, item_id }) => ({
      ingredientKey: food_key,
      milli,
      unit,
      itemId: item_id,
    }))
    listed.set(recipeId, amounts)
  }
  const listedBy = (recipeId: string) => listed.get(recipeId) ?? []
  const wanted = toMissingListRows(lacking, (ingredientId) => sold.get(ingredientId), listedBy)
  const known = lacking.flatMap(({ recipeId, lines }) => {
    const keys = new Set(lines.map(ingredientKeyOf))
    return listedBy(recipeId).flatMap(({ ingredientKey, itemId }) => (keys.has(ingredientKey) ? itemId : []))
  })
  const news = wanted.map(({ item, recipeName }) => ({
    ...item,
    recipeName,
    ...(listId === undefined ? {} : { listId }),
  }))
  const ids = news.length === 0 ? [] : await addToList(tx, member, news, (name) => findIngredientByName(tx, member, name))
  const items = await readItems(tx, member, shopping, [...new Set([...ids, ...known])])
  const seq = tx.recorded.get(member.householdId)
  for (const [at, { recipeId, ingredientKey: key, item }] of wanted.entries()) {
    const shown = items.find(({ id }) => id === ids[at])
    if (!shown || seq === undefined) continue
    await store.insertShoppingAddition(tx, {
      household_id: member.householdId,
      recipe_id: recipeId,
      item_id: shown.id,
      food_key: key,
      milli: toMilli(item.suggestedQuantity ?? shown.suggestedQuantity),
      unit: item.unit ?? shown.unit,
      seq,
    })
  }
  return { items, added: ids.length }
}

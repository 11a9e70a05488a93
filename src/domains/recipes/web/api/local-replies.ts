import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { getMealPlan, getRecipe, getRecipeStock, listCookbooks, listCookings, listRecipes } from '../../contract/index.ts'
import { compareLinesWithStock, matchedRecipe } from '../../rules/compare-lines-with-stock.ts'
import { cookbookTable, localCookbooks } from '../../rules/local-cookbooks.ts'
import * as local from '../../rules/local-recipes.ts'
import { fitsInto } from '../../rules/recipe-time.ts'
import { missingOf, recipeOrders } from '../../rules/sort-recipes.ts'

export const recipeReplies: readonly LocalReply[] = [
  localReply(getRecipe, local.recipeStockTables, (tables, { params }, { today }) => {
    const recipe = tables.get(local.recipeTable, params.id)
    return recipe && matchedRecipe(recipe, local.recipeStock(tables, today).match)
  }),
  localReply(
    getRecipeStock,
    [...local.recipeStockTables, local.planTable],
    (tables, { params, query: { servings, planEntryId } }, { today }) => {
      const recipe = tables.get(local.recipeTable, params.id)
      const entry = planEntryId === undefined ? null : tables.get(local.planTable, planEntryId)
      if (!recipe || (entry !== null && entry?.recipeId !== recipe.id)) return undefined
      return compareLinesWithStock(
        recipe,
        local.recipeStock(tables, today, planEntryId),
        servings === undefined ? recipe.servings : Number(servings),
      )
    },
  ),
  localReply(
    listRecipes,
    [...local.recipeStockTables, local.cookingTable, cookbookTable],
    (tables, { query }, { today }) => {
      if (query.cursor !== undefined || (query.ingredientId !== undefined && !local.hasIngredient(tables, query.ingredientId)))
        return undefined
      const cookbook = query.cookbookId === undefined ? null : tables.get(cookbookTable, query.cookbookId)
      if (cookbook === undefined) return undefined
      const chosen = cookbook && new Set(cookbook.recipeIds)
      const words = nameKey(query.search ?? '').split(' ')
      const tag = query.tag === undefined ? null : nameKey(query.tag)
      const { category = 'all', ingredientId, maxMissing } = query
      // A recipe that says cheese is one with brie, too.
      const accepted = ingredientId === undefined ? [] : [ingredientId, tables.get(ingredientTable, ingredientId)?.parentId ?? ingredientId]
      const maxMinutes = query.maxMinutes === undefined ? undefined : Number(query.maxMinutes)
      const stock = local.recipeStock(tables, today)
      const cooked = local.cookingCounts(tables)
      const found = tables.rows(local.recipeTable).flatMap((recipe) => {
        const entry = local.recipeEntry(recipe)
        if (category !== 'all' && recipe.category !== category) return []
        if (query.isFavorite !== undefined && !recipe.isFavorite) return []
        if (chosen && !chosen.has(recipe.id)) return []
        if (!fitsInto(entry.minutes, maxMinutes)) return []
        if (tag !== null && !entry.tags.includes(tag)) return []
        if (!words.every((word) => entry.searchKey.includes(word))) return []
        if (ingredientId !== undefined && !entry.needs.some(({ food }) => accepted.includes(stock.match(food)?.id ?? ''))) return []
        const listed = local.listedRecipe(entry, stock, cooked.get(recipe.id))
        return maxMissing === undefined || (missingOf(listed) <= Number(maxMissing) && listed.stock.total > 0) ? [listed] : []
      })
      const sorted = found.sort(recipeOrders[query.sort ?? 'name'])
      return (query.limit === undefined ? sorted : sorted.slice(0, Number(query.limit))).map(local.toRecipeListItem)
    },
    // The server's order also uses forecasts.
    { isFallback: true },
  ),
  localReply(listCookbooks, [cookbookTable, local.recipeTable], localCookbooks),
  localReply(
    listCookings,
    [local.recipeTable, local.cookingTable],
    (tables, { params }) => tables.get(local.recipeTable, params.id) && local.cookingsOf(tables, params.id),
  ),
  localReply(getMealPlan, [...local.recipeStockTables, local.planTable], (tables, { query }, { today }) => {
    const from = query.from ?? today
    const to = query.to ?? addDays(from, 6)
    return daysBetween(from, to) < 0 ? undefined : local.plannedMeals(tables, from, to, today)
  }),
]

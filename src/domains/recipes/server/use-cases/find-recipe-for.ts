import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { type ChosenRecipe, chooseRecipe } from '../../rules/choose-recipe.ts'
import { expiringIngredientsOf, missingOf } from '../../rules/sort-recipes.ts'
import { listedEntry } from './list-recipes.ts'
import { readRecipeContext } from './recipe-context.ts'
import { listRecipeEntries } from './recipe-entries.ts'

/** Returns the recipe that uses most of these ingredients, which expire soon; null if none uses any. */
export async function findRecipeFor(
  q: Reader,
  day: Pick<Member, 'householdId' | 'today'>,
  ingredientIds: readonly string[],
): Promise<ChosenRecipe | null> {
  if (ingredientIds.length === 0) return null
  const [entries, context] = await Promise.all([listRecipeEntries(q, day.householdId), readRecipeContext(q, day)])
  const wanted = new Set(ingredientIds)
  const candidates = entries.flatMap((entry) => {
    const uses = expiringIngredientsOf(
      entry.needs,
      entry.names.map((name) => context.meant(name)),
    )
    if (!uses.some(({ ingredientId }) => wanted.has(ingredientId))) return []
    return [{ id: entry.id, name: entry.name, uses, missing: missingOf(listedEntry(entry, context)) }]
  })
  return chooseRecipe(candidates, ingredientIds)
}

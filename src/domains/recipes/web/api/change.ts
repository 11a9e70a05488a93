import { t } from '@lingui/core/macro'
import type { InfiniteData } from '@tanstack/react-query'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { editChain } from '#platform/web/api/edit-chain.ts'
import { rowOf412 } from '#platform/web/api/edit-conflict.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { changeRecipe, getRecipe, Recipe, type RecipeCard, type RecipeChange } from '../../contract/index.ts'
import { follow, offerRecipeUndo, pagesKey, type RecipePage } from './index.ts'

/** Updates a recipe in every cached query unless a newer version is there. */
function put(household: string | null, recipe: Recipe): void {
  const key = endpointQuery(getRecipe, { params: { id: recipe.id } }, household).queryKey
  cache.setQueryData(key, (held) => held && (held.version > recipe.version ? held : recipe))
  const { lines: _, ...face } = recipe
  const newer = (card: RecipeCard) => (card.id !== face.id || card.version > face.version ? card : { ...card, ...face })
  cache.setQueriesData<InfiniteData<RecipePage>>(
    { queryKey: pagesKey(household) },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, recipes: page.recipes.map(newer) })) },
  )
}

const own = editChain<Recipe>()

/** Changes a recipe, optimistically with `shown`. Throws `ApiError` after restoring the old one. */
export async function change(recipe: Recipe, part: RecipeChange, shown: Partial<Recipe> = {}): Promise<Recipe> {
  const { household } = currentSession()
  put(household, { ...recipe, ...shown })
  const mine = own(`${household} ${recipe.id}`, recipe)
  try {
    const { reply, headers } = await mine.send((ifMatch) =>
      callWithHeaders(changeRecipe, { params: { id: recipe.id }, body: part, ifMatch, household }),
    )
    if (mine.isLast()) put(household, reply)
    offerRecipeUndo(household, t`Saved ${reply.name}`, headers)
    return reply
  } catch (error) {
    if (mine.isLast()) put(household, rowOf412(error, Recipe) ?? mine.row())
    throw error
  } finally {
    if (mine.isLast()) void follow(household)
  }
}

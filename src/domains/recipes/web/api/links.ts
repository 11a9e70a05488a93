import { call } from '#platform/web/api/call.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import * as contract from '../../contract/index.ts'

/** Loads the links to a recipe that haven't ended. */
export const useRecipeLinks = (recipeId: string) => useEndpointQuery(contract.listRecipeLinks, { params: { id: recipeId } })

/** Throws `ApiError`. */
export async function createRecipeLink(recipeId: string) {
  const { household } = currentSession()
  const link = await call(contract.createRecipeLink, { params: { id: recipeId }, household })
  await invalidateIn(household, contract.listRecipeLinks)
  return link
}

/** Throws `ApiError`. */
export async function endRecipeLink(id: string): Promise<void> {
  const { household } = currentSession()
  await call(contract.endRecipeLink, { params: { id }, household })
  await invalidateIn(household, contract.listRecipeLinks)
}

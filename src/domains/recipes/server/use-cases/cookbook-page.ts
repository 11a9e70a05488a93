import type { Reader } from '#platform/server/database/index.ts'
import { RawResponse } from '#platform/server/endpoints/serialize.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import { getCookbook } from './edit-cookbook.ts'
import { getRecipeRow } from './recipe-entries.ts'
import { pageHeaders, recipeIndexPage, recipePage, showLinkedPhoto } from './recipe-page.ts'
import { toSyncedRecipe } from './recipe-row.ts'

interface LinkedCookbook {
  scope: HouseholdId
  cookbookId: string
}
interface Shown {
  key: string
  origin: string
  /** One of the cookbook's; omitted for the list. */
  recipe?: string | undefined
}

/** Returns the page of a link: what others may read of the cookbook, or of one of its recipes. Throws 404 for a recipe of another cookbook. */
export async function showCookbookPage(
  q: Reader,
  { scope, cookbookId }: LinkedCookbook,
  { key, origin, recipe }: Shown,
): Promise<RawResponse> {
  const cookbook = await getCookbook(q, scope, cookbookId)
  const { path } = contract.showLinkedCookbook
  const list = `${path}?key=${key}`
  if (recipe === undefined) {
    const recipes = await Promise.all(cookbook.recipeIds.map((id) => getRecipeRow(q, scope, id)))
    const pages = recipes
      .map(({ id, name }) => ({ name, path: `${list}&recipe=${id}` }))
      .sort((a, b) => compareText(nameKey(a.name), nameKey(b.name)) || compareText(a.path, b.path))
    return new RawResponse(recipeIndexPage([{ title: cookbook.name, pages }], origin), pageHeaders)
  }
  const shown = toSyncedRecipe(await getRowIn(q, scope, cookbook, recipe))
  const photo = shown.image === null ? null : `${contract.getLinkedCookbookPhoto.path}?key=${key}&recipe=${recipe}`
  return new RawResponse(recipePage(shown, { photo, origin, back: { name: cookbook.name, path: list } }), pageHeaders)
}

/** Returns the photo of a recipe in a link's cookbook. Throws `not_found`. */
export async function showLinkedCookbookPhoto(q: Reader, { scope, cookbookId }: LinkedCookbook, recipeId = ''): Promise<RawResponse> {
  const { id } = await getRowIn(q, scope, await getCookbook(q, scope, cookbookId), recipeId)
  return showLinkedPhoto(q, { scope, recipeId: id })
}

function getRowIn(q: Reader, scope: HouseholdId, { recipeIds }: contract.Cookbook, id: string) {
  if (!recipeIds.includes(id)) throw notFound()
  return getRecipeRow(q, scope, id)
}

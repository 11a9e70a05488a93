import type { Reader } from '#platform/server/database/index.ts'
import { RawResponse } from '#platform/server/endpoints/serialize.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { notFound } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { listNames } from '../store/recipes.ts'
import { getCookbook } from './edit-cookbook.ts'
import { getRecipeRow } from './recipe-entries.ts'
import { messagePage, pageHeaders, recipeIndexPage, recipePage, showLinkedPhoto } from './recipe-page.ts'
import { starterRows, toSyncedRecipe } from './recipe-row.ts'

interface LinkedCookbook {
  scope: HouseholdId
  cookbookId: string
}
interface Shown {
  key: string
  origin: string
  /** One of the cookbook's; omitted for the list. */
  recipe?: string | undefined
  /** For people: a recipe that isn't in the cookbook is a page that leads back to the list. */
  isPage: boolean
}

/** Returns the page of a link: what others may read of the cookbook, or of one of its recipes. For apps, throws 404 for a recipe of another cookbook. */
export async function showCookbookPage(
  q: Reader,
  { scope, cookbookId }: LinkedCookbook,
  { key, origin, recipe, isPage }: Shown,
): Promise<RawResponse> {
  const cookbook = await getCookbook(q, scope, cookbookId)
  const { path } = contract.showLinkedCookbook
  const list = `${path}?key=${key}`
  if (recipe === undefined) {
    const names = new Map([...starterRows(), ...(await listNames(q, scope))].map(({ id, name }) => [id, name]))
    const pages = cookbook.recipeIds
      .map((id) => ({ name: names.get(id) ?? '', path: `${list}&recipe=${id}` }))
      .sort((a, b) => compareText(nameKey(a.name), nameKey(b.name)) || compareText(a.path, b.path))
    return new RawResponse(recipeIndexPage([{ title: cookbook.name, pages }], origin), pageHeaders)
  }
  const back = { name: cookbook.name, path: list }
  if (isPage && !cookbook.recipeIds.includes(recipe))
    return new RawResponse(messagePage(say`This recipe is no longer in the cookbook.`, back), pageHeaders, 404)
  const shown = toSyncedRecipe(await getRowIn(q, scope, cookbook, recipe))
  const photo = shown.image === null ? null : `${contract.getLinkedCookbookPhoto.path}?key=${key}&recipe=${recipe}`
  return new RawResponse(recipePage(shown, { photo, origin, back }), pageHeaders)
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

import { join } from 'node:path'
import { expectedLosses, type ForecastService } from '#domains/forecast/server/index.ts'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { encodePicture, type PictureQuota } from '#domains/ingredients/server/index.ts'
import type { ShoppingDeps } from '#domains/shopping/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { neverChanges, toPictureResponse } from '#platform/server/endpoints/serialize.ts'
import { openTempFiles, sendZip } from '#platform/server/endpoints/temp-file.ts'
import { withPicture } from '#platform/server/endpoints/uploads.ts'
import { semaphore } from '#platform/server/workers/semaphore.ts'
import { Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract/index.ts'
import { type ExternalFetchOptions, fetchPicture } from './gateway/fetch-recipe-page.ts'
import { addMissing, addPlanMissing } from './use-cases/add-missing.ts'
import { cookRecipe } from './use-cases/cook-recipe.ts'
import { createCookbookLink, endCookbookLink, findLinkedCookbook, listCookbookLinks } from './use-cases/cookbook-links.ts'
import { showCookbookPage, showLinkedCookbookPhoto } from './use-cases/cookbook-page.ts'
import { readCookingPicture, removeCookingPicture, setCookingPicture } from './use-cases/cooking-picture.ts'
import {
  addCookbook,
  arrangeCookbooks,
  changeCookbook,
  listCookbooks,
  removeCookbook,
  setCookbookRecipes,
} from './use-cases/edit-cookbook.ts'
import { addCooking, changeCooking, listCookings, removeCooking } from './use-cases/edit-cooking.ts'
import { addRecipe, changeRecipe, duplicateRecipe, removeRecipe } from './use-cases/edit-recipe.ts'
import { exportRecipes } from './use-cases/export-recipes.ts'
import { type CollectionReader, previewOf, saveCollection } from './use-cases/import-recipes.ts'
import { listRecipes } from './use-cases/list-recipes.ts'
import { eatMeal, listPlan, putPlan, removeEntry, spanOf } from './use-cases/meal-plan.ts'
import { proposeWeek, type WeekPlanner } from './use-cases/propose-week.ts'
import { type PageReader, readRecipeDraft } from './use-cases/read-recipe-draft.ts'
import { getRecipe, getRecipeRow } from './use-cases/recipe-entries.ts'
import { matchIngredient, parseLines } from './use-cases/recipe-lines.ts'
import { createRecipeLink, endRecipeLink, findLinkedRecipe, listRecipeLinks } from './use-cases/recipe-links.ts'
import { orEndedLinkPage, showLinkedPhoto, showRecipePage } from './use-cases/recipe-page.ts'
import { encodePhoto, getPhoto, removePhoto, setPhoto } from './use-cases/recipe-photo.ts'
import { recipeStock } from './use-cases/recipe-stock.ts'
import { endRepeat, repeatMeal } from './use-cases/repeat-meal.ts'

export interface RecipeDeps {
  /** The server's own hosts, and replacements for name lookups in tests. */
  outside: ExternalFetchOptions
  forecasts: ForecastService
  planner: WeekPlanner
  collections: CollectionReader
  pages: PageReader
  limits: QuotaLimits
  /** The space for photos of times that recipes were made. */
  pictures: PictureQuota
  /** Begins the address of a photo for other apps. */
  publicUrl: string | null
  database: Database
  /** Directory for exports until they are sent. */
  dataDir: string
}

/** Each uses a database connection, on PostgreSQL one from the pool. */
const exportsAtOnce = 2
const maxExportsWaiting = 50

const maxCollectionBytes = 10 * 1024 * 1024
const collectionTooLarge = () => new Problem(413, 'file_too_large', 'That file is larger than 10 MB. Split the collection into parts.')

const collectionForm = { field: contract.importCollection.formField, maxBytes: maxCollectionBytes, tooLarge: collectionTooLarge }

const collectionRoutes = (collections: CollectionReader, limits: QuotaLimits): readonly Route[] => [
  route(contract.previewCollection, async ({ receiveFile, query }) =>
    previewOf(await collections.read(await (await receiveFile(collectionForm)).read(), query.name)),
  ),
  route(contract.importCollection, async ({ receiveFile, member, query, write, header }) => {
    const collection = await collections.read(await (await receiveFile(collectionForm)).read(), query.name)
    const { reply, seq } = await saveCollection(collection, limits, member, (work) => write(member.householdId, work))
    header('X-Change-Seq', String(seq))
    return reply
  }),
]

const cookingRoutes = (pictures: PictureQuota): readonly Route[] => [
  route(contract.listCookings, ({ q, member, params }) => listCookings(q, member, params.id)),
  route(contract.addCooking, ({ tx, member, params, body }) => addCooking(tx, member, params.id, body)),
  route(contract.changeCooking, ({ tx, member, params, body, ifMatch }) => changeCooking(tx, member, params.id, body, ifMatch)),
  route(contract.removeCooking, ({ tx, member, params }) => removeCooking(tx, member, params.id)),
  route(contract.getCookingPicture, async ({ q, member, params, query }) => {
    const jpeg = await readCookingPicture(q, member, params.id, query.v)
    return toPictureResponse(jpeg, 'image/jpeg', 'cooking.jpg', query.v === undefined ? 'no-cache' : neverChanges)
  }),
  route(
    contract.setCookingPicture,
    ({ receiveFile }) => withPicture(receiveFile, encodePicture),
    ({ tx, member, params, prepared }) => setCookingPicture(tx, pictures, member, params.id, prepared),
  ),
  route(contract.removeCookingPicture, ({ tx, member, params }) => removeCookingPicture(tx, member, params.id)),
]

function exportRoutes(database: Database, dataDir: string): readonly Route[] {
  const exporting = { database, writeTempFile: openTempFiles(join(dataDir, 'exports')) }
  const inTurn = semaphore(exportsAtOnce, maxExportsWaiting)
  return [
    route(contract.exportRecipes, async ({ member, reply }) =>
      sendZip(reply, 'larder-recipes', await inTurn(() => exportRecipes(exporting, member))),
    ),
    route(contract.exportCookbook, async ({ member, params, reply }) =>
      sendZip(reply, 'larder-cookbook', await inTurn(() => exportRecipes(exporting, member, params.id))),
    ),
  ]
}

const photoRoutes = (limits: QuotaLimits, outside: ExternalFetchOptions): readonly Route[] => [
  route(contract.setRecipePhoto, async ({ receiveFile, member, params, read, write }) => {
    await read(member.householdId, (q) => getRecipeRow(q, member.householdId, params.id))
    const jpeg = await withPicture(receiveFile, encodePhoto)
    return write(member.householdId, (tx) => setPhoto(tx, limits, member, params.id, jpeg))
  }),
  route(contract.fetchRecipePhoto, async ({ member, params, read, write }) => {
    const row = await read(member.householdId, (q) => getRecipeRow(q, member.householdId, params.id))
    if (row.image_url === null) throw new Problem(409, 'no_image_url', 'This recipe doesn’t link to a photo.')
    const picture = await fetchPicture(row.image_url, outside)
    if (!picture) throw new Problem(502, 'fetch_failed', 'Couldn’t download that photo.')
    const jpeg = await encodePhoto(picture)
    return write(member.householdId, (tx) => setPhoto(tx, limits, member, params.id, jpeg))
  }),
  route(contract.getRecipePhoto, async ({ q, member, params }) =>
    toPictureResponse(await getPhoto(q, member, params.id), 'image/jpeg', 'recipe.jpg', 'max-age=86400'),
  ),
  route(contract.removeRecipePhoto, ({ tx, member, params }) => removePhoto(tx, member, params.id)),
]

const cookbookRoutes: readonly Route[] = [
  route(contract.listCookbooks, ({ q, member }) => listCookbooks(q, member)),
  route(contract.addCookbook, ({ tx, member, body }) => addCookbook(tx, member, body)),
  route(contract.changeCookbook, ({ tx, member, params, body, ifMatch }) => changeCookbook(tx, member, params.id, body, ifMatch)),
  route(contract.removeCookbook, ({ tx, member, params }) => removeCookbook(tx, member, params.id)),
  route(contract.setCookbookRecipes, ({ tx, member, params, body }) => setCookbookRecipes(tx, member, params.id, body)),
  route(contract.arrangeCookbooks, ({ tx, member, body }) => arrangeCookbooks(tx, member, body)),
  route(contract.listCookbookLinks, ({ q, member, params }) => listCookbookLinks(q, member, params.id)),
  route(contract.createCookbookLink, ({ tx, member, params }) => createCookbookLink(tx, member, params.id)),
  route(contract.endCookbookLink, ({ tx, member, params }) => endCookbookLink(tx, member, params.id)),
]

const linkRoutes = (publicUrl: string | null): readonly Route[] => [
  route(contract.listRecipeLinks, ({ q, member, params }) => listRecipeLinks(q, member, params.id)),
  route(contract.createRecipeLink, ({ tx, member, params }) => createRecipeLink(tx, member, params.id)),
  route(contract.endRecipeLink, ({ tx, member, params }) => endRecipeLink(tx, member, params.id)),
  route(contract.showLinkedRecipe, async ({ query, read, request }) => {
    const origin = publicUrl ?? `${request.protocol}://${request.host}`
    const show = async () => {
      const link = await read({ crossHousehold: 'keys' }, (q) => findLinkedRecipe(q, query.key))
      return read(link.scope, (q) => showRecipePage(q, link, query.key, origin))
    }
    // Apps get a problem document.
    return request.headers.accept?.includes('text/html') ? orEndedLinkPage(show) : show()
  }),
  route(
    contract.getLinkedPhoto,
    ({ q, query }) => findLinkedRecipe(q, query.key),
    ({ q, prepared }) => showLinkedPhoto(q, prepared),
  ),
  route(contract.showLinkedCookbook, async ({ query: { key, recipe }, read, request }) => {
    const origin = publicUrl ?? `${request.protocol}://${request.host}`
    const isPage = request.headers.accept?.includes('text/html') ?? false
    const show = async () => {
      const link = await read({ crossHousehold: 'keys' }, (q) => findLinkedCookbook(q, key))
      return read(link.scope, (q) => showCookbookPage(q, link, { key, origin, recipe, isPage }))
    }
    return isPage ? orEndedLinkPage(show) : show()
  }),
  route(
    contract.getLinkedCookbookPhoto,
    ({ q, query }) => findLinkedCookbook(q, query.key),
    ({ q, query, prepared }) => showLinkedCookbookPhoto(q, prepared, query.recipe),
  ),
]

export const recipeRoutes = (
  { outside, forecasts, planner, collections, pages, limits, pictures, publicUrl, database, dataDir }: RecipeDeps,
  shopping: ShoppingDeps,
): Route[] => [
  route(
    contract.listRecipes,
    // Without a forecast, the order is by date.
    ({ member }) => expectedLosses(forecasts, member).catch(() => new Map()),
    async ({ q, member, query, header, prepared: risks }) => {
      const { cards, total, next } = await listRecipes(q, member, query, risks)
      header('X-Total-Count', String(total))
      if (next !== null) header('X-Next-Cursor', next)
      return cards
    },
  ),
  route(contract.getRecipe, ({ q, member, params }) => getRecipe(q, member, params.id)),
  route(contract.addRecipe, ({ tx, member, body }) => addRecipe(tx, limits, member, body)),
  route(contract.changeRecipe, ({ tx, member, params, body, ifMatch }) => changeRecipe(tx, member, params.id, body, ifMatch)),
  route(contract.removeRecipe, ({ tx, member, params }) => removeRecipe(tx, member, params.id)),
  route(contract.duplicateRecipe, ({ tx, member, params }) => duplicateRecipe(tx, limits, member, params.id)),
  route(contract.getRecipeStock, ({ q, member, params, query }) => recipeStock(q, member, params.id, query)),
  route(contract.addMissing, ({ tx, member, params, body }) => addMissing(tx, member, shopping, params.id, body)),
  route(contract.cookRecipe, ({ tx, member, params, body }) => cookRecipe(tx, member, params.id, body)),
  ...cookingRoutes(pictures),
  ...cookbookRoutes,
  ...linkRoutes(publicUrl),
  ...exportRoutes(database, dataDir),
  route(contract.getMealPlan, ({ q, member, query }) => listPlan(q, member, spanOf(member, query))),
  route(contract.putMealPlan, ({ tx, member, body }) => putPlan(tx, member, body.entries)),
  route(contract.removePlanEntry, ({ tx, member, params }) => removeEntry(tx, member, params.id)),
  route(contract.eatMeal, ({ tx, member, params }) => eatMeal(tx, member, params.id)),
  route(contract.repeatMeal, ({ tx, member, params, body }) => repeatMeal(tx, member, params.id, body)),
  route(contract.endRepeat, ({ tx, member, params }) => endRepeat(tx, member, params.id)),
  route(contract.addPlanMissing, ({ tx, member, body }) => addPlanMissing(tx, member, shopping, spanOf(member, body), body)),
  route(contract.proposeWeek, ({ member, body, read }) => proposeWeek(member, read, { forecasts, planner }, body)),
  route(contract.matchLineIngredient, ({ tx, member, body }) => matchIngredient(tx, member, body)),
  route(contract.parseLines, ({ body }) => parseLines(body.lines)),
  route(contract.importRecipe, ({ body }) => readRecipeDraft(body, outside, pages)),
  ...collectionRoutes(collections, limits),
  ...photoRoutes(limits, outside),
]

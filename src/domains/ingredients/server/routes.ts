import { type Route, route } from '#platform/server/endpoints/route.ts'
import { neverChanges, toPictureResponse } from '#platform/server/endpoints/serialize.ts'
import { withPicture } from '#platform/server/endpoints/uploads.ts'
import { bulkEditIngredients as bulkEdit } from '../contract/bulk-edit.ts'
import * as catalog from '../contract/catalog.ts'
import * as contract from '../contract/index.ts'
import { bulkEditIngredients } from './use-cases/bulk-edit-ingredients.ts'
import { type CatalogDeps, getCatalogState, startCatalogImport, uploadDump } from './use-cases/import-product-catalog.ts'
import { encodePicture, type PictureQuota, readPicture, removePicture, setPicture } from './use-cases/ingredient-picture.ts'
import * as ingredient from './use-cases/manage-ingredients.ts'
import { type MergeDeps, mergeIngredients } from './use-cases/merge-ingredients.ts'
import { searchBuiltInFoods } from './use-cases/search-built-in-foods.ts'

export { createCatalogImporter } from './gateway/catalog-importer.ts'
export { openCatalog } from './gateway/local-catalog.ts'

const pictureRoutes = (quota: PictureQuota): readonly Route[] => [
  route(contract.getIngredientPicture, async ({ q, member, params, query }) => {
    const jpeg = await readPicture(q, member, params.id, query.v)
    return toPictureResponse(jpeg, 'image/jpeg', 'ingredient.jpg', query.v === undefined ? 'no-cache' : neverChanges)
  }),
  route(
    contract.setIngredientPicture,
    ({ receiveFile }) => withPicture(receiveFile, encodePicture),
    ({ tx, member, params, prepared }) => setPicture(tx, quota, member, params.id, prepared),
  ),
  route(contract.removeIngredientPicture, ({ tx, member, params }) => removePicture(tx, member, params.id)),
]

export const ingredientRoutes = (merging: MergeDeps, deps: CatalogDeps, quota: PictureQuota): Route[] => [
  route(contract.listIngredients, ({ q, member, query }) => ingredient.listIngredients(q, member, query.search)),
  route(contract.getIngredient, ({ q, member, params }) => ingredient.getIngredient(q, member, params.id)),
  route(contract.addIngredient, ({ tx, member, body }) => ingredient.addIngredient(tx, member, body)),
  route(contract.changeIngredient, ({ tx, member, params, body, ifMatch }) =>
    ingredient.changeIngredient(tx, member, merging.stock, params.id, body, ifMatch),
  ),
  route(contract.removeIngredient, ({ tx, member, params }) => ingredient.removeIngredient(tx, member, merging.stock, params.id)),
  route(contract.mergeIngredients, ({ tx, member, params, body }) => mergeIngredients(tx, member, merging, params.id, body.ingredientId)),
  route(bulkEdit, ({ tx, member, body }) => bulkEditIngredients(tx, member, merging.stock, body)),
  ...pictureRoutes(quota),
  route(contract.searchCommonFoods, async ({ query }) => searchBuiltInFoods(query.search, query.limit)),
  route(catalog.searchCatalog, async ({ query }) => deps.catalog.search(query.search, query.limit).map((name) => ({ name }))),
  route(catalog.getCatalogState, ({ q, caller }) => getCatalogState(q, deps, caller)),
  route(catalog.importCatalog, async (call) => startCatalogImport(deps, call.caller, call.body.file)),
  route(catalog.uploadDump, (call) => uploadDump(deps, call.caller, call.request)),
]

import { type Route, serveFree, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import * as catalogue from '../contract/catalogue.ts'
import * as contract from '../contract/index.ts'
import { searchCommonFoods } from './use-cases/common-foods.ts'
import * as ingredient from './use-cases/edit-ingredient.ts'
import { type CatalogueDeps, getCatalogueState, importCatalogue, uploadDump } from './use-cases/import-catalogue.ts'

export { openCatalogue } from './gateway/catalogue.ts'
export { createCatalogueImporter } from './gateway/catalogue-importer.ts'

export const ingredientRoutes = (stock: ingredient.IngredientStock, deps: CatalogueDeps): Route[] => [
  serveRead(contract.listIngredients, ({ q, member, query }) => ingredient.listIngredients(q, member, query.search)),
  serveRead(contract.getIngredient, ({ q, member, params }) => ingredient.getIngredient(q, member, params.id)),
  serveWrite(contract.addIngredient, ({ tx, member, body }) => ingredient.addIngredient(tx, member, body)),
  serveWrite(contract.changeIngredient, ({ tx, member, params, body, ifMatch }) =>
    ingredient.changeIngredient(tx, member, stock, params.id, body, ifMatch),
  ),
  serveWrite(contract.removeIngredient, ({ tx, member, params }) => ingredient.removeIngredient(tx, member, stock, params.id)),
  serveFree(contract.searchCommonFoods, async ({ query }) => searchCommonFoods(query.search, query.limit)),
  serveFree(catalogue.searchCatalogue, async ({ query }) => deps.catalogue.search(query.search, query.limit).map((name) => ({ name }))),
  serveFree(catalogue.getCatalogueState, (call) => getCatalogueState(deps, call)),
  serveFree(catalogue.importCatalogue, async (call) => importCatalogue(deps, call.caller, call.body.file)),
  serveFree(catalogue.uploadDump, (call) => uploadDump(deps, call.caller, call.request)),
]

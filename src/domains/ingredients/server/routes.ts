import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as catalogue from '../contract/catalogue.ts'
import * as contract from '../contract/index.ts'
import { searchCommonFoods } from './use-cases/common-foods.ts'
import * as ingredient from './use-cases/edit-ingredient.ts'
import { type CatalogueDeps, getCatalogueState, importCatalogue, uploadDump } from './use-cases/import-product-catalogue.ts'

export { openCatalogue } from './gateway/catalogue.ts'
export { createCatalogueImporter } from './gateway/catalogue-importer.ts'

export const ingredientRoutes = (stock: ingredient.IngredientStock, deps: CatalogueDeps): Route[] => [
  route(contract.listIngredients, ({ q, member, query }) => ingredient.listIngredients(q, member, query.search)),
  route(contract.getIngredient, ({ q, member, params }) => ingredient.getIngredient(q, member, params.id)),
  route(contract.addIngredient, ({ tx, member, body }) => ingredient.addIngredient(tx, member, body)),
  route(contract.changeIngredient, ({ tx, member, params, body, ifMatch }) =>
    ingredient.changeIngredient(tx, member, stock, params.id, body, ifMatch),
  ),
  route(contract.removeIngredient, ({ tx, member, params }) => ingredient.removeIngredient(tx, member, stock, params.id)),
  route(contract.searchCommonFoods, async ({ query }) => searchCommonFoods(query.search, query.limit)),
  route(catalogue.searchCatalogue, async ({ query }) => deps.catalogue.search(query.search, query.limit).map((name) => ({ name }))),
  route(catalogue.getCatalogueState, ({ q, caller }) => getCatalogueState(q, deps, caller)),
  route(catalogue.importCatalogue, async (call) => importCatalogue(deps, call.caller, call.body.file)),
  route(catalogue.uploadDump, (call) => uploadDump(deps, call.caller, call.request)),
]

import { type Route, serveFree, serveRead, serveWrite } from '#platform/server/serve/call.ts'
import * as open from '../contract/catalogue.ts'
import * as contract from '../contract.ts'
import { type CatalogueDesk, importCatalogue, showCatalogue, uploadDump } from './service/catalogue.ts'
import { searchFoods } from './service/foods.ts'
import * as ingredient from './service/ingredient.ts'
import type { IngredientStock } from './service/stock-of-food.ts'

export { openCatalogue } from './gateway/catalogue.ts'
export { catalogueImporter as openImports } from './gateway/imports.ts'

export const productRoutes = (stock: IngredientStock, desk: CatalogueDesk): Route[] => [
  serveRead(contract.listIngredients, ({ q, member, query }) => ingredient.listIngredients(q, member, query.search)),
  serveRead(contract.getIngredient, ({ q, member, params }) => ingredient.getIngredient(q, member, params.id)),
  serveWrite(contract.addIngredient, ({ tx, member, body }) => ingredient.addIngredient(tx, member, body)),
  serveWrite(contract.changeIngredient, ({ tx, member, params, body, ifMatch }) =>
    ingredient.changeIngredient(tx, member, stock, params.id, body, ifMatch),
  ),
  serveWrite(contract.removeIngredient, ({ tx, member, params }) => ingredient.removeIngredient(tx, member, stock, params.id)),
  serveFree(contract.searchFoods, async ({ query }) => searchFoods(query.search, query.limit)),
  serveFree(open.searchCatalogue, async ({ query }) => desk.catalogue.search(query.search, query.limit).map((name) => ({ name }))),
  serveFree(open.showCatalogue, (call) => showCatalogue(desk, call)),
  serveFree(open.importCatalogue, async (call) => importCatalogue(desk, call.caller, call.body.file)),
  serveFree(open.uploadDump, (call) => uploadDump(desk, call.caller, call.request)),
]

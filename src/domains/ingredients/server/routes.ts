import { type Route, serveFree, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import * as open from '../contract/catalogue.ts'
import * as contract from '../contract/index.ts'
import * as ingredient from './use-cases/edit-ingredient.ts'
import type { IngredientStock } from './use-cases/ingredient-stock.ts'
import { searchKnownIngredients } from './use-cases/ingredients.ts'
import { type CatalogueDesk, importCatalogue, showCatalogue, uploadDump } from './use-cases/look-up-catalogue.ts'

export { openCatalogue } from './gateway/catalogue.ts'
export { catalogueImporter } from './gateway/catalogue-importer.ts'

export const ingredientRoutes = (stock: IngredientStock, desk: CatalogueDesk): Route[] => [
  serveRead(contract.listIngredients, ({ q, member, query }) => ingredient.listIngredients(q, member, query.search)),
  serveRead(contract.getIngredient, ({ q, member, params }) => ingredient.getIngredient(q, member, params.id)),
  serveWrite(contract.addIngredient, ({ tx, member, body }) => ingredient.addIngredient(tx, member, body)),
  serveWrite(contract.changeIngredient, ({ tx, member, params, body, ifMatch }) =>
    ingredient.changeIngredient(tx, member, stock, params.id, body, ifMatch),
  ),
  serveWrite(contract.removeIngredient, ({ tx, member, params }) => ingredient.removeIngredient(tx, member, stock, params.id)),
  serveFree(contract.searchKnownIngredients, async ({ query }) => searchKnownIngredients(query.search, query.limit)),
  serveFree(open.searchCatalogue, async ({ query }) => desk.catalogue.search(query.search, query.limit).map((name) => ({ name }))),
  serveFree(open.showCatalogue, (call) => showCatalogue(desk, call)),
  serveFree(open.importCatalogue, async (call) => importCatalogue(desk, call.caller, call.body.file)),
  serveFree(open.uploadDump, (call) => uploadDump(desk, call.caller, call.request)),
]

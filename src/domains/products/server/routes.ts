import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Reader, Transaction } from '#platform/server/database.ts'
import { type Member, type Route, serveFree, serveRead, serveWrite } from '#platform/server/serve/call.ts'
import * as contract from '../contract.ts'
import { searchFoods } from './service/foods.ts'
import * as ingredient from './service/ingredient.ts'

/** What foods must know of their lots; inventory, which comes later, supplies it. */
export interface StockOfFood {
  has(q: Reader, householdId: HouseholdId, ingredientId: string): Promise<boolean>
  /** The food's shelf life changed. */
  refreshDates(tx: Transaction, member: Member, ingredientId: string): Promise<void>
}

export const productRoutes = (stock: StockOfFood): Route[] => [
  serveRead(contract.listIngredients, ({ q, member, query }) => ingredient.listIngredients(q, member, query.search)),
  serveRead(contract.getIngredient, ({ q, member, params }) => ingredient.getIngredient(q, member, params.id)),
  serveWrite(contract.addIngredient, ({ tx, member, body }) => ingredient.addIngredient(tx, member, body)),
  serveWrite(contract.changeIngredient, async ({ tx, member, params, body, ifMatch }) => {
    const changed = await ingredient.changeIngredient(tx, member, params.id, body, ifMatch)
    if (body.shelfLife) await stock.refreshDates(tx, member, params.id)
    return changed
  }),
  serveWrite(contract.removeIngredient, ({ tx, member, params }) =>
    ingredient.removeIngredient(tx, member, params.id, () => stock.has(tx, member.householdId, params.id)),
  ),
  serveFree(contract.searchFoods, async ({ query }) => searchFoods(query.search, query.limit)),
]

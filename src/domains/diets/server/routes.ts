import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract.ts'
import { addGuest, changeEater, listEaters, removeGuest } from './use-cases/edit-eater.ts'
import { listFoodContents, setFoodContents } from './use-cases/set-food-contents.ts'
import { listMealEaters, setMealEaters } from './use-cases/set-meal-eaters.ts'

export const dietRoutes: Route[] = [
  route(contract.listEaters, ({ q, member }) => listEaters(q, member)),
  route(contract.addGuest, ({ tx, member, body }) => addGuest(tx, member, body)),
  route(contract.changeEater, ({ tx, member, params, body, ifMatch }) => changeEater(tx, member, params.id, body, ifMatch)),
  route(contract.removeGuest, ({ tx, member, params }) => removeGuest(tx, member, params.id)),
  route(contract.listMealEaters, ({ q, member }) => listMealEaters(q, member)),
  route(contract.setMealEaters, ({ tx, member, body, ifMatch }) => setMealEaters(tx, member, body, ifMatch)),
  route(contract.listFoodContents, ({ q, member }) => listFoodContents(q, member)),
  route(contract.setFoodContents, ({ tx, member, params, body, ifMatch }) => setFoodContents(tx, member, params.id, body, ifMatch)),
]

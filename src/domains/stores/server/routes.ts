import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract.ts'
import { addStore, changeStore, listStores, removeStore } from './use-cases/edit-store.ts'

export const storeRoutes: Route[] = [
  route(contract.listStores, ({ q, member }) => listStores(q, member)),
  route(contract.addStore, ({ tx, member, body }) => addStore(tx, member, body)),
  route(contract.changeStore, ({ tx, member, params, body, ifMatch }) => changeStore(tx, member, params.id, body, ifMatch)),
  route(contract.removeStore, ({ tx, member, params }) => removeStore(tx, member, params.id)),
]

import { tabletDenied } from '#platform/server/endpoints/authorize.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract.ts'
import * as act from './use-cases/act-on-lot.ts'
import { addLot } from './use-cases/add-lot.ts'
import { bulkEditLots } from './use-cases/bulk-edit-lots.ts'
import { changeLot } from './use-cases/edit-lot.ts'
import { listPrices, listStorePrices } from './use-cases/list-prices.ts'
import * as read from './use-cases/read-lots.ts'
import { suggestShelfLife } from './use-cases/suggest-shelf-life.ts'

export const inventoryRoutes = (): Route[] => [
  route(contract.listPrices, ({ q, member, params }) => listPrices(q, member, params.id)),
  route(contract.suggestShelfLife, ({ q, member, params }) => suggestShelfLife(q, member, params.id)),
  route(contract.listStorePrices, ({ q, member }) => listStorePrices(q, member)),
  route(contract.listLots, async ({ q, member, query, header }) => {
    const { json, next } = await read.listLots(q, member, query)
    if (next !== null) header('X-Next-Cursor', next)
    return json
  }),
  route(contract.recentLots, ({ q, member, params }) => read.recentLots(q, member, params.count)),
  route(contract.inventoryStats, ({ q, member, query }) => {
    read.checkHousehold(member, query.householdId)
    return read.inventoryStats(q, member)
  }),
  route(contract.pastDueLots, ({ q, member }) => read.pastDueLots(q, member)),
  route(contract.getLot, ({ q, member, params }) => read.getLot(q, member, params.id)),
  route(contract.addLot, ({ tx, member, body }) => {
    // That would offer it to other households.
    if (member.tabletId !== undefined && body.isShared) throw tabletDenied()
    return addLot(tx, member, body)
  }),
  route(contract.changeLot, ({ tx, member, params, body, ifMatch }) => changeLot(tx, member, params.id, body, ifMatch)),
  route(contract.removeLot, ({ tx, member, params }) => act.removeLot(tx, member, params.id)),
  route(contract.openLot, ({ tx, member, params }) => act.openLot(tx, member, params.id)),
  route(contract.useLot, ({ tx, member, params, body }) => act.consumeLot(tx, member, params.id, body.quantity)),
  route(contract.moveLot, ({ tx, member, params, body }) => act.moveLot(tx, member, params.id, body)),
  route(contract.splitLot, ({ tx, member, params, body }) => act.splitLot(tx, member, params.id, body)),
  route(contract.correctLot, ({ tx, member, params, body, ifMatch }) => act.correctLot(tx, member, params.id, body.quantity, ifMatch)),
  route(contract.discardLot, ({ tx, member, params, body }) => act.discardLot(tx, member, params.id, body)),
  route(contract.bulkEditLots, ({ tx, member, body }) => bulkEditLots(tx, member, body)),
  route(contract.consumeIngredient, ({ tx, member, params, body }) =>
    act.consumeIngredient(tx, member, params.id, body.quantity, body.unit),
  ),
]

import type { Forecasts } from '#domains/forecast/server/service.ts'
import { shareLots } from '#domains/inventory/server/service.ts'
import { type Route, serveFree, serveKept, serveWrite } from '#platform/server/serve/call.ts'
import * as contract from '../contract.ts'
import { changeBorrow } from './service/answer.ts'
import { listShareable, type ShareablePage, searchShareable } from './service/available.ts'
import { listDebts, settleDebts } from './service/debts.ts'
import { listOffers, makeOffer, takeOffer, withdrawOffer } from './service/offers.ts'
import { askToBorrow, countBorrow, listBorrow } from './service/request.ts'
import { door } from './service/sides.ts'
import { suggestOffers } from './service/suggest.ts'

function told({ items, next, total }: ShareablePage, header: (key: string, value: string) => void): contract.ShareableItem[] {
  header('X-Total-Count', String(total))
  if (next !== null) header('X-Next-Cursor', next)
  return items
}

export const sharingRoutes = (forecasts: Forecasts): Route[] => [
  serveFree(contract.listShareable, async ({ read, member, query, header }) =>
    told(await read(door, (q) => listShareable(q, member, query)), header),
  ),
  serveFree(contract.searchShareable, async ({ read, member, query, header }) =>
    told(await read(door, (q) => searchShareable(q, member, query)), header),
  ),
  serveWrite(contract.shareLots, ({ tx, member, body }) => shareLots(tx, member, body.ids, body.isShared)),
  serveFree(contract.listBorrow, ({ read, member, query }) => read(door, (q) => listBorrow(q, member, query.type))),
  serveFree(contract.countBorrow, async ({ read, caller }) => ({ count: await read(door, (q) => countBorrow(q, caller)) })),
  serveKept(contract.askToBorrow, (call) => askToBorrow(call, call.body)),
  serveKept(contract.changeBorrow, (call) => changeBorrow(call, call.params.id, call.body)),
  serveFree(contract.listDebts, ({ read, member }) => read(door, (q) => listDebts(q, member))),
  serveKept(contract.settleDebts, (call) => settleDebts(call, call.body)),
  serveFree(contract.listOffers, ({ read, member }) => read(door, (q) => listOffers(q, member))),
  serveFree(contract.suggestOffers, ({ read, member }) => suggestOffers(forecasts, member, read)),
  serveWrite(contract.makeOffer, ({ tx, member, body }) => makeOffer(tx, member, body)),
  serveKept(contract.takeOffer, (call) => takeOffer(call, call.params.id)),
  serveWrite(contract.withdrawOffer, ({ tx, member, params }) => withdrawOffer(tx, member, params.id)),
]

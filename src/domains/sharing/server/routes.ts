import type { Forecasts } from '#domains/forecast/server/index.ts'
import { shareLots } from '#domains/inventory/server/index.ts'
import { type Route, serveFree, serveIdempotent, serveWrite } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract/index.ts'
import { askToBorrow, changeBorrow, countBorrow, listBorrow } from './use-cases/borrow-requests.ts'
import { listShareable, type ShareablePage, searchShareable } from './use-cases/list-available.ts'
import { crossHousehold } from './use-cases/loan-parties.ts'
import { listOffers, makeOffer, suggestOffers, takeOffer, withdrawOffer } from './use-cases/offers.ts'
import { listDebts, settleDebts } from './use-cases/settle-debts.ts'

function sendPage({ items, next, total }: ShareablePage, header: (key: string, value: string) => void): contract.ShareableItem[] {
  header('X-Total-Count', String(total))
  if (next !== null) header('X-Next-Cursor', next)
  return items
}

export const sharingRoutes = (forecasts: Forecasts): Route[] => [
  serveFree(contract.listShareable, async ({ read, member, query, header }) =>
    sendPage(await read(crossHousehold, (q) => listShareable(q, member, query)), header),
  ),
  serveFree(contract.searchShareable, async ({ read, member, query, header }) =>
    sendPage(await read(crossHousehold, (q) => searchShareable(q, member, query)), header),
  ),
  serveWrite(contract.shareLots, ({ tx, member, body }) => shareLots(tx, member, body.ids, body.isShared)),
  serveFree(contract.listBorrow, ({ read, member, query }) => read(crossHousehold, (q) => listBorrow(q, member, query.type))),
  serveFree(contract.countBorrow, async ({ read, caller }) => ({ count: await read(crossHousehold, (q) => countBorrow(q, caller)) })),
  serveIdempotent(contract.askToBorrow, (call) => askToBorrow(call, call.body)),
  serveIdempotent(contract.changeBorrow, (call) => changeBorrow(call, call.params.id, call.body)),
  serveFree(contract.listDebts, ({ read, member }) => read(crossHousehold, (q) => listDebts(q, member))),
  serveIdempotent(contract.settleDebts, (call) => settleDebts(call, call.body)),
  serveFree(contract.listOffers, ({ read, member }) => read(crossHousehold, (q) => listOffers(q, member))),
  serveFree(contract.suggestOffers, ({ read, member }) => suggestOffers(forecasts, member, read)),
  serveWrite(contract.makeOffer, ({ tx, member, body }) => makeOffer(tx, member, body)),
  serveIdempotent(contract.takeOffer, (call) => takeOffer(call, call.params.id)),
  serveWrite(contract.withdrawOffer, ({ tx, member, params }) => withdrawOffer(tx, member, params.id)),
]

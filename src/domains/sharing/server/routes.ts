import type { FederationDeps } from '#domains/federation/server/index.ts'
import { type ForecastService, lotsAtRisk } from '#domains/forecast/server/index.ts'
import { shareLots } from '#domains/inventory/server/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract/index.ts'
import { askToBorrow, changeBorrow, countBorrow, findBorrowScope, findLoanScope, listBorrow } from './use-cases/borrow-requests.ts'
import { listShareable, type ShareablePage, searchShareable } from './use-cases/list-available-lots.ts'
import { findOfferScope, listOffers, makeOffer, suggestOffers, takeOffer, withdrawOffer } from './use-cases/offers.ts'
import { findSettlementScope, listDebts, settleDebts } from './use-cases/settle-debts.ts'

function sendPage({ items, next, total }: ShareablePage, header: (key: string, value: string) => void): contract.ShareableItem[] {
  header('X-Total-Count', String(total))
  if (next !== null) header('X-Next-Cursor', next)
  return items
}

export const sharingRoutes = (forecasts: ForecastService, links: Pick<FederationDeps, 'url'>): Route[] => [
  route(contract.listShareable, async ({ q, member, query, header }) => sendPage(await listShareable(q, member, links, query), header)),
  route(contract.searchShareable, async ({ q, member, query, header }) => sendPage(await searchShareable(q, member, links, query), header)),
  route(contract.shareLots, ({ tx, member, body }) => shareLots(tx, member, body.ids, body.isShared)),
  route(contract.listBorrow, ({ q, member, query }) => listBorrow(q, member, query.type)),
  route(contract.countBorrow, async ({ q, caller }) => ({ count: await countBorrow(q, caller) })),
  route(
    contract.askToBorrow,
    (call) => findBorrowScope(call, links),
    ({ tx, member, body, prepared }) => askToBorrow(tx, member, prepared.lender, body),
  ),
  route(contract.changeBorrow, findLoanScope, ({ tx, member, params, body }) => changeBorrow(tx, member, links, params.id, body)),
  route(contract.listDebts, ({ q, member }) => listDebts(q, member)),
  route(contract.settleDebts, findSettlementScope, ({ tx, member, body, prepared }) => settleDebts(tx, member, prepared.parties, body)),
  route(contract.listOffers, ({ q, member }) => listOffers(q, member)),
  route(
    contract.suggestOffers,
    ({ member }) => lotsAtRisk(forecasts, member),
    ({ q, member, prepared }) => suggestOffers(q, member, prepared),
  ),
  route(contract.makeOffer, ({ tx, member, body }) => makeOffer(tx, member, body)),
  route(contract.takeOffer, findOfferScope, ({ tx, member, params, prepared }) => takeOffer(tx, member, params.id, prepared)),
  route(contract.withdrawOffer, ({ tx, member, params }) => withdrawOffer(tx, member, params.id)),
]

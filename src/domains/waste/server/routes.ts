import type { Forecasts } from '#domains/forecast/server/service.ts'
import { discardLot } from '#domains/inventory/server/service.ts'
import type { StockOfFood } from '#domains/products/server/service.ts'
import { offering } from '#domains/sharing/server/service.ts'
import { formatCsv } from '#platform/contract/csv.ts'
import type { Database } from '#platform/server/database.ts'
import { type Member, type Route, serveFree, serveRead, serveWrite } from '#platform/server/serve/call.ts'
import * as contract from '../contract.ts'
import { eatFirst, freeze, lowerPar, noteSmallerPack, offer } from './service/actions.ts'
import { wasteTable } from './service/export.ts'
import { backTest, predictions } from './service/predictions.ts'
import { report } from './service/report.ts'
import { trends } from './service/trends.ts'

const askerOf = ({ householdId, today }: Member, read: Database['read']) => ({ householdId, today, read })

export const wasteRoutes = (forecasts: Forecasts, stock: StockOfFood): Route[] => [
  serveWrite(contract.trackWaste, ({ tx, member, body: { inventoryItemId, reason, notes } }) =>
    discardLot(tx, member, inventoryItemId, { reason, notes: notes || contract.defaultNotes(reason) }),
  ),
  serveRead(contract.wasteReport, ({ q, member, body }) => report(q, member, body)),
  serveRead(contract.wasteTrends, ({ q, member, query }) => trends(q, member, query)),
  serveFree(contract.wastePredictions, async ({ member, query, read }) =>
    predictions(forecasts, askerOf(member, read), await offering(member, read), query.limit),
  ),
  serveFree(contract.wasteBackTest, ({ member, read }) => backTest(forecasts, askerOf(member, read))),
  serveWrite(contract.eatFirst, ({ tx, member, body: { lotId, quantity } }) => eatFirst(tx, member, lotId, quantity)),
  serveWrite(contract.freezeLot, ({ tx, member, body: { lotId } }) => freeze(tx, member, lotId)),
  serveWrite(contract.offerLot, ({ tx, member, body: { lotId, circleId } }) => offer(tx, member, lotId, circleId)),
  serveWrite(contract.lowerPar, ({ tx, member, body: { ingredientId, to } }) => lowerPar(tx, member, stock, ingredientId, to)),
  serveWrite(contract.noteSmallerPack, ({ tx, member, body: { ingredientId } }) => noteSmallerPack(tx, member, ingredientId)),
  serveFree(contract.exportWaste, async ({ read, member, query, reply }) => {
    const table = await read(member.householdId, (q) => wasteTable(q, member, query))
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', 'attachment; filename="waste.csv"')
      .type('text/csv; charset=utf-8')
      .send(formatCsv(table, { bom: query.bom ?? false })) as never
  }),
]

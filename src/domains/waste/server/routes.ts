import type { Forecasts } from '#domains/forecast/server/index.ts'
import type { IngredientStock } from '#domains/ingredients/server/index.ts'
import { discardLot } from '#domains/inventory/server/index.ts'
import { readOfferOptions } from '#domains/sharing/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { type Member, type Route, serveFree, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import * as contract from '../contract/index.ts'
import { eatFirst, freeze, lowerPar, noteSmallerPack, offer } from './use-cases/act-on-advice.ts'
import { readBackTest, readPredictions } from './use-cases/read-predictions.ts'
import { exportReport, readReport, readTrends } from './use-cases/read-report.ts'

const askerOf = ({ householdId, today }: Member, read: Database['read']) => ({ householdId, today, read })

export const wasteRoutes = (forecasts: Forecasts, stock: IngredientStock): Route[] => [
  serveWrite(contract.trackWaste, ({ tx, member, body: { inventoryItemId, reason, notes } }) =>
    discardLot(tx, member, inventoryItemId, { reason, notes: notes || contract.defaultNotes(reason) }),
  ),
  serveRead(contract.wasteReport, ({ q, member, body }) => readReport(q, member, body)),
  serveRead(contract.wasteTrends, ({ q, member, query }) => readTrends(q, member, query)),
  serveFree(contract.wastePredictions, async ({ member, query, read }) =>
    readPredictions(forecasts, askerOf(member, read), await readOfferOptions(member, read), query.limit),
  ),
  serveFree(contract.wasteBackTest, ({ member, read }) => readBackTest(forecasts, askerOf(member, read))),
  serveWrite(contract.eatFirst, ({ tx, member, body: { lotId, quantity } }) => eatFirst(tx, member, lotId, quantity)),
  serveWrite(contract.freezeLot, ({ tx, member, body: { lotId } }) => freeze(tx, member, lotId)),
  serveWrite(contract.offerLot, ({ tx, member, body: { lotId, circleId } }) => offer(tx, member, lotId, circleId)),
  serveWrite(contract.lowerPar, ({ tx, member, body: { ingredientId, to } }) => lowerPar(tx, member, stock, ingredientId, to)),
  serveWrite(contract.noteSmallerPack, ({ tx, member, body: { ingredientId } }) => noteSmallerPack(tx, member, ingredientId)),
  serveFree(contract.exportWaste, async ({ read, member, query, reply }) => {
    const table = await read(member.householdId, (q) => exportReport(q, member, query))
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', 'attachment; filename="waste.csv"')
      .type('text/csv; charset=utf-8')
      .send(formatCsv(table, { bom: query.bom ?? false })) as never
  }),
]

import type { ForecastService } from '#domains/forecast/server/index.ts'
import type { IngredientStock } from '#domains/ingredients/server/index.ts'
import { discardLot } from '#domains/inventory/server/index.ts'
import { readOfferEligibility } from '#domains/sharing/server/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { toDownloadResponse } from '#platform/server/endpoints/serialize.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import * as contract from '../contract.ts'
import { readBackTest, readPredictions } from './use-cases/read-predictions.ts'
import { exportReport, readReport, readTrends } from './use-cases/read-report.ts'
import { eatFirst, freeze, lowerPar, noteSmallerPack, offerLot } from './use-cases/waste-actions.ts'

export const wasteRoutes = (forecasts: ForecastService, stock: IngredientStock): Route[] => [
  route(contract.trackWaste, ({ tx, member, body: { inventoryItemId, reason, notes } }) =>
    discardLot(tx, member, inventoryItemId, { reason, notes: notes || contract.defaultNotes(reason) }),
  ),
  route(contract.wasteReport, ({ q, member, body }) => readReport(q, member, body)),
  route(contract.wasteTrends, ({ q, member, query }) => readTrends(q, member, query)),
  route(contract.wastePredictions, async ({ member, query, read }) =>
    readPredictions(forecasts, member, read, await readOfferEligibility(member, read), query.limit),
  ),
  route(contract.wasteBackTest, ({ member }) => readBackTest(forecasts, member)),
  route(contract.eatFirst, ({ tx, member, body: { lotId, quantity } }) => eatFirst(tx, member, lotId, quantity)),
  route(contract.freezeLot, ({ tx, member, body: { lotId } }) => freeze(tx, member, lotId)),
  route(contract.offerLot, ({ tx, member, body: { lotId, circleId } }) => offerLot(tx, member, lotId, circleId)),
  route(contract.lowerPar, ({ tx, member, body: { ingredientId, to } }) => lowerPar(tx, member, stock, ingredientId, to)),
  route(contract.noteSmallerPack, ({ tx, member, body: { ingredientId } }) => noteSmallerPack(tx, member, ingredientId)),
  route(contract.exportWaste, async ({ q, member, query }) =>
    toDownloadResponse('waste.csv', 'text/csv', formatCsv(await exportReport(q, member, query), { bom: query.bom ?? false })),
  ),
]

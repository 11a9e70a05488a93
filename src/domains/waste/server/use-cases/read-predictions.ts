import type { ForecastRequest, ForecastService, LotOutlook } from '#domains/forecast/server/index.ts'
import type { ShelfLife } from '#domains/ingredients/contract/index.ts'
import { ingredientFacts } from '#domains/ingredients/server/index.ts'
import { lastPrices } from '#domains/inventory/server/index.ts'
import type { OfferEligibility } from '#domains/sharing/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { type Conversion, convert } from '#platform/shared/units.ts'
import type { BackTestReport, WastePrediction } from '../../contract.ts'
import { explainPrediction } from '../../rules/explain-prediction.ts'
import { recommendForLot } from '../../rules/recommend.ts'

/** Fewer lots with a known outcome are not enough for a back-test. */
const enoughLots = 20

/** Returns the forecast of every open lot with a date, the likeliest to be wasted first; at most `limit`. */
export async function readPredictions(
  forecasts: ForecastService,
  request: ForecastRequest,
  read: Database['read'],
  offers: OfferEligibility,
  limit?: number,
): Promise<WastePrediction[]> {
  const { householdId } = request
  const all = await forecasts.outlooks(request)
  const shown = limit === undefined ? all : all.slice(0, limit)
  const [facts, prices] = await read(householdId, (q) => Promise.all([ingredientFacts(q, householdId), lastPrices(q, householdId)]))
  const ingredients = new Map(facts.map((row) => [row.id, toIngredient(row)]))
  const paid = new Map(prices.map((price) => [price.ingredient_id, price]))
  return shown.map((outlook): WastePrediction => {
    const { lot, why, daysLeft } = outlook
    const ingredient = ingredients.get(lot.ingredient_id)
    const quantity = fromMilli(lot.milli)
    const ingredientName = ingredient?.name ?? say`Deleted item`
    const worthDoing = outlook.risk !== 'low'
    const actions = worthDoing
      ? recommendForLot({
          lotId: lot.id,
          ingredientId: lot.ingredient_id,
          ingredientName,
          quantity,
          unit: lot.unit,
          storage: lot.storage,
          dateKind: lot.date_kind,
          daysLeft,
          freezerDays: ingredient?.freezerDays ?? null,
          canBeOffered: offers.canOffer && !offers.offeredLotIds.has(lot.id),
        })
      : []
    return {
      lotId: lot.id,
      ingredientId: lot.ingredient_id,
      ingredientName,
      category: ingredient?.category ?? '',
      riskLevel: outlook.risk,
      estimatedWasteProbability: rounded(outlook.probability, 4),
      estimatedWasteCost: costOf(outlook, paid.get(lot.ingredient_id), ingredient?.conversions),
      recommendations: actions.map(({ sentence }) => sentence),
      actions,
      quantity,
      expectedLeft: rounded(outlook.expectedLeft, 3),
      unit: lot.unit,
      effectiveExpiration: lot.goes_off_on,
      enoughData: outlook.enoughData,
      reason: explainPrediction({ ...why, daysLeft, enoughData: outlook.enoughData, quantity, unit: lot.unit }),
    }
  })
}

const toIngredient = ({ name, category, conversions, shelf_life }: Awaited<ReturnType<typeof ingredientFacts>>[number]) => ({
  name,
  category,
  conversions: JSON.parse(conversions) as Conversion[],
  freezerDays: (JSON.parse(shelf_life) as ShelfLife).freezerDays,
})

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

type LastPrice = Awaited<ReturnType<typeof lastPrices>>[number]

/** Returns the price of the amount expected to be left, by the lot's price or the ingredient's last one. */
function costOf({ lot, expectedLeft }: LotOutlook, last: LastPrice | undefined, conversions: readonly Conversion[] = []): number | null {
  if (lot.price_cents !== null) return fromCents(Math.round((lot.price_cents * expectedLeft * 1000) / lot.whole_milli))
  const lastQuantity = last && convert(fromMilli(last.whole_milli), last.unit, lot.unit, conversions)
  return !last || !lastQuantity ? null : fromCents(Math.round((last.price_cents * expectedLeft) / lastQuantity))
}

/** Returns how accurate the forecasts would have been in the household's past. */
export async function readBackTest(forecasts: ForecastService, request: ForecastRequest): Promise<BackTestReport> {
  const { lots, methods, bins } = await forecasts.backTest(request)
  const four = (value: number) => rounded(value, 4)
  return {
    lots,
    enoughPast: lots >= enoughLots,
    methods: methods.map(({ name, brier, calibrationError }) => ({ name, brier: four(brier), calibrationError: four(calibrationError) })),
    bins: bins.map((bin) => ({ ...bin, said: four(bin.said), happened: four(bin.happened) })),
  }
}

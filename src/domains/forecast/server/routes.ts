import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract.ts'
import { readPackAdvice } from './use-cases/read-pack-advice.ts'
import { readStockDoubts, readStockQuestions } from './use-cases/read-stock-questions.ts'
import type { ForecastService } from './use-cases/waste-forecasts.ts'

export const forecastRoutes = (forecasts: ForecastService): Route[] => [
  route(contract.listStockDoubts, ({ q, member }) => readStockDoubts(q, member)),
  route(contract.listPackAdvice, ({ member }) => readPackAdvice(forecasts, member)),
  route(contract.listStockQuestions, ({ member, read }) => readStockQuestions(forecasts, member, read)),
]

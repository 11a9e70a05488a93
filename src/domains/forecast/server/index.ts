export {
  expectedLosses,
  type ForecastRequest,
  type ForecastService,
  isAtRisk,
  type LotOutlook,
  lotsAtRisk,
  openForecastService,
} from './use-cases/waste-forecasts.ts'

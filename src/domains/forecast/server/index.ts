export {
  type ForecastRequest,
  type ForecastService,
  isAtRisk,
  type LotOutlook,
  latestLosses,
  lotsAtRisk,
  openForecastService,
} from './use-cases/waste-forecasts.ts'

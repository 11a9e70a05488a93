export {
  type ForecastRequest,
  type ForecastService,
  type LotOutlook,
  latestLosses,
  lotsAtRisk,
  openForecastService,
} from './use-cases/waste-forecasts.ts'

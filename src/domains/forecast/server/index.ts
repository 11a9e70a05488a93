export {
  type ForecastRequest,
  type Forecasts,
  type LotOutlook,
  latestLosses,
  lotsAtRisk,
  openForecasts,
} from './use-cases/forecasts.ts'

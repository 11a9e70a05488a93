export {
  type ForecastRequest,
  type Forecasts,
  type LotOutlook as Outlook,
  latestLosses,
  lotsAtRisk,
  openForecasts,
} from './use-cases/forecasts.ts'

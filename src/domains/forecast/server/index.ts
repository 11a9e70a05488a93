export { type ForecastRequest, type Forecasts, latestLosses, lotsAtRisk, type Outlook, openForecasts } from './use-cases/forecasts.ts'

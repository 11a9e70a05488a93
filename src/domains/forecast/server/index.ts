/** What other domains and the composition may use of forecasts. */
export { type Asker, type Forecasts, lossesNow, lotsAtRisk, type Outlook, openForecasts } from './use-cases/forecasts.ts'

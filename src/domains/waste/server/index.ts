/** What other domains and the composition may use of waste. */
export { wasteHistory } from './use-cases/act-on-advice.ts'

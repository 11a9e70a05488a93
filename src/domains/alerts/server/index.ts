/** What other domains and the composition may use of alerts. */
export { alertsById } from './use-cases/present-alerts.ts'

export { alertsById } from './use-cases/present-alerts.ts'

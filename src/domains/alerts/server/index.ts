export { alertsById } from './use-cases/manage-alerts.ts'

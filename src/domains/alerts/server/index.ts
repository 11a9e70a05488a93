export { alertReferences, isAlertOpen } from './store.ts'
export { alertHistory } from './use-cases/history-handler.ts'
export { alertsById, noteAlertsSent, type OpenAlert, openAlerts, openAlertsSent } from './use-cases/manage-alerts.ts'

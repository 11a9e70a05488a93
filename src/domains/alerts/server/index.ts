export { alertHistoryDescriber } from './use-cases/history-describer.ts'
export { alertsById } from './use-cases/manage-alerts.ts'

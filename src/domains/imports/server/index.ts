export { importHistoryDescriber } from './use-cases/history-describer.ts'

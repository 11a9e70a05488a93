export { importHistoryDescriber as importHistory } from './use-cases/history-describer.ts'

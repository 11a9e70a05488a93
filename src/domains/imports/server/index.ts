export { importHistory } from './use-cases/history-describer.ts'

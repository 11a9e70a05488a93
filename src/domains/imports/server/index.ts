/** What the composition may use of moving. */
export { importHistory } from './use-cases/history-describer.ts'

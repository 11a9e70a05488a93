export { wasteHistory } from './use-cases/act-on-advice.ts'

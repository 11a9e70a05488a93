export { useUnits } from './api.ts'

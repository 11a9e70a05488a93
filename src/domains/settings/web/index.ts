export { useUnits } from './api/index.ts'

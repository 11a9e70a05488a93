export { useUnits } from './api/use-units.ts'

export { type ShownQuantity, useUnits } from './api.ts'

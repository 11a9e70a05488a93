export { type ShownQuantity, useQuantityFormatter } from './api/use-units.ts'

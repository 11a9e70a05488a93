export { type ShownQuantity, useQuantityFormatter } from './api/use-quantity-formatter.ts'

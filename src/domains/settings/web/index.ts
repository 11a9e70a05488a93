export { useQuantityFormatter } from './api/use-units.ts'
